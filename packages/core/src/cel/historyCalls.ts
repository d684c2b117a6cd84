import type { ASTNode } from '@marcbachmann/cel-js';

import type { Action } from '../model/action.ts';
import { match } from '../model/condition.ts';
import type { Condition, Match } from '../model/condition.ts';
import { COUNTER_SCOPES, digestValues, memberAt, scopeKey } from '../model/counterKey.ts';
import type { CounterScope } from '../model/counterKey.ts';
import { GovernanceError, InvariantError } from '../model/errors.ts';
import { chain } from '../model/maybe.ts';
import type { Need } from '../model/node.ts';
import type { Tally } from '../model/tally.ts';
import { canonicalJson } from '../text/canonical.ts';
import { readDuration } from '../text/quantity.ts';
import { sha256 } from '../text/sha256.ts';
import { suggest } from '../text/suggest.ts';
import { nodesOf } from './linearRegex.ts';

/** The functions that ask what happened before, with what each gives. */
export const HISTORY_FUNCTIONS = { happened: 'bool', count: 'int', sum: 'double' } as const;

type HistoryFunction = keyof typeof HISTORY_FUNCTIONS;

/** The function that replaces a question when the condition is evaluated. */
export const slotName = (asks: string): string => `licet_${asks}`;

/** One question about what happened before, as it is written in a condition. */
export interface HistoryCall {
  readonly asks: HistoryFunction;
  readonly start: number;
  readonly end: number;
  readonly tally: Tally;
  /** What the actions that it means cannot be told without. */
  readonly needs: readonly Need[];
  /** Which of its counters is meant: expressions about the action that is judged, in the order of the members of `payload`. */
  readonly values: readonly string[];
  readonly per: CounterScope;
}

/** The members of a pattern that are compared as those of a match are. */
const MATCHED: Readonly<Record<string, keyof Match>> = {
  kind: 'kind',
  tool: 'tool',
  task_type: 'taskType',
  agent_id: 'agentId',
  effect: 'effect',
  tag: 'tag',
  runs: 'runs',
};

const MEMBERS = [...Object.keys(MATCHED), 'outcome', 'payload', 'per'];

/** Finds the questions about the past in a condition. Throws for one whose pattern, field or time is not written out. */
export function historyCalls(source: string, ast: ASTNode): readonly HistoryCall[] {
  return Array.from(nodesOf(ast)).flatMap(node => {
    if (node.op !== 'call' || !Object.hasOwn(HISTORY_FUNCTIONS, node.args[0])) return [];
    const [name, args] = node.args;
    return [callOf(name as HistoryFunction, args, node, source)];
  });
}

function callOf(asks: HistoryFunction, args: readonly ASTNode[], { start, end }: ASTNode, source: string): HistoryCall {
  const [pattern, ...rest] = args;
  const [field, within] = asks === 'sum' ? rest : [undefined, rest[0]];
  if (pattern?.op !== 'map') throw uncountable(asks, 'its pattern must be written out, as in `{"tool": "send_mail"}`');
  const entries = new Map(pattern.args.map(([key, value]) => [textOf(key, asks, 'the name of a member'), value]));
  for (const name of entries.keys()) {
    if (MEMBERS.includes(name)) continue;
    const meant = suggest(name, MEMBERS);
    const hint = meant === undefined ? `; it may have \`${MEMBERS.join('`, `')}\`` : `, did you mean \`${meant}\`?`;
    throw new InvariantError('invalid_condition', `a pattern has no member \`${name}\`${hint}`);
  }
  const payload = payloadOf(entries.get('payload'), asks);
  const spec = Object.fromEntries(
    Object.entries(MATCHED).flatMap(([name, member]) => {
      const value = entries.get(name);
      return value === undefined ? [] : [[member, textsOf(value, asks, `\`${name}\``)]];
    }),
  );
  if (Object.keys(spec).length === 0)
    throw uncountable(asks, `its pattern must say which actions it means, by one of \`${Object.keys(MATCHED).join('`, `')}\``);
  const counted: Counted = {
    matches: match(spec),
    names: payload.map(([name]) => name),
    per: wordOf(entries.get('per'), COUNTER_SCOPES, asks, 'per') ?? 'session',
    outcome: wordOf(entries.get('outcome'), ['ok', 'error'] as const, asks, 'outcome'),
    field: field && textOf(field, asks, 'the field'),
    windowMs: within && windowOf(within, asks),
  };
  const values = payload.map(([, value]) => source.slice(value.start, value.end));
  return { asks, start, end, tally: tallyOf(counted), needs: counted.matches.needs ?? [], values, per: counted.per };
}

