import { join } from 'node:path';

import type { CompiledPolicy } from '@licet/core/policy';
import { diffPolicies } from '@licet/analysis/policies';
import { policyHost } from 'licet/source/policy/analysisProgram.ts';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';

import { goldenCases } from '../../support/goldenCases.ts';
import { LONG_RUN, oneIn } from '../../support/longRuns.ts';

const Edit = z.strictObject({
  edit: z.string(),
  replace: z.string(),
  by: z.string().default(''),
  want: z.enum(['equal', 'narrower', 'wider', 'mixed', 'unknown']),
  shown: z.string().optional(),
});

const BASE = `version: 1
default: ask
policy:
  all:
  - floor: {}
  - self_protection: { paths: ['policies/**'] }
  - secret_paths: { paths: ['keys/**'], except: ['keys/public/**'] }
  - network: { allow: [api.example.com], uploads: block, unknown: pass }
  - bash_safety: { overwritten: block, destructive: block, shares: ask, allow: [{ runs: git push origin main }], blocked_patterns: ['npm link', 'npm unlink'] }
  - file_boundary: { deny: ['**/*.pem', 'contracts/**'], read_only: ['docs/**'], unknown: pass }
  - when: { if: { task_type: docs }, then: { file_boundary: { allow: ['src/**', 'test/**'], unknown: pass } } }
  - tool_allowlist: { tools: [Read, Write, Bash, mcp__mail__send] }
  - budget: { max: 20 }
  - rate_limit: { match: { tool: mcp__mail__send }, max: 5, window: 1h }
  - when: { if: { runs: [make release] }, then: { human_approval: {} } }
  - when: { if: { runs: [git tag] }, then: { all: [{ requires: tests_passing }, { human_approval: {} }] } }
`;

const compiled = (text: string): CompiledPolicy => policyHost.compile(text, '/project/governance.yaml').compiled;

describe('an everyday edit of one policy', () => {
  it.for(oneIn(2, goldenCases(join(import.meta.dirname, 'everyday.yaml'), Edit)))('$edit', async ({ leftOut, ...each }, context) => {
    if (leftOut) return context.skip(LONG_RUN);
    const { replace, by, want, shown } = each;
    expect(BASE).toContain(replace);

    const { verdict, witnesses } = await diffPolicies(policyHost, compiled(BASE), compiled(BASE.replace(replace, () => by)), '/project');

    expect({ verdict, shown: witnesses.map(({ words }) => words) }).toEqual({
      verdict: want,
      shown: shown === undefined ? expect.any(Array) : expect.arrayContaining([expect.stringContaining(shown)]),
    });
  });
});
