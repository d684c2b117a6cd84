import { relative } from 'node:path';

import { escapeText } from '@licet/core';
import type { GuardNode, Json, Registry } from '@licet/core';
import {
  barText,
  bytesText,
  columns,
  dim,
  factText,
  folded,
  nameText,
  numberText,
  rulingWord,
  spanText,
  whenText,
} from '@licet/core/command';
import type { Terminal } from '@licet/core/command';
import { describeTree, PROOF_LEVELS } from '@licet/core/policy';
import type { NodeData } from '@licet/core/policy';
import type { ReservationState } from '@licet/core/store';
import type { FactsOptions } from '@licet/guards';
import { factsDefinition, requiresDefinition } from '@licet/guards/state';

import { grantLines } from '../grants/store.ts';
import { reportLine } from '../grounding/inspectGraphs.ts';
import type { GraphReport } from '../grounding/inspectGraphs.ts';
import { nodesOf, paramsOf } from '../policy/nodes.ts';
import { registry } from '../policy/registry.ts';
import { cappedText } from '../policy/limits.ts';
import { limitOf, ownerOf } from './limits.ts';
import type { CounterReport, SessionReport, StatusReport, StoreReport, WaitingReport } from './report.ts';

/** Writes a report for people. Everything in it that came from outside is escaped. */
export function printStatus(
  report: StatusReport,
  { root, now, session: asked }: { readonly root: string; readonly now: number; readonly session?: string | undefined },
  { hasColor, print, width }: Terminal,
): void {
  const terminal = { hasColor, print: (line: string) => folded(line, width).forEach(each => print(each)) };
  const { policy, stores, sessions, project, exceptions, reservations, waiting, covering, graphs } = report;
  const section = (title: string, lines: readonly string[]): void => {
    if (lines.length === 0) return;
    terminal.print(`\n${title}`);
    for (const line of lines) terminal.print(line);
  };
  terminal.print(`policy  ${nameText(shownFile(policy.file, root))}  ${dim(policyText(policy), terminal)}`);
  for (const line of settingLines(report)) terminal.print(line);
  if (report.paused !== undefined) terminal.print(pausedText(report.paused, now));
  if (report.onHold !== undefined) terminal.print(`on hold every session, until \`licet continue\`: ${nameText(report.onHold)}`);
  section('stores', table(stores.map(each => storeRow(each, root))));
  for (const session of sessions) section(sessionTitle(session, now, terminal), sessionLines(session, now, terminal));
  if (sessions.length === 0) section('sessions', [noSession(asked)]);
  section('project', [...factLines(project.facts), ...counterLines(project.counters)]);
  section(
    'exceptions',
    exceptions.flatMap(each => grantLines(each, root, now)).map(line => `  ${line}`),
  );
  const limits = [...project.counters, ...sessions.flatMap(({ counters }) => counters)];
  section('held', table(reservations.flatMap(each => heldRow(each, limits, now))));
  const waits = waiting.flatMap(each => waitingLines(each, now));
  section('waiting for a human', waits);
  section(
    'approved for several calls',
    covering.flatMap(({ code, sessionId, covers, used, ends }) => [
      `  ${nameText(code)}  session ${nameText(sessionId)}, used ${used}; ${nameText(ends)}`,
      ...covers.map(line => `    ${nameText(line)}`),
    ]),
  );
  section('graphs', graphs.map(graphLine));
}

const noSession = (asked: string | undefined): string =>
  `  none: nothing has happened ${asked === undefined ? 'yet' : `in \`${nameText(asked)}\``}`;

/** Rows below each other, indented. */
const table = (rows: readonly (readonly string[])[]): readonly string[] => columns(rows, '  ');

const graphLine = (graph: GraphReport): string => `  ${'error' in graph ? 'FAILED' : 'ok'}  ${escapeText(reportLine(graph))}`;

/** A file of the project is named from its folder. */
function shownFile(file: string, root: string): string {
  const below = relative(root, file);
  return below.startsWith('..') ? file : below;
}

const policyText = ({ mode, default: fallback, digest }: StatusReport['policy']): string =>
  `${mode}, default ${fallback}, ${digest.slice(0, 12)}`;

/** What of the policy counts, and what does not. */
function settingLines({ pin, policy: { proof, quiet }, capped = [] }: StatusReport): readonly string[] {
  return [
    ...(pin === undefined ? [] : [`        ${escapeText(pin)}`]),
    `answers count at level ${proof}: ${PROOF_LEVELS[proof].holds}`,
    ...(quiet === 'off'
      ? []
      : [`quiet: calls that are certain to do no more than \`${quiet}\` run without a question of the agent`]),
    ...capped.map(each => escapeText(cappedText(each), 500)),
  ];
}

const pausedText = ({ until, reason, by }: NonNullable<StatusReport['paused']>, now: number): string =>
  `paused  ends ${whenText(until, now)}, by ${nameText(by)}: ${nameText(reason)}`;

function storeRow({ use, store, file, bytes, ok, detail }: StoreReport, root: string): readonly string[] {
  const size = bytes === undefined || bytes === 0 ? '' : `, ${bytesText(bytes)}`;
  return [
    ok ? 'ok' : 'FAILED',
    use,
    store,
    file === undefined || !ok ? escapeText(detail) : `${nameText(shownFile(file, root))}: ${detail}${size}`,
  ];
}

function sessionTitle(
  { id, at, evaluated, passed, risk, consecutiveBlocks }: SessionReport,
  now: number,
  terminal: Pick<Terminal, 'hasColor'>,
): string {
  const inARow = consecutiveBlocks === 0 ? '' : `, ${consecutiveBlocks} stopped in a row`;
  const counts = `${passed} of ${evaluated} passed${inARow}, risk ${numberText(risk)}, ${whenText(at, now)}`;
  return `session ${nameText(id)}  ${dim(counts, terminal)}`;
}

