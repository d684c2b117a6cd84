import type { FactScope } from '../model/context.ts';
import type { Json, MaybePromise } from '../model/json.ts';
import { chain, first } from '../model/maybe.ts';
import type { AuditRecord, FactRecord } from '../ports/audit.ts';
import type { ExpectedSession, FactsSet, SessionEvent } from '../ports/session.ts';
import { PROJECT_SESSION } from '../ports/session.ts';
import type { ResolvedOptions } from './engineOptions.ts';
import type { Evaluation } from '../model/evaluation.ts';
import { subjectOf } from '../model/subject.ts';

/** A fact that is set or forgotten. */
export type FactEvent = Extract<SessionEvent, { readonly type: 'fact' }>;

/** What is written down together with facts, if its condition holds: the outcome of the call that established them. */
export interface Closing {
  readonly event: Exclude<SessionEvent, FactEvent>;
  readonly record: AuditRecord;
  readonly expected: ExpectedSession | undefined;
}

/** The evaluation in whose name facts are set. */
export type FactAuthor = Pick<Evaluation, 'id' | 'action'>;

/** Writes facts down: into the session or the project, and into the trail; at once, where that is possible. */
export function writeFacts(
  author: FactAuthor,
  { sessions, audit, joint }: ResolvedOptions,
  scope: FactScope,
  facts: readonly FactEvent[],
  closing?: Closing,
): MaybePromise<void> {
  const session = scope === 'project' ? PROJECT_SESSION : author.action.sessionId;
  const events = closing === undefined ? facts : [withFacts(closing.event, facts)];
  const told = audit === undefined ? [] : facts.flatMap(event => recordOf(event, scope, author));
  const records = audit === undefined || closing === undefined ? told : [...told, closing.record];
  if (records.length > 0 && joint !== undefined) return joint.write(session, events, records, closing?.expected);
  const recorded = (): MaybePromise<void> => first(records, record => chain(audit?.append(record), () => undefined));
  return chain(sessions.append(session, events, closing?.expected), recorded);
}

/** A store keeps one event, however many facts come with it. */
const withFacts = (event: Closing['event'], facts: readonly FactEvent[]): SessionEvent =>
  facts.length === 0 ? event : { ...event, facts: inGroups(facts) };

/** Names that get the same value one after the other stand together: most resets put one stamp on many facts. */
function inGroups(facts: readonly FactEvent[]): FactsSet {
  const groups: [value: Json, ...names: string[]][] = [];
  for (const { name, value } of facts) {
    const last = groups.at(-1);
    if (last !== undefined && last[0] === value) last.push(name);
    else groups.push([value, name]);
  }
  return groups;
}

/** What nodes keep for themselves is no fact and is in no trail; what they establish is a fact. */
function recordOf({ at, name, value }: FactEvent, scope: FactScope, author: FactAuthor): readonly FactRecord[] {
  const isKept = name.startsWith('@') && !/^@(?:agent|obligation|hold)\b/.test(name);
  if (isKept || name.startsWith('grant:')) return [];
  const change = value === null ? 'void' : changeOf(name, value);
  const { agentId } = author.action;
  const about = { ...subjectOf(author), ...(agentId !== undefined && { agentId }) };
  return [{ type: 'fact', at, ...about, name: name.replace(/^@/, ''), change, scope }];
}

/** An obligation that is fulfilled is still known, so that it is not brought about once more by the same. */
function changeOf(name: string, value: Json): FactRecord['change'] {
  if (!name.startsWith('@obligation/') || typeof value !== 'object' || value === null) return 'established';
  if ('open' in value && value['open'] === false) return 'void';
  return 'late' in value && value['late'] === true ? 'late' : 'established';
}
