import { capabilityDefinitions } from '@licet/capabilities';
import { All, PolicyEngine, createRegistry } from '@licet/core';
import type { ActionInput, Json } from '@licet/core';
import { comparePolicies } from '@licet/analysis';
import type { NodeData } from '@licet/core/policy';
import { buildTree } from '@licet/core/policy';
import { Capabilities } from '@licet/capabilities';
import { guardDefinitions } from '@licet/guards';
import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';

import { cases } from '../../../support/longRuns.ts';

type Params = { readonly [name: string]: Json };

const registry = createRegistry([...guardDefinitions, ...capabilityDefinitions]);
const some = <T>(shape: { [K in keyof T]: fc.Arbitrary<T[K]> }): fc.Arbitrary<Params> =>
  fc.record(shape, { requiredKeys: [] }) as unknown as fc.Arbitrary<Params>;
const roles = fc.subarray(['admin', 'writer', 'reader', 'secrets_reader'], { minLength: 1 });
const selecting = {
  safety: fc.subarray(['read', 'write', 'destructive'], { minLength: 1 }),
  sensitivity: fc.subarray(['pii', 'secrets', 'memory'], { minLength: 1 }),
  capability: fc.subarray(['docs.*', 'docs.read', '*'], { minLength: 1 }),
};
const limit = fc.record({ max: fc.constantFrom(1, 3), window: fc.constantFrom('60s', '2m') });
const rule = fc.record(
  {
    action: fc.constantFrom('allow', 'deny'),
    match: some({ safety: selecting.safety, roles }),
    name: fc.constantFrom('a', 'b'),
  },
  { requiredKeys: ['action'] },
);

const PARAMS: Readonly<Record<string, fc.Arbitrary<Params>>> = {
  arg_constraints: some({
    allowedKeys: fc.subarray(['path', 'mode']),
    pinned: some({ mode: fc.constantFrom('r', 'w') }),
    prefix: some({ path: fc.constantFrom('docs/', 'docs/a/') }),
    ...selecting,
  }),
  capability_policy: some({
    writers: roles,
    admins: roles,
    minJustification: fc.constantFrom(1, 5, 15),
    maxRows: fc.constant(3),
  }),
  capability_rate: some({
    read: limit,
    write: limit,
    roles: some({ admin: fc.constantFrom(1, 2), writer: fc.constantFrom(1, 2) }),
  }),
  capability_rules: fc.record(
    { default: fc.constantFrom('allow', 'deny'), rules: fc.array(rule, { minLength: 1, maxLength: 3 }) },
    { requiredKeys: ['rules'] },
  ),
  require_justification: some({ min: fc.constantFrom(1, 5, 15), ...selecting }),
  require_role: fc.tuple(roles, some(selecting)).map(([who, rest]) => ({ roles: who, ...rest })),
  require_tenant: some({ is: fc.subarray(['web', 'shop'], { minLength: 1 }), ...selecting }),
  row_cap: some({ max: fc.constantFrom(1, 5), ...selecting }),
  sensitivity: some({ piiReaders: roles, secretsReaders: roles, memoryWriters: roles, memoryReaders: roles }),
  tool_pin: some({ unknown: fc.constantFrom('ask', 'skip'), ...selecting }),
};

const catalogue = Capabilities({
  catalogue: {
    'docs.read': { safety: 'read', pin: 'x' },
    'docs.write': { safety: 'write', sensitivity: ['memory'], args: { prefix: { path: 'docs/' } } },
    people: { safety: 'read', sensitivity: ['pii', 'secrets'] },
  },
});

const actions: fc.Arbitrary<ActionInput> = fc
  .record({
    tool: fc.constantFrom('docs.read', 'docs.write', 'people', 'unknown.tool'),
    path: fc.constantFrom('docs/a/b', 'docs/c', 'src'),
    mode: fc.constantFrom('r', 'w', undefined),
    who: fc.subarray(['admin', 'writer', 'reader', 'secrets_reader']),
    tenant: fc.constantFrom('web', 'shop', undefined),
    justification: fc.constantFrom('because', 'because the user asked', undefined),
    toolDigest: fc.constantFrom('x', 'y', undefined),
    maxRows: fc.constantFrom(1, 1.5, undefined),
  })
  .map(({ tool, path, mode, who, tenant, justification, toolDigest, maxRows }) => ({
    kind: 'tool',
    tool,
    payload: { path, ...(mode !== undefined && { mode }) },
    principal: { id: 'ann', roles: who, attributes: { ...(tenant !== undefined && { tenant }) } },
    request: {
      ...(justification !== undefined && { justification }),
      ...(toolDigest !== undefined && { toolDigest }),
      ...(maxRows !== undefined && { maxRows }),
    },
  }));