/** How much of a command or a path is shown. */
const ABOUT = 60;

function sessionLines(
  { id, onHold, facts, counters, blocks }: SessionReport,
  now: number,
  terminal: Pick<Terminal, 'hasColor'>,
): readonly string[] {
  const stopped = blocks.map(({ at, what, about, ruling, why }) => [
    rulingWord(ruling, terminal),
    nameText(what),
    whenText(at, now),
    about === undefined ? nameText(why) : escapeText(about, ABOUT),
  ]);
  const holding = onHold === undefined ? [] : [`  on hold, until \`licet continue\`: ${nameText(onHold)}`];
  const lines = [...holding, ...factLines(facts), ...counterLines(counters, `session:${id}`), ...table(stopped)];
  return lines.length === 0 ? ['  no facts, no counters, nothing stopped'] : lines;
}

function factLines(facts: Readonly<Record<string, Parameters<typeof factText>[0]>>): readonly string[] {
  return table(Object.entries(facts).map(([name, value]) => ['fact', nameText(name), factText(value)]));
}

/** Counters with their limits. Each is named with its owner, unless that is `owner`, whose counters they are. */
function counterLines(counters: readonly CounterReport[], owner?: string): readonly string[] {
  return table(
    counters.map(({ key, used, reserved, limit }) => {
      const held = reserved === 0 || limit?.windowMs !== undefined ? '' : `, ${numberText(reserved)} held`;
      if (limit === undefined) return ['counter', nameText(key), '', `${numberText(used)}${held}`];
      const window = limit.windowMs === undefined ? '' : ` in ${spanText(limit.windowMs)}`;
      return [
        'limit',
        ownerOf({ key }, limit) === owner
          ? nameText(limit.name)
          : `${nameText(limit.name)} (${nameText(ownerOf({ key }, limit))})`,
        barText(used, limit.max),
        `${numberText(used)} of ${limit.max}${window}${held}`,
      ];
    }),
  );
}

/** What counts in a window is used, and not held. */
function heldRow(
  { key, holder, amount, expiresAt }: ReservationState,
  counters: readonly CounterReport[],
  now: number,
): readonly (readonly string[])[] {
  const limit = counters.find(counter => counter.key === key)?.limit;
  if (limit?.windowMs !== undefined) return [];
  const of = limit === undefined ? key : `${limit.name} (${ownerOf({ key }, limit)})`;
  return [[numberText(amount), `of ${nameText(of)}`, `by ${nameText(holder)}`, `expires ${whenText(expiresAt, now)}`]];
}

function waitingLines({ code, sessionId, what, why, expiresAt }: WaitingReport, now: number): readonly string[] {
  return [
    `  ${nameText(code)}  ${nameText(what)}`,
    ...why.map(reason => `    ${nameText(reason)}`),
    `    session ${nameText(sessionId)}, expires ${whenText(expiresAt, now)}`,
  ];
}

/** The policy as a tree that says at each node how things stand: what of a limit is used, whether a fact is established. */
export function standingTree(policy: GuardNode, report: StatusReport): NodeData {
  const counters = [...report.project.counters, ...report.sessions.flatMap(session => session.counters)];
  const nodes = registry();
  const declared = Object.assign(
    {},
    ...nodesOf(policy, factsDefinition).map(node => paramsOf(node, factsDefinition)?.facts),
  ) as Facts;
  const annotate = (guard: GuardNode, data: NodeData): NodeData => {
    const standing = standingOf(guard, { report, counters, nodes, declared });
    const children = data.children?.map((child, index) => annotate(guard.children?.[index] as GuardNode, child));
    return {
      ...data,
      ...(standing !== undefined && { params: { ...data.params, now: standing } }),
      ...(children !== undefined && { children }),
    };
  };
  return annotate(policy, describeTree(policy, true));
}

interface Known {
  readonly report: StatusReport;
  readonly counters: readonly CounterReport[];
  readonly nodes: Registry;
  readonly declared: Facts;
}

type Facts = FactsOptions['facts'];

function standingOf(guard: GuardNode, { report, counters, nodes, declared }: Known): Json | undefined {
  const own = limitOf(guard, nodes);
  if (own !== undefined) {
    const mine = counters.filter(({ limit }) => limit?.prefix === own.prefix);
    if (mine.length === 0) return `0 of ${own.max}`;
    return mine.map(counter => `${numberText(counter.used)} of ${own.max} (${ownerOf(counter, own)})`);
  }
  const { fact, allOf, anyOf } = paramsOf(guard, requiresDefinition) ?? {};
  const names = fact === undefined ? (allOf ?? anyOf) : [fact];
  return fact === undefined
    ? names?.map(name => `${name} ${whereText(name, report, declared)}`)
    : whereText(fact, report, declared);
}

/** Where a fact is established: one that consists of others, where those are. */
function whereText(name: string, { project, sessions }: StatusReport, declared: Facts): string {
  const isIn = (facts: StatusReport['project']['facts'], each: string): boolean => {
    const { allOf, anyOf } = declared[each] ?? {};
    if (allOf !== undefined) return allOf.every(part => isIn(facts, part));
    return anyOf === undefined ? Object.hasOwn(facts, each) : anyOf.some(part => isIn(facts, part));
  };
  if (isIn(project.facts, name)) return 'established in the project';
  const where = sessions.filter(({ facts }) => isIn({ ...project.facts, ...facts }, name)).map(({ id }) => id);
  return where.length === 0 ? 'not established' : `established in ${where.join(', ')}`;
}
