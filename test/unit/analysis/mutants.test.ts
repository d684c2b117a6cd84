import { createRegistry } from '@licet/core';
import type { NodeData } from '@licet/core/policy';
import { mutantsOf } from '@licet/analysis';
import { guardDefinitions } from '@licet/guards';
import { describe, expect, it } from 'vitest';

const registry = createRegistry(guardDefinitions);
const compiled = (policy: NodeData): Parameters<typeof mutantsOf>[0] => ({
  format: 1,
  policy,
  settings: {},
  sources: [],
  usesCel: false,
});
const changes = (policy: NodeData): readonly string[] => mutantsOf(compiled(policy), registry).map(({ change }) => change);

describe('mutants', () => {
  it.each<[NodeData, readonly string[]]>([
    [{ kind: 'budget', params: { max: 2 } }, ['`max` of `budget` becomes 1', '`max` of `budget` becomes 3']],
    [
      { kind: 'bash_safety', params: { shares: 'ask' } },
      ['`shares` of `bash_safety` becomes `warn`', '`shares` of `bash_safety` becomes `block`'],
    ],
    [
      { kind: 'file_boundary', params: { deny: ['a', 'b'] } },
      ['`a` is missing in `deny` of `file_boundary`', '`b` is missing in `deny` of `file_boundary`'],
    ],
    [
      { kind: 'file_boundary', params: { allow: ['a'], deny: ['b'] } },
      ['`allow` of `file_boundary` is missing', '`deny` of `file_boundary` is missing'],
    ],
    [
      { kind: 'access_map', params: { paths: { a: 'read-only' } } },
      ['`a` in `paths` of `access_map` becomes `read-write`', '`a` in `paths` of `access_map` becomes `no-access`'],
    ],
    [
      { kind: 'when', params: { if: 'risk > 0.5' }, children: [{ kind: 'floor' }] },
      ['the condition of `when` always holds', 'the condition of `when` is turned round'],
    ],
    ...(['any', 'all'] as const).map((kind): [NodeData, readonly string[]] => [
      { kind, children: [{ kind: 'floor' }, { kind: 'self_protection' }] },
      ['`floor` is missing', '`self_protection` is missing', `\`${kind}\` becomes \`${kind === 'any' ? 'all' : 'any'}\``],
    ]),
    ...['escalate', 'not'].map((kind): [NodeData, readonly string[]] => [{ kind, children: [{ kind: 'floor' }] }, []]),
    [
      { kind: 'threshold', params: { pass: 2 }, children: [{ kind: 'floor' }, { kind: 'self_protection' }] },
      [
        '`floor` is missing',
        '`self_protection` is missing',
        '`pass` of `threshold` becomes 1',
        '`pass` of `threshold` becomes 3',
      ],
    ],
  ])('of %j', (policy, wanted) => {
    expect(changes(policy)).toEqual(wanted);
  });

  it('keep a quorum within its children when one of them is missing', () => {
    const policy = { kind: 'threshold', params: { pass: 2 }, children: [{ kind: 'floor' }, { kind: 'floor' }] };

    expect(mutantsOf(compiled(policy), registry)[0]?.compiled.policy).toEqual({
      kind: 'threshold',
      params: { pass: 1 },
      children: [{ kind: 'floor' }],
    });
  });

  it('change one place of a tree and leave the rest as it is', () => {
    const policy = {
      kind: 'all',
      children: [{ kind: 'floor' }, { kind: 'not', children: [{ kind: 'budget', params: { max: 5 } }] }],
    };
    const found = mutantsOf(compiled(policy), registry).find(({ way }) => way === '1.0');

    expect(found?.compiled.policy).toEqual({
      kind: 'all',
      children: [{ kind: 'floor' }, { kind: 'not', children: [{ kind: 'budget', params: { max: 4 } }] }],
    });
  });

  it('leave nodes of included packs alone', () => {
    const policy = {
      kind: 'all',
      children: [
        { kind: 'budget', params: { max: 5 } },
        { kind: 'budget', params: { max: 7 } },
      ],
    };
    const sources = [
      { file: 'governance.yaml', sha256: '' },
      { file: 'pack:standard', sha256: '' },
    ];
    const found = mutantsOf({ ...compiled(policy), sources, places: { '': [0, 1], '0': [1, 1], '1': [0, 2] } }, registry);

    expect(found.map(({ way }) => way)).not.toContain('0');
    expect(found.map(({ way }) => way)).toContain('1');
  });
});
