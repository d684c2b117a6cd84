import { join } from 'node:path';

import { capabilityDefinitions } from '@licet/capabilities';
import { createRegistry } from '@licet/core';
import type { CompiledPolicy } from '@licet/core/policy';
import { guardDefinitions } from '@licet/guards';
import { GROUNDING_NODES } from 'licet/source/policy/compile.ts';
import { diffPolicies } from '@licet/analysis/policies';
import { policyHost } from 'licet/source/policy/analysisProgram.ts';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import * as z from 'zod';

import { goldenCases } from '../../support/goldenCases.ts';
import { LONG_RUN, oneIn } from '../../support/longRuns.ts';

const node = z.record(z.string(), z.json()).optional();
const Edit = z.strictObject({
  want: z.enum(['equal', 'narrower', 'wider', 'mixed', 'unknown']),
  note: z.string(),
  old: node,
  new: node,
  oldHead: node,
  newHead: node,
});
type Edit = z.infer<typeof Edit>;

const edits = goldenCases(join(import.meta.dirname, 'edits.yaml'), Edit);

function compiled(policy: object | undefined, head: object = {}): CompiledPolicy {
  const text = stringify({ version: 1, default: 'pass', ...head, ...(policy !== undefined && { policy }) });
  return policyHost.compile(text, '/project/governance.yaml').compiled;
}

const diff = ({ old, new: fresh, oldHead, newHead }: Edit): ReturnType<typeof diffPolicies> =>
  diffPolicies(policyHost, compiled(old, oldHead), compiled(fresh, newHead), '/project');

describe('changes of a policy, a hundred and more', () => {
  it('are all told', () => {
    expect(edits.length).toBeGreaterThanOrEqual(100);
  });

  it.for(oneIn(3, edits))('$note', async ({ leftOut, ...edit }, context) => {
    if (leftOut) return context.skip(LONG_RUN);
    const { verdict, witnesses, proof } = await diff(edit);

    expect({ verdict, shown: witnesses.map(({ change, words }) => `${change}: ${words}`).slice(0, 4), obstacles: proof.obstacles.slice(0, 2) }).toMatchObject({
      verdict: edit.want,
    });
    if (proof.neverMilder) expect(witnesses.filter(({ change }) => change === 'wider')).toEqual([]);
    if (proof.neverStricter) expect(witnesses.filter(({ change }) => change === 'narrower')).toEqual([]);
  });
});

describe('what two nodes stop together', () => {
  it('is shown by two commands in one line, where one command does not show it', async () => {
    const both = (ruling: string): object => ({
      escalate: [{ file_boundary: { deny: ['keys/**'] } }, { bash_safety: { shares: ruling, destructive: 'pass', history_loss: 'pass' } }],
    });
    const { verdict, witnesses } = await diffPolicies(policyHost, compiled(both('block')), compiled(both('ask')), '/project');

    expect(verdict).toBe('wider');
    expect(witnesses).toContainEqual(
      expect.objectContaining({
        words: expect.stringMatching(/^(?=.*\bkeys\b)(?=.*\bgit push\b).*; /u) as string,
        old: expect.objectContaining({ ruling: 'block', guard: 'bash_safety' }) as object,
        new: expect.objectContaining({ ruling: 'ask', guard: 'bash_safety' }) as object,
      }),
    );
  });

  it('is shown after what uses up a limit, where nothing shows it before', async () => {
    const limited = (ruling: string): object => ({
      escalate: [{ budget: { max: 2, match: { tool: 'mcp__mail' } } }, { file_boundary: { deny: ['keys/**'], unknown: ruling } }],
    });
    const { verdict, witnesses } = await diffPolicies(policyHost, compiled(limited('block')), compiled(limited('ask')), '/project');

    expect(verdict).toBe('wider');
    expect(witnesses).toContainEqual(expect.objectContaining({ change: 'wider', times: 3 }));
  });
});

describe('the nodes', () => {
  it('can all be compared, but for two that look into a graph and one that is a condition', () => {
    const all = createRegistry([...guardDefinitions, ...capabilityDefinitions, ...GROUNDING_NODES]);
    const without = all.kinds.filter(kind => all.get(kind)?.children === undefined && all.get(kind)?.analysis?.compare === undefined);

    expect(without).toEqual(['edge_policies', 'grounded', 'only_if']);
  });
});

describe('a policy that is milder for some actions and stricter for others', () => {
  const rules = (network: object): object => ({ all: [{ bash_safety: { destructive: 'block' } }, { network }] });

  it('is mixed, with an action for each direction', async () => {
    const [older, newer] = [compiled(rules({ allow: ['a.example'] })), compiled(rules({ allow: ['b.example'] }))];
    const { verdict, witnesses } = await diffPolicies(policyHost, older, newer, '/project');

    expect(verdict).toBe('mixed');
    expect(witnesses).toContainEqual(expect.objectContaining({ change: 'wider', about: 'b.example' }));
    expect(witnesses).toContainEqual(expect.objectContaining({ change: 'narrower', about: 'a.example' }));
  });
});

describe('actions that show a change', () => {
  it('have another value every time where a limit counts values', async () => {
    const limit = (max: number): object => ({ rate_limit: { max, window: '1m', distinct: 'to' } });
    const found = await diffPolicies(policyHost, compiled(limit(2)), compiled(limit(3)), '/project');

    expect(found.verdict).toBe('wider');
    expect(found.witnesses).toContainEqual(expect.objectContaining({ change: 'wider', varies: 'to', times: 3 }));
  });

  it('are those of a tool that a condition names, with what other calls do', async () => {
    const when = (read: string): object => ({
      when: { if: { tool: 'mcp__files' }, then: { secret_paths: { paths: ['keys/**'], read } } },
    });
    const found = await diffPolicies(policyHost, compiled(when('block')), compiled(when('warn')), '/project');

    expect(found.verdict).toBe('wider');
    expect(found.witnesses).toContainEqual(
      expect.objectContaining({ change: 'wider', action: expect.objectContaining({ tool: 'mcp__files' }) }),
    );
  });
});
