import { All, PolicyEngine } from '@licet/core';
import type { Registry, TraceNode } from '@licet/core';
import { severityOf } from '@licet/core/nodes';
import type { BuiltPolicy, CompiledPolicy, NodeData } from '@licet/core/policy';

import { reachesFurther } from '../formula.ts';
import type { Read } from '../formula.ts';
import { callOf, freshSession, stillClock } from '../standstill.ts';
import type { Candidate, TrialWorld } from '../witnesses.ts';
import { FAILED_CONDITION, FAILED_LEAF } from './predict.ts';
import type { Columns, Says } from './predict.ts';

/** An action with what every leaf and condition of two policies says of it. */
export interface Case {
  readonly candidate: Candidate;
  readonly says: Says;
  /** The codes of what they say: two actions with the same codes show the same. */
  readonly codes: string;
}

/** Asks every leaf and condition of two policies about single actions, in a session in which nothing has happened. */
export interface Observer {
  readonly columns: Columns;
  readonly observe: (candidate: Candidate) => Promise<Case>;
}

/** A policy with the formula that it is. */
export interface ReadPolicy {
  readonly compiled: CompiledPolicy;
  readonly read: Read;
}

type Build = (compiled: CompiledPolicy) => BuiltPolicy;

/** Each leaf of each side is a child of one flat policy, where neither what comes before it nor the settings differ. */
export function observerOf(policies: readonly ReadPolicy[], build: Build, registry: Registry, world: TrialWorld): Observer {
  const columns = new Map<string, number>();
  const columnOf = (name: string): number => {
    const column = columns.get(name) ?? columns.size;
    columns.set(name, column);
    return column;
  };
  const isApart = policies.some(
    ({ compiled, read }) =>
      JSON.stringify(compiled.settings) !== JSON.stringify(policies[0]?.compiled.settings) ||
      read.leaves.some(({ data }) => reachesFurther(data, registry)),
  );
  const groups = isApart ? policies.map(each => [each]) : [policies];
  const ask = groups.map(group => flatEngine(group, build, registry, columnOf, world));
  return {
    columns,
    async observe(candidate) {
      const says = new Uint8Array(columns.size);
      const codes: string[] = [];
      for (const each of ask) codes.push(await each(candidate, says));
      return { candidate, says, codes: codes.join('|') };
    },
  };
}

type Ask = (candidate: Candidate, says: Says) => Promise<string>;

function flatEngine(
  group: readonly ReadPolicy[],
  build: Build,
  registry: Registry,
  columnOf: (name: string) => number,
  world: TrialWorld,
): Ask {
  const asked = askedNodes(group, registry).map(each => ({ ...each, column: columnOf(each.name) }));
  const [{ compiled } = { compiled: undefined }] = group;
  if (compiled === undefined || asked.length === 0) return async () => '';
  const { mode: _mode, ...others } = compiled.settings;
  const built = asked.map(({ data }) => build({ ...compiled, policy: data, settings: { ...others, default: 'pass' } }));
  const { sessions, begin } = freshSession(world.now);
  const options = { sessions, effects: world.effects, clock: stillClock(world.now), ids: () => '0' };
  // What is built keeps nothing, whatever the policy says of its stores.
  const settings = built[0]?.settings ?? {};
  const engine = new PolicyEngine({ policy: All(...built.map(({ policy }) => policy)), settings }, options);
  return async ({ action, facts }, says) => {
    await begin(facts);
    const { trace } = await engine.explain(callOf({ action }, world.cwd, '1'));
    return asked
      .map(({ column, isCondition }, index) => {
        const child = trace.children[index];
        says[column] = isCondition ? conditionValue(child) : leafValue(child);
        return child?.verdict?.code ?? '';
      })
      .join();
  };
}

interface AskedNode {
  readonly name: string;
  readonly data: NodeData;
  readonly isCondition: boolean;
}

/** The leaves of some policies, and a node for each of their conditions, each once. */
function askedNodes(group: readonly ReadPolicy[], registry: Registry): readonly AskedNode[] {
  const nodes = new Map<string, AskedNode>();
  const children = askingNodes(registry);
  for (const { read } of group) {
    for (const { name, data } of read.leaves) if (data.opaque !== true) nodes.set(name, { name, data, isCondition: false });
    for (const { name, kind, source } of children.length === 0 ? [] : read.conditions)
      nodes.set(name, { name, data: { kind, params: { if: source }, children }, isCondition: true });
  }
  return [...nodes.values()];
}

/** A node that says the same of every action, where there is one. */
function askingNodes(registry: Registry): readonly NodeData[] {
  const kind = registry.kinds.find(each => {
    const range = registry.get(each)?.analysis?.range?.({});
    return range?.applies === 'always' && range.fails === 'never';
  });
  return kind === undefined ? [] : [{ kind }];
}

function leafValue(node: TraceNode | undefined): number {
  const verdict = node?.verdict;
  if (verdict === undefined || verdict.applicable === false) return 0;
  return node?.status === 'errored' ? FAILED_LEAF : 1 + severityOf(verdict.ruling);
}

function conditionValue(node: TraceNode | undefined): number {
  return node?.status === 'errored' ? FAILED_CONDITION : Math.min(1, leafValue(node));
}