const ORDER = ['pass', 'warn', 'ask', 'block'];

/** What the node says of an action, the last of so many; undefined where it does not apply. */
function said(kind: string, params: Params, action: ActionInput, times: number): number | undefined {
  const context = {
    root: '/',
    home: '/',
    condition: () => {
      throw new Error('no conditions');
    },
    resource: () => undefined,
  };
  const engine = new PolicyEngine(All(catalogue, buildTree({ kind, params }, registry, context)), { default: 'pass' });
  let found = engine.evaluateSync({ ...action, callId: '0' });
  for (let time = 1; time < times; time++) found = engine.evaluateSync({ ...action, callId: `${time}` });
  const node = found.trace.children[1];
  return node?.ruling === undefined ? undefined : ORDER.indexOf(node.ruling);
}

describe('what is said of a node for capabilities with other params', () => {
  it.each(Object.keys(PARAMS))('holds for every action: %s', kind => {
    const params = PARAMS[kind] ?? fc.constant({});
    const compare = registry.get(kind)?.analysis?.compare;
    const seen = new Set<string>();
    fc.assert(
      fc.property(params, params, fc.boolean(), actions, fc.constantFrom(1, 4), (older, drawn, near, action, times) => {
        const newer = near && kind !== 'capability_rules' ? { ...older, ...drawn } : drawn;
        const comparison = compare?.(older, newer) ?? 'unknown';
        seen.add(comparison);
        if (comparison === 'unknown') return;
        const isWider = comparison === 'wider' || comparison === 'wider_or_no_longer';
        const [mild, strict] = [
          said(kind, isWider ? newer : older, action, times),
          said(kind, isWider ? older : newer, action, times),
        ];

        if (comparison === 'equal') expect(strict).toBe(mild);
        else if (mild !== undefined) expect(strict).toBeGreaterThanOrEqual(mild);
        else if (comparison === 'narrower' || comparison === 'wider') expect([undefined, 3]).toContain(strict);
      }),
      { numRuns: Math.max(cases(400), 100) },
    );
    expect(seen.size).toBeGreaterThan(kind === 'row_cap' ? 2 : 1);
  });
});

describe('a change of a node for capabilities', () => {
  const policy = (...children: readonly NodeData[]): { policy: NodeData; settings: { default: 'pass' } } => ({
    policy: { kind: 'all', children: [...children] },
    settings: { default: 'pass' },
  });
  const capabilities = (safety: string): NodeData => ({ kind: 'capabilities', params: { catalogue: { a: { safety } } } });
  const role = (...names: readonly string[]): NodeData => ({ kind: 'require_role', params: { roles: [...names] } });
  const proven = (older: ReturnType<typeof policy>, newer: ReturnType<typeof policy>): readonly boolean[] => {
    const { neverMilder, neverStricter } = comparePolicies(older, newer, registry);
    return [neverMilder, neverStricter];
  };

  test('is proven beside the same catalogue, and not beside another one', () => {
    expect(proven(policy(capabilities('read'), role('a', 'b')), policy(capabilities('read'), role('a')))).toEqual([true, false]);
    expect(proven(policy(capabilities('read'), role('a', 'b')), policy(capabilities('write'), role('a')))).toEqual([
      false,
      false,
    ]);
  });

  test('is not mistaken for none where it changes sides with the catalogue', () => {
    const [before, after] = [
      policy(role('a'), capabilities('read'), role('b')),
      policy(role('b'), capabilities('read'), role('a')),
    ];

    expect(proven(before, after)).toEqual([false, false]);
  });

  test('is not proven where it decides whether a catalogue is read at all', () => {
    const either = (...names: readonly string[]): NodeData => ({
      kind: 'escalate',
      children: [role(...names), capabilities('read')],
    });

    expect(proven(policy(either('a', 'b'), role('c')), policy(either('a'), role('c')))).toEqual([false, false]);
  });
});
