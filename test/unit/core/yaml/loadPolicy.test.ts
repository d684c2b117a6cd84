import { buildPolicy, digestPolicy } from '@licet/core/policy';
import { celCondition } from '@licet/core/cel';
import { describe, expect, it } from 'vitest';

import { issuesOf, load, options } from './support/loading.ts';

describe('loadPolicy', () => {
  it('turns the names of the file into the names of the code and leaves keys of records alone', () => {
    const text = `
version: 1
default: block
guard_timeout_ms: 250
policy:
  limits:
    max_items: 3
    by_tool: { mcp__my_tool: 2, Other_Tool: 1 }
    nested: { inner_name: a_b, even_deeper: [{ last_one: true }] }
`;

    const { data, settings } = load(text);

    expect(data).toEqual({
      kind: 'limits',
      params: {
        maxItems: 3,
        byTool: { mcp__my_tool: 2, Other_Tool: 1 },
        nested: { innerName: 'a_b', evenDeeper: [{ lastOne: true }] },
      },
    });
    expect(settings).toEqual({ default: 'block', guardTimeoutMs: 250 });
  });

  it('gives the same tree again from its compiled form, after a trip through JSON', () => {
    const text = `
version: 1
default: pass
policy:
  all:
    - { id: first, layer: intent, on_error: ask, named: tests }
    - when: { if: { kind: [bash, write], task_type: dep* }, then: { not: { named: a } }, otherwise: { named: b } }
    - when: { if: 'action.task_type == "deploy"', then: { escalate: [{ named: a }, { named: b }] } }
    - threshold: { pass: 1, short_circuit: true, of: [{ any: { short_circuit: true, of: [{ named: a }] } }] }
`;
    const loaded = load(text);

    const { policy } = buildPolicy(JSON.parse(JSON.stringify(loaded.compiled)), { ...options, conditions: celCondition });

    expect(digestPolicy(policy)).toBe(digestPolicy(loaded.policy));
    expect(loaded.compiled.usesCel).toBe(true);
    expect(loaded.compiled.sources).toEqual([{ file: 'governance.yaml', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
  });

  it('knows that a policy without expressions needs no expression engine', () => {
    const { compiled } = load('version: 1\npolicy: { when: { if: { kind: bash }, then: { named: a } } }\n');

    expect(compiled.usesCel).toBe(false);
  });

  it('warns when the ruling for uncovered actions is not written out', () => {
    expect(load('default: pass\npolicy: { named: a }\n').warnings).toMatchObject([
      { code: 'missing_key', line: 1, message: 'expected the key `version`, found none: it is read as version `1`' },
    ]);
    expect(load('version: 1\npolicy: { named: a }\n').warnings).toMatchObject([{ code: 'missing_key', line: 1, column: 1 }]);
    expect(load('version: 1\ndefault: pass\npolicy: { named: a }\n').warnings).toEqual([]);
  });

  it('reports everything at once, in the order of the file', () => {
    const issues = issuesOf('version: 2\ndefault: pas\npolicy: { al: [] }\nextra: 1\n');

    expect(issues.map(({ code, line, column, suggestion }) => [code, line, column, suggestion])).toEqual([
      ['unsupported_version', 1, 10, undefined],
      ['invalid_param', 2, 10, 'pass'],
      ['unknown_node', 3, 11, 'all'],
      ['unknown_key', 4, 1, undefined],
    ]);
  });

  it('says where in the tree of keys an issue is', () => {
    const [issue] = issuesOf(
      'version: 1\npolicy: { all: [{ named: a }, { limits: { nested: { inner_name: 3, even_deeper: [] } } }] }\n',
    );

    expect(issue?.path).toEqual(['policy', 'all', 1, 'limits', 'nested', 'inner_name']);
  });
});
