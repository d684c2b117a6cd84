import { memorySessions, PolicyEngine } from '@licet/core';
import type { Json, Registry, TraceNode } from '@licet/core';
import { severityOf } from '@licet/core/nodes';
import type { BuiltPolicy, CompiledPolicy, NodeData } from '@licet/core/policy';

import { reachesFurther } from '../formula.ts';
import type { Read } from '../formula.ts';
import { stillClock } from '../standstill.ts';
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
  const ask = groups.map(group => flatEngine(group, build, columnOf, world));
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

function flatEngine(group: readonly ReadPolicy[], build: Build, columnOf: (name: string) => number, world: TrialWorld): Ask {
  const children = new Map<string, { readonly data: NodeData; readonly isCondition: boolean }>();
  for (const { read } of group) {
    for (const { name, data } of read.leaves) if (data.opaque !== true) children.set(name, { data, isCondition: false });
    for (const { name, source } of read.conditions) children.set(name, { data: conditionNode(source), isCondition: true });
  }
  const nodes = [...children].map(([name, each]) => ({ ...each, column: columnOf(name) }));
  const [{ compiled } = { compiled: undefined }] = group;
  if (compiled === undefined || nodes.length === 0) return async () => '';
  const { mode: _mode, ...settings } = compiled.settings;
  const policy: NodeData = { kind: 'all', children: nodes.map(({ data }) => data) };
  const sessions = memorySessions();
  const engine = new PolicyEngine(build({ ...compiled, policy, settings: { ...settings, default: 'pass' } }), {
    sessions,
    effects: world.effects,
    clock: stillClock(world.now),
    ids: () => '0',
  });
  return async ({ action, facts = [] }, says) => {
    sessions.inspect.reset({});
    const events = facts.map(name => ({ type: 'fact' as const, at: world.now, name, value: true }));
    if (events.length > 0) await sessions.append(SESSION, events);
    const { trace } = await engine.explain({ cwd: world.cwd, ...action, sessionId: SESSION, callId: '1' });
    return nodes
      .map(({ column, isCondition }, index) => {
        const child = trace.children[index];
        says[column] = isCondition ? conditionValue(child) : leafValue(child);
        return child?.verdict?.code ?? '';
      })
      .join();
  };
}

const SESSION = 'observed';

/** A node that asks where the condition holds, is skipped where it does not, and fails with it. */
const conditionNode = (source: Json): NodeData => ({
  kind: 'when',
  params: { if: source },
  children: [{ kind: 'human_approval' }],
});

function leafValue(node: TraceNode | undefined): number {
  const verdict = node?.verdict;
  if (verdict === undefined || verdict.applicable === false) return 0;
  return node?.status === 'errored' ? FAILED_LEAF : 1 + severityOf(verdict.ruling);
}

function conditionValue(node: TraceNode | undefined): number {
  return node?.status === 'errored' ? FAILED_CONDITION : Math.min(1, leafValue(node));
}