interface Counted {
  readonly matches: Condition;
  /** The members of the payload that have a count for each of their values. */
  readonly names: readonly string[];
  readonly per: CounterScope;
  readonly outcome: 'ok' | 'error' | undefined;
  /** The member of the payload that is added up; absent where actions are counted. */
  readonly field: string | undefined;
  readonly windowMs: number | undefined;
}

function tallyOf({ matches, names, per, outcome, field, windowMs }: Counted): Tally {
  const identity = [matches.source, names, per, outcome ?? '', field ?? '', windowMs ?? ''];
  const name = `history:${sha256(canonicalJson(identity)).slice(0, 24)}`;
  return Object.freeze<Tally>({
    name,
    windowMs,
    outcome,
    hasValues: names.length > 0,
    keyOf: (action, ctx) =>
      chain(matches.test(action, ctx), isMeant =>
        isMeant
          ? historyKey(
              name,
              action,
              per,
              names.map(member => memberAt(action.payload, member)),
            )
          : undefined,
      ),
    amountOf: ({ payload }) => (field === undefined ? 1 : amountIn(payload, field)),
  });
}

/** The counter of a question for some values; undefined where one of them is no text, number or boolean. */
export function historyKey(name: string, action: Action, per: CounterScope, values: readonly unknown[]): string | undefined {
  const digest = digestValues(values);
  return digest === undefined ? undefined : `${name}:${scopeKey(action, per)}${values.length === 0 ? '' : `:${digest}`}`;
}

function amountIn(payload: Action['payload'], field: string): number {
  const amount = memberAt(payload, field);
  if (typeof amount === 'number' && Number.isFinite(amount) && amount >= 0) return amount;
  throw new GovernanceError('condition_failed', `a condition adds up \`${field}\`, which must be a number of at least 0`);
}

/** The members of the payload that a pattern names, in the order of their names: they are told apart in the same order wherever they are asked about. */
function payloadOf(node: ASTNode | undefined, asks: HistoryFunction): readonly (readonly [string, ASTNode])[] {
  if (node === undefined) return [];
  if (node.op !== 'map') throw uncountable(asks, '`payload` must be written out, as in `{"order": action.payload.order}`');
  const members = node.args.map(([key, value]) => [textOf(key, asks, 'the name of an argument'), value] as const);
  for (const [name, value] of members)
    for (const { op, args } of nodesOf(value))
      if (op === 'call' && Object.hasOwn(HISTORY_FUNCTIONS, args[0]))
        throw uncountable(asks, `\`${name}\` of its pattern may not ask what happened before`);
  return members.toSorted(([a], [b]) => (a < b ? -1 : 1));
}

function textOf(node: ASTNode, asks: HistoryFunction, what: string): string {
  if (node.op === 'value' && typeof node.args === 'string' && node.args !== '') return node.args;
  throw uncountable(asks, `${what} must be written out as a text`);
}

function textsOf(node: ASTNode, asks: HistoryFunction, what: string): string | readonly string[] {
  return node.op === 'list' ? node.args.map(each => textOf(each, asks, what)) : textOf(node, asks, what);
}

function wordOf<W extends string>(
  node: ASTNode | undefined,
  words: readonly W[],
  asks: HistoryFunction,
  what: string,
): W | undefined {
  if (node === undefined) return undefined;
  const found = words.find(word => word === textOf(node, asks, `\`${what}\``));
  if (found === undefined) throw uncountable(asks, `\`${what}\` must be one of \`${words.join('`, `')}\``);
  return found;
}

function windowOf(node: ASTNode, asks: HistoryFunction): number {
  const text = textOf(node, asks, 'the time');
  const windowMs = readDuration(text);
  if (windowMs === undefined) throw uncountable(asks, `expected a time such as \`1h\`, found \`${text}\``);
  return windowMs;
}

/** What it asks would have to be looked for in everything that has happened. */
function uncountable(asks: HistoryFunction, why: string): InvariantError {
  return new InvariantError('invalid_condition', `\`${asks}\` counts as things happen: ${why}`);
}
