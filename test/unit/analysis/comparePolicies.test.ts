import { createRegistry } from '@licet/core';
import type { NodeData, PolicySettings } from '@licet/core/policy';
import { comparePolicies } from '@licet/analysis';
import { guardDefinitions } from '@licet/guards';
import { describe, expect, it } from 'vitest';

const registry = createRegistry(guardDefinitions);
const compare = (
  older: NodeData,
  newer: NodeData,
  was: PolicySettings = {},
  is: PolicySettings = was,
): ReturnType<typeof comparePolicies> =>
  comparePolicies({ policy: older, settings: was }, { policy: newer, settings: is }, registry);
const budget = (max: number): NodeData => ({ kind: 'budget', params: { max } });
const facts = (name: string): NodeData => ({ kind: 'facts', params: { facts: { [name]: {} } } });
const requires = (fact: string): NodeData => ({ kind: 'requires', params: { fact } });

describe('comparing two policies', () => {
  it('proves in which direction a number was changed', () => {
    expect(compare(budget(5), budget(4))).toEqual({ neverMilder: true, neverStricter: false, obstacles: [] });
    expect(compare(budget(4), budget(5))).toEqual({ neverMilder: false, neverStricter: true, obstacles: [] });
    expect(compare(budget(4), budget(4))).toEqual({ neverMilder: true, neverStricter: true, obstacles: [] });
  });

  it('turns the direction round below `not`', () => {
    const not = (child: NodeData): NodeData => ({ kind: 'not', children: [child] });
    const threshold = (ask: number): NodeData => ({ kind: 'risk_threshold', params: { ask } });

    expect(compare(threshold(0.5), threshold(0.4))).toMatchObject({ neverMilder: true, neverStricter: false });
    expect(compare(not(threshold(0.5)), not(threshold(0.4)))).toMatchObject({ neverMilder: false, neverStricter: true });
  });

  it('names the node and the option that are in the way, and what to do', () => {
    const NO_ORDER =
      '`fact` differs, and which policy allows more cannot be known: write the calls that matter into the tests of the policy';
    const { neverMilder, obstacles } = compare(requires('a'), requires('b'));

    expect(neverMilder).toBe(false);
    expect(obstacles).toContainEqual({ side: 'new', kind: 'requires', way: '', why: NO_ORDER });
  });

  it('says that a count starts again when another thing is counted', () => {
    const perAgent = { kind: 'budget', params: { max: 5, per: 'agent' } };

    expect(compare(budget(5), perAgent).obstacles.map(({ why }) => why)).toContainEqual(
      expect.stringMatching(/^`per` differs, so the count starts again, and/u),
    );
    expect(compare(budget(5), budget(4)).obstacles).toEqual([]);
  });

  it('proves nothing where facts are earned in another way, or beside other nodes', () => {
    const beside = (...children: readonly NodeData[]): NodeData => ({ kind: 'all', children });

    expect(compare(beside(facts('a'), requires('a')), beside(facts('a'), requires('a'))).neverMilder).toBe(true);
    expect(compare(beside(facts('a'), requires('a')), beside(facts('b'), requires('a'))).neverMilder).toBe(false);
    expect(compare(beside(facts('a'), requires('a')), beside(requires('a'), facts('a'))).neverMilder).toBe(false);
    expect(compare(beside(facts('a'), requires('a')), beside(facts('a'), requires('a'), budget(5))).neverMilder).toBe(true);
  });

  it('proves nothing of a guard that exists only in code, or of another time limit', () => {
    const own: NodeData = { kind: 'guard', name: 'own', opaque: true };

    expect(compare(own, own)).toMatchObject({ neverMilder: false, neverStricter: false });
    expect(compare(budget(5), budget(5), {}, { guardTimeoutMs: 9 }).neverMilder).toBe(false);
  });

  it('proves nothing where the settings make another act of the same call', () => {
    const network: NodeData = { kind: 'when', params: { if: { kind: 'network' } }, children: [budget(5)] };
    const others: readonly PolicySettings[] = [
      { tools: { fetch_page: { kind: 'network' } } },
      { principals: { ann: { roles: ['admin'] } } },
      { resources: { file: { a: { open: true } } } },
      { approvals: { proof: 'passkey' } },
    ];

    for (const settings of others)
      expect(compare(network, network, settings, {}), JSON.stringify(settings)).toMatchObject({
        neverMilder: false,
        neverStricter: false,
        obstacles: [{ side: 'new', kind: 'settings' }],
      });
    expect(compare(network, network, others[0], { ...others[0] }).neverMilder).toBe(true);
  });

  it('proves nothing where people may except more, and is not in the way where they may except less', () => {
    const limits: readonly PolicySettings[] = [{}, { limits: { pauses: { for: '1h' } } }, { limits: { pauses: { for: '5m' } } }];
    const milder = (was: number, is: number): boolean => compare(budget(5), budget(4), limits[was], limits[is]).neverMilder;

    expect([milder(0, 1), milder(1, 2), milder(1, 1)]).toEqual([true, true, true]);
    expect([milder(2, 1), milder(1, 0), milder(2, 0)]).toEqual([false, false, false]);
  });

  it('proves nothing where a match asks for a role before it is given', () => {
    const roles: NodeData = { kind: 'roles', params: { roles: { admin: { agents: ['ann'] } } } };
    const all = (...children: readonly NodeData[]): NodeData => ({ kind: 'all', children });
    const asking: readonly NodeData[] = [
      { kind: 'when', params: { if: { role: 'admin' } }, children: [budget(5)] },
      { kind: 'budget', params: { max: 5, match: { role: ['admin'] } } },
    ];

    for (const guarded of asking) {
      expect(compare(all(roles, guarded), all(roles, guarded)).neverMilder, guarded.kind).toBe(true);
      expect(compare(all(roles, guarded), all(guarded, roles)).neverMilder, guarded.kind).toBe(false);
    }
  });

  it('counts the default and observing', () => {
    const tools: NodeData = { kind: 'tool_allowlist', params: { tools: ['Read'] } };

    expect(compare(tools, tools, { default: 'pass' }, { default: 'ask' })).toMatchObject({
      neverMilder: true,
      neverStricter: false,
    });
    expect(compare(tools, tools, {}, { mode: 'observe' })).toMatchObject({ neverMilder: false, neverStricter: true });
  });

  it('knows which match implies another, and fails with it only where both ask for effects after the same members', () => {
    const when = (match: { readonly [member: string]: string | readonly string[] }): NodeData => ({
      kind: 'when',
      params: { if: match },
      children: [{ kind: 'human_approval' }],
    });

    expect(compare(when({ tool: 'a' }), when({ tool: ['a', 'b'] })).neverMilder).toBe(true);
    expect(compare(when({ tag: 'a' }), when({ tag: ['a', 'b'] })).neverMilder).toBe(true);
    expect(compare(when({ tag: 'a' }), when({ kind: 'bash', tag: 'a' })).neverStricter).toBe(false);
  });
});
