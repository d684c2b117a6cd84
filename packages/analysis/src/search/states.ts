import { memoryApprovals, PolicyEngine } from '@licet/core';
import type { Registry } from '@licet/core';
import { severityOf } from '@licet/core/nodes';
import type { BuiltPolicy, CompiledPolicy, NodeData } from '@licet/core/policy';

import type { Ingredients } from '../candidates/candidates.ts';
import { callOf, freshSession, stillClock } from '../standstill.ts';
import { carryOut } from '../trial.ts';
import type { Candidate, TrialWorld } from '../witnesses.ts';
import { aboutOf, commandOf } from './about.ts';
import type { Case, Observer, ReadPolicy } from './observe.ts';

/** A leaf whose ruling depends on what was done before. */
interface CountingLeaf {
  readonly name: string;
  readonly data: NodeData;
  readonly compiled: CompiledPolicy;
  /** Under which of the policies its count goes up: those that have it, or one that shares its counter. */
  readonly under: readonly boolean[];
}

/** The leaves of two policies that count, each once. */
export function countersOf(policies: readonly ReadPolicy[], nodes: Registry): readonly CountingLeaf[] {
  const found = new Map<string, CountingLeaf>();
  const keyOf = ({ kind, params = {} }: NodeData): string | undefined => nodes.get(kind)?.analysis?.counter?.(params);
  for (const { read, compiled } of policies)
    for (const { name, data } of read.leaves) {
      const key = keyOf(data);
      if (data.opaque === true || (key === undefined && nodes.get(data.kind)?.analysis?.keeps !== true)) continue;
      const under = policies.map(({ read: { leaves } }) =>
        leaves.some(other => other.name === name || (key !== undefined && keyOf(other.data) === key)),
      );
      found.set(name, { name, data, compiled, under });
    }
  return [...found.values()];
}

/** All repetitions of all actions are so many evaluations at the most. */
const MOST_REPEATED = 1_500;

/** A case that has been done before: `after` so many times. */
export interface Repeated extends Case {
  readonly after: number;
  /** The columns that say something else than before. */
  readonly used: readonly number[];
}

interface RepetitionHost {
  readonly observer: Observer;
  readonly build: (compiled: CompiledPolicy) => BuiltPolicy;
  readonly world: TrialWorld;
  /** Is called before each other action. */
  readonly next: (isObscure?: boolean) => void;
}

/**
 * What cases say once they have been done again and again: one case for each time at which a counter says something else. An argument that
 * counters tell apart is the same every time, or another one.
 */
export async function repetitions(
  counters: readonly CountingLeaf[],
  cases: readonly Case[],
  { times, args }: Pick<Ingredients, 'times' | 'args'>,
  host: RepetitionHost,
): Promise<readonly Repeated[]> {
  if (counters.length === 0 || times === 1) return [];
  const { columns } = host.observer;
  const engines = counters.map(leaf => ({ ...leaf, column: columns.get(leaf.name) ?? -1, run: soloEngine(leaf, host) }));
  const found: Repeated[] = [];
  let left = MOST_REPEATED;
  for (const each of inTurn([...(await variedCases(cases, args, host)), ...cases])) {
    const counting = engines.filter(({ column }) => (each.says[column] ?? 0) > 0);
    left -= times * counting.length;
    if (counting.length === 0 || left < 0) continue;
    host.next(each.candidate.isObscure);
    const rows: (readonly number[])[] = [];
    for (const { run } of counting) rows.push(await run(each.candidate, times));
    for (let after = 1; after < times; after++)
      if (rows.some(row => row[after] !== row[after - 1]))
        for (const side of counters[0]?.under.keys() ?? []) {
          const says = each.says.slice();
          for (const [index, { column, under }] of counting.entries())
            if (under[side] === true) says[column] = rows[index]?.[after] ?? 0;
          const used = counting.flatMap(({ column }) => (says[column] === each.says[column] ? [] : [column]));
          const candidate = { ...each.candidate, times: after + 1 };
          found.push({ candidate, says, codes: `${each.codes} ${after}`, after, used });
        }
  }
  return found;
}

/** Calls with another value of an argument every time. */
async function variedCases(
  cases: readonly Case[],
  args: readonly string[],
  { observer, next }: RepetitionHost,
): Promise<readonly Case[]> {
  const plain = cases.filter(({ candidate }) => candidate.facts === undefined && candidate.isObscure !== true);
  const varied: Case[] = [];
  for (const arg of args.slice(0, MOST_ARGS))
    for (const { candidate } of inTurn(plain).slice(0, MOST_VARIED)) {
      next();
      varied.push(await observer.observe({ ...candidate, words: `${candidate.words} (every time another ${arg})`, varies: arg }));
    }
  return varied;
}

/** Cases in such an order that those that have the same about them, and differ only in their commands, take turns. */
function inTurn(cases: readonly Case[]): readonly Case[] {
  const contextOf = (candidate: Candidate): string =>
    commandOf(candidate) === undefined ? `${candidate.action.kind} ${candidate.action.tool}` : aboutOf(candidate);
  const groups = [...Map.groupBy(cases, ({ candidate }) => contextOf(candidate)).values()];
  const most = Math.max(0, ...groups.map(({ length }) => length));
  return [...Array(most).keys()].flatMap(at => groups.flatMap(group => group.slice(at, at + 1)));
}

/** Arguments, and calls for each, that are varied. */
const MOST_ARGS = 4;
const MOST_VARIED = 24;

/** Does an action again and again under one leaf alone, and returns what it says every time. */
function soloEngine(
  { data, compiled }: CountingLeaf,
  { build, world: { effects, cwd, now }, next }: RepetitionHost,
): (candidate: Candidate, times: number) => Promise<readonly number[]> {
  const { sessions, begin } = freshSession(now);
  const { mode: _mode, ...settings } = compiled.settings;
  const options = { sessions, approvals: memoryApprovals(), effects, clock: stillClock(now), ids: () => '0' };
  const engine = new PolicyEngine(build({ ...compiled, policy: data, settings: { ...settings, default: 'pass' } }), options);
  return async (candidate, times) => {
    await begin(candidate.facts);
    const row: number[] = [];
    for (let time = 1; time <= times; time++) {
      if (candidate.varies !== undefined) next();
      const { code, ruling } = await carryOut(engine, callOf(candidate, cwd, `${time}`));
      row.push(code === 'default_ruling' ? 0 : 1 + severityOf(ruling));
    }
    return row;
  };
}
