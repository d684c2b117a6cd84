import { GovernanceError, InvariantError, createRegistry, guard, pass } from '@licet/core';
import { defineNode } from '@licet/core/nodes';
import type { Guard } from '@licet/core';
import type { BuildContext } from '@licet/core/nodes';
import { formatIssue } from '@licet/core/yaml';
import { describe, expect, it } from 'vitest';

import { issuesOf, load } from './support/loading.ts';

interface Given {
  readonly deepList?: readonly { readonly oneName: string }[];
  readonly graph?: string;
  readonly unless?: string | { readonly taskType: string };
}

const loading = (build: (params: Given, context: BuildContext) => Guard, more = {}): Parameters<typeof load>[1] => ({
  ...more,
  registry: createRegistry([
    defineNode<Given>({
      kind: 'it',
      doc: 'a leaf for tests',
      params: z =>
        z.strictObject({
          deepList: z.array(z.strictObject({ oneName: z.string() })).exactOptional(),
          graph: z.string().exactOptional(),
          unless: z.union([z.string(), z.strictObject({ taskType: z.string() })]).exactOptional(),
        }) as never,
      build: (params, _children, context) => build(params, context),
    }),
  ]),
});
const it_ = guard('it', () => pass());
const TEXT =
  'version: 1\npolicy:\n  it:\n    deep_list: [{ one_name: a }, { one_name: b }]\n    graph: main\n    unless: risk > 0.5\n';

describe('a node that refuses to be built', () => {
  it.each<[string, () => never, string]>([
    [
      'a member deep inside',
      () => {
        throw new InvariantError('invalid_pattern', 'bad', { path: ['deepList', 1, 'oneName'] });
      },
      '4:46: bad (invalid_pattern)',
    ],
    [
      'something that is not there',
      () => {
        throw new InvariantError('invalid_param', 'bad', { path: ['deepList', 0, 'other'] });
      },
      '4:17: bad (invalid_param)',
    ],
    [
      'nothing in particular',
      () => {
        throw new InvariantError('example_failed', 'bad');
      },
      '3:3: bad (example_failed)',
    ],
    [
      'with a code that is none of a policy',
      () => {
        throw new GovernanceError('store_unavailable', 'bad');
      },
      '3:3: bad (invalid_param)',
    ],
    [
      'with an error of the language',
      () => {
        throw new TypeError('bad');
      },
      '3:3: `it`: bad (invalid_param)',
    ],
    [
      'with something that is no error',
      () => {
        throw 'bad' as unknown as Error;
      },
      '3:3: `it`: bad (invalid_param)',
    ],
  ])('is reported at its place when it names %s', (_what, fail, wanted) => {
    expect(issuesOf(TEXT, loading(fail)).map(formatIssue)).toEqual([`governance.yaml:${wanted}`]);
  });

  it('is reported at the name that the host does not know', () => {
    const build = ({ graph = '' }: Given, context: BuildContext): Guard => (context.resource('graph', graph), it_);

    expect(issuesOf(TEXT, loading(build)).map(formatIssue)).toEqual([
      'governance.yaml:5:12: there is no graph `main`: the host has registered none (unknown_reference)',
    ]);
    const resources = (): never => {
      throw new Error('ENOENT: /secret/path');
    };
    expect(issuesOf(TEXT, loading(build, { resources })).map(formatIssue)).toEqual([
      'governance.yaml:5:12: there is no graph `main` (unknown_reference)',
    ]);
    expect(load(TEXT, loading(build, { resources: () => ({}) })).policy.name).toBe('it');
  });

  it('is reported at the condition that does not compile', () => {
    const build = ({ unless = '' }: Given, context: BuildContext): Guard => (context.condition(unless), it_);

    expect(issuesOf(TEXT.replace('risk', 'risc'), loading(build))).toMatchObject([
      { code: 'invalid_condition', line: 6, column: 13 },
    ]);
    expect(load(TEXT.replace('risk > 0.5', '{ task_type: deploy }'), loading(build)).data.params).toMatchObject({
      unless: { taskType: 'deploy' },
    });
  });

  it('gets params that nothing can change any more', () => {
    const build = ({ deepList = [] }: Given): Guard => {
      expect(() => (deepList as unknown[]).push(1)).toThrow(TypeError);
      expect(() => Object.assign(deepList[0] ?? {}, { oneName: 'x' })).toThrow(TypeError);
      return it_;
    };

    expect(load(TEXT, loading(build)).policy.name).toBe('it');
  });
});
