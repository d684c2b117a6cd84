import { InvariantError, RULINGS } from '@licet/core';
import type { Action, Principal, Ruling } from '@licet/core';
import { definite, escalated, kthBest, reverse, UNKNOWN, worst } from '@licet/core/algebra';
import type { Interval, Maybe } from '@licet/core/algebra';
import { defined, isRecord, rulingAt, severityOf } from '@licet/core/nodes';
import type { CapabilityRequest, Severity } from '@licet/core/nodes';
import { digestAction, wayTo } from '@licet/core/policy';
import type { EvaluationRecord } from '@licet/core/store';

/** An action as a record of the trail has it. */
export interface RecordedAction {
  readonly action: Action;
  /** Whether it is the very action that was judged: its digest is the recorded one. A trail masks secrets and cuts long texts. */
  readonly exact: boolean;
}

/**
 * Makes the action of a recorded evaluation again.
 *
 * @example
 * ```ts
 * import { PolicyEngine, guard, memoryAudit, pass } from '@licet/core';
 * import { recordedAction } from '@licet/analysis';
 *
 * const audit = memoryAudit();
 * const engine = new PolicyEngine(guard('fine', () => pass()), { audit });
 * await engine.evaluate({ kind: 'bash', payload: { command: 'ls' }, cwd: '/project' });
 * await engine.evaluate({ kind: 'tool', tool: 'login', payload: { password: 'hunter2' } });
 * const records = (await audit.read({})).map(({ record }) => record);
 * records.map(record => record.type === 'evaluation' && recordedAction(record).exact); // => [true, false]
 * ```
 */
export function recordedAction(record: EvaluationRecord): RecordedAction {
  const { kind, tool, sessionId, callId, agentId, agentType, cwd, taskType, turnId, remarks } = record;
  const { principal: id, roles, attributes, request } = record;
  const principal =
    id === undefined ? undefined : defined<Principal>({ id, roles, attributes: attributes as Principal['attributes'] });
  const action = defined<Action>({
    kind,
    tool,
    sessionId,
    callId,
    agentId,
    agentType,
    cwd,
    taskType,
    turnId,
    remarks,
    principal,
    payload: isRecord(record.payload) ? record.payload : {},
    request: request as CapabilityRequest | undefined,
  });
  return { action, exact: digestAction(action) === record.actionDigest };
}

/** What the verdicts of a record come to: a ruling, and the place of every node that spoke, in the order of the text. */
export interface ReadVerdicts {
  readonly ruling: Ruling;
  /** What each node said that joins no others, by the way to it: `0.2`. */
  readonly said: ReadonlyMap<string, string>;
}

/**
 * Finds the ruling again from what the nodes said, by the algebra alone: no policy, no action and no guard is looked at.
 * Throws an {@link InvariantError} for a text that it cannot read.
 *
 * @example
 * ```ts
 * import { readVerdictTree } from '@licet/analysis';
 *
 * readVerdictTree('&(p|(ba)w-)').ruling; // => 'ask'
 * readVerdictTree('!(<pb>)').ruling; // => 'block'
 * readVerdictTree('-=p').ruling; // => 'pass'
 * [...readVerdictTree('&(pt(w))').said]; // => [['0', 'p'], ['1.0', 'w']]
 * ```
 */
export function readVerdictTree(text: string): ReadVerdicts {
  const reader = new VerdictReader(text);
  const found = reader.node('');
  const rest = text.slice(reader.at);
  if (found !== undefined && rest === '') return { ruling: rulingAt(found.worst), said: reader.said };
  const fallback = /^=(?<letter>[pwab])$/u.exec(rest)?.groups?.['letter'];
  if (found !== undefined || fallback === undefined) throw unreadable(text, reader.at);
  return { ruling: rulingAt(severityAt(fallback) ?? 3), said: reader.said };
}

const severityAt = (letter: string | undefined): Severity | undefined =>
  RULINGS.map(severityOf).find(severity => letter !== undefined && rulingAt(severity).startsWith(letter));

const unreadable = (text: string, at: number): InvariantError =>
  new InvariantError('invalid_param', `the verdicts \`${text}\` cannot be read from character ${at + 1} on`);

const DEEPEST = 300;

class VerdictReader {
  readonly #text: string;
  readonly said: Map<string, string> = new Map();
  at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  node(way: string, depth = 0): Maybe<Interval> {
    if (depth > DEEPEST) throw unreadable(this.#text, this.at);
    const onError = this.#match(/\^(?<letter>[aw])/y)?.['letter'];
    const found = this.#joined(way, depth);
    const wanted = severityAt(onError);
    if (wanted === undefined || found === undefined) return found;
    return definite(wanted < found.best ? found.best : wanted > found.worst ? found.worst : wanted);
  }

  #joined(way: string, depth: number): Maybe<Interval> {
    const open = this.#match(/(?<sign>[&|!>tf]|#(?<k>[0-9]+))\(/y);
    if (open === undefined) return this.#leaf(way);
    const { sign = '', k } = open;
    const children: Maybe<Interval>[] = [];
    while (this.#match(/\)/y) === undefined) {
      const index = sign === 'f' ? 1 : children.length;
      children.push(this.node(wayTo(way, index), depth + 1));
    }
    const wanted = sign === '>' ? 2 : sign === '!' || sign === 't' || sign === 'f' ? 1 : undefined;
    if (children.length === 0 || (wanted !== undefined && children.length !== wanted)) throw unreadable(this.#text, this.at);
    const [first, second] = children;
    if (sign === '&') return worst(children);
    if (sign === '!') return reverse(first);
    if (sign === '>') return escalated(first, () => second);
    return sign === '|' ? kthBest(children, 1) : k === undefined ? first : kthBest(children, Number(k));
  }

  #leaf(way: string): Maybe<Interval> {
    const from = this.at;
    const found = this.#match(/(?<one>[pwab])|<(?<best>[pwab])(?<worst>[pwab])>|(?<none>[-.])/y);
    if (found === undefined) throw unreadable(this.#text, this.at);
    this.said.set(way, this.#text.slice(from, this.at));
    const { one, best, worst: strictest, none } = found;
    if (none !== undefined) return none === '.' ? UNKNOWN : undefined;
    const [low, high] = [severityAt(one ?? best), severityAt(one ?? strictest)];
    if (low === undefined || high === undefined || low > high) throw unreadable(this.#text, this.at);
    return low === high ? definite(high) : { best: low, worst: high };
  }

  #match(pattern: RegExp): Readonly<Record<string, string | undefined>> | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.#text);
    if (found === null) return undefined;
    this.at = pattern.lastIndex;
    return found.groups ?? {};
  }
}
