import { diffPolicies } from '@licet/analysis/policies';
import type { PolicyDiff } from '@licet/analysis/policies';
import type { QuietLevel } from '@licet/core';
import type { CompiledPolicy, NodeData } from '@licet/core/policy';
import { policyHost } from 'licet/source/policy/analysisProgram.ts';
import { describe, expect, it } from 'vitest';

const policy = (node: NodeData, settings: CompiledPolicy['settings'] = {}): CompiledPolicy => ({
  format: 1,
  policy: node,
  settings: { default: 'pass', ...settings },
  sources: [],
  usesCel: false,
});
const diff = async (older: NodeData, newer: NodeData): Promise<PolicyDiff> =>
  diffPolicies(policyHost, policy(older), policy(newer), '/project');
const leaf = (kind: string, params: NodeData['params'] = {}): NodeData => ({ kind, params });
const join = (kind: string, ...children: readonly NodeData[]): NodeData => ({ kind, children });
const shut = leaf('file_boundary', { deny: ['**'], allow: ['src/**'], unknown: 'ask' });

describe('the difference of two policies', () => {
  it.each<[string, NodeData, NodeData, PolicyDiff['verdict']]>([
    ['lists below a pattern that denies everything', shut, leaf('file_boundary', { deny: ['**'], readOnly: ['a'] }), 'equal'],
    [
      'a folder that is allowed below one that is denied',
      leaf('file_boundary', { allow: ['src/**'], deny: ['src/app/**'] }),
      leaf('file_boundary', { allow: ['src/**', 'src/app/x/**'], deny: ['src/app/**'] }),
      'equal',
    ],
    [
      'the ruling of uploads where no host may be reached',
      leaf('network', { allow: ['a.example'], deny: ['a.example'], uploads: 'ask', unknown: 'ask' }),
      leaf('network', { allow: ['a.example'], deny: ['a.example'], uploads: 'pass', unknown: 'block' }),
      'narrower',
    ],
    [
      'a fallback of a node that blocks nothing, where another one fails with it',
      join('all', leaf('file_boundary', {}), join('escalate', leaf('secret_paths', { read: 'ask' }), leaf('floor'))),
      join('all', leaf('file_boundary', {}), join('escalate', leaf('secret_paths', { read: 'ask' }), leaf('human_approval'))),
      'equal',
    ],
  ])('is proven in %s', async (_what, older, newer, verdict) => {
    expect((await diff(older, newer)).verdict).toBe(verdict);
  });

  it.each<[string, NodeData, NodeData, string, number | undefined]>([
    ['the second time of an action', leaf('single_use', { match: { kind: 'bash' } }), leaf('floor'), 'ls', 2],
    [
      'installed packages in a folder that is no longer denied',
      leaf('file_boundary', { allow: ['src/**'], read: ['src/**'], deny: ['docs/**'] }),
      leaf('file_boundary', { allow: ['src/**'], read: ['src/**'] }),
      'cat docs/node_modules/x',
      undefined,
    ],
    [
      'a download that also changes a file',
      {
        kind: 'when',
        params: { if: { effect: 'write' } },
        children: [leaf('network', { allow: ['a.example'], methods: ['GET'] })],
      },
      {
        kind: 'when',
        params: { if: { effect: 'write' } },
        children: [leaf('network', { allow: ['*.example'], methods: ['GET'] })],
      },
      'curl -o a https://x.example/',
      undefined,
    ],
  ])('is shown by %s', async (_what, older, newer, words, times) => {
    const { verdict, witnesses } = await diff(older, newer);

    expect(['wider', 'mixed']).toContain(verdict);
    expect(witnesses).toContainEqual(expect.objectContaining({ change: 'wider', words, ...(times && { times }) }));
  });

  it('is shown by calls whose effects cannot be found, again and again', async () => {
    const limit = (max: number): NodeData => join('any', leaf('floor'), leaf('budget', { max }));
    const { witnesses } = await diff(limit(1), limit(2));

    expect(witnesses.filter(({ isObscure }) => isObscure).map(({ change, times }) => [change, times])).toEqual([['wider', 2]]);
  });

  it.each<[QuietLevel | undefined, QuietLevel | undefined, PolicyDiff['verdict']]>([
    ['look', 'build', 'wider'],
    [undefined, 'look', 'wider'],
    ['edit', 'off', 'narrower'],
    ['edit', undefined, 'narrower'],
    [undefined, 'off', 'equal'],
  ])('is with `quiet: %s` and then `%s`: %s', async (was, is, verdict) => {
    const [older, newer] = [was, is].map(quiet => policy(leaf('floor'), quiet === undefined ? {} : { quiet })) as [
      CompiledPolicy,
      CompiledPolicy,
    ];
    const found = await diffPolicies(policyHost, older, newer, '/project');

    expect(found).toMatchObject({ verdict, witnesses: [] });
    expect(found.settings).toEqual(found.quiet === undefined && was !== is ? [] : found.settings);
    expect(found.quiet?.change).toBe(verdict === 'equal' ? undefined : verdict);
  });

  it('is mixed where rulings become stricter and fewer questions are asked, also after there was no policy', async () => {
    const quiet = policy(leaf('budget', { max: 1 }), { quiet: 'build' });

    expect((await diffPolicies(policyHost, policy(leaf('budget', { max: 2 })), quiet, '/project')).verdict).toBe('mixed');
    expect((await diffPolicies(policyHost, undefined, quiet, '/project')).verdict).toBe('mixed');
  });
});
