import { createRegistry } from '@licet/core';
import { buildPolicy } from '@licet/core/policy';
import type { CompiledPolicy } from '@licet/core/policy';
import { celCondition } from '@licet/core/cel';
import { describe, expect, it } from 'vitest';

import { options } from '../yaml/support/loading.ts';

const compiled = (policy: CompiledPolicy['policy'], more: Partial<CompiledPolicy> = {}): CompiledPolicy => ({
  format: 1,
  policy,
  settings: {},
  sources: [],
  usesCel: false,
  ...more,
});
const when = (source: string | object): CompiledPolicy['policy'] =>
  ({ kind: 'when', params: { if: source }, children: [{ kind: 'named', params: { fact: 'a' } }] }) as CompiledPolicy['policy'];

describe('buildPolicy', () => {
  it('builds structural matches without an expression engine', () => {
    expect(buildPolicy(compiled(when({ taskType: 'deploy' })), options).policy.params).toMatchObject({
      if: { text: 'taskType: deploy' },
    });
  });

  it('takes a compiler for expressions from the host, and throws where there is none', () => {
    const policy = compiled(when('risk > 0.5'), { usesCel: true });

    expect(buildPolicy(policy, { ...options, conditions: celCondition }).policy.params).toMatchObject({
      if: { text: 'risk > 0.5' },
    });
    expect(() => buildPolicy(policy, options)).toThrow('the condition `risk > 0.5` is CEL, and no CEL compiler was given');
  });

  it.each([0, 2, '1', undefined, null])('refuses the format `%s`', format => {
    expect(() => buildPolicy(compiled({ kind: 'named' }, { format: format as 1 }), options)).toThrow(
      'expected a compiled policy of format 1',
    );
  });

  it('refuses a node that the registry does not have, and one that exists only in code', () => {
    expect(() => buildPolicy(compiled({ kind: 'named' }), { ...options, registry: createRegistry([]) })).toThrow(
      'there is no node `named`',
    );
    expect(() => buildPolicy(compiled({ kind: 'guard', name: 'mine', opaque: true }), options)).toThrow('exists only in code');
  });

  it('hands the settings on as they are', () => {
    expect(
      buildPolicy(compiled({ kind: 'named', params: { fact: 'a' } }, { settings: { default: 'ask' } }), options).settings,
    ).toEqual({ default: 'ask' });
  });
});
