import { OUTCOME_STATUSES } from '../model/action.ts';
import type { Action, ActionInput, Outcome, OutcomeInput } from '../model/action.ts';
import { declaredKind } from '../model/declaredTools.ts';
import type { DeclaredTools } from '../model/declaredTools.ts';
import { GovernanceError } from '../model/errors.ts';
import { messageOf } from '../text/messageOf.ts';
import { isRecord } from '../model/json.ts';
import { TRAIL } from '../ports/audit.ts';
import { PROJECT_SESSION } from '../ports/session.ts';

const MAX_DEPTH = 64;
/** Members and elements of an action, at all levels together. */
const MAX_MEMBERS = 100_000;
const SCALARS = ['kind', 'tool', 'sessionId', 'callId', 'agentId', 'agentType', 'cwd', 'taskType', 'turnId'] as const;

/** Stands for an action that cannot even be looked at. */
export const NO_ACTION: Action = Object.freeze({ kind: 'invalid', payload: Object.freeze({}), sessionId: 'invalid' });

/**
 * Returns the engine's own deep-frozen copy of an action, with the defaults filled in. What the caller changes later
 * changes nothing here. Throws a {@link GovernanceError} of code `invalid_action` for what is no action: a missing
 * kind, a payload that is no object, more than 64 levels or 100,000 members, or a cycle. A tool that the policy declares gets its kind from there.
 */
export function freezeAction(input: ActionInput, tools?: DeclaredTools): Action {
  if (typeof input !== 'object' || input === null) throw invalid(`expected an action, found \`${String(input)}\``);
  const copy = draftOf(input);
  if (!haveTexts(copy)) {
    const wrong = SCALARS.find(name => !isText(copy[name]));
    throw invalid(`\`${wrong}\` of the action must be a text`);
  }
  if (copy.kind === undefined || copy.kind === '') throw invalid('the action has no `kind`');
  const { payload = EMPTY, sessionId = 'default', approval, principal, remarks, request } = copy;
  if (!isRecord(payload)) throw invalid('`payload` of the action must be an object');
  if (approval !== undefined && typeof (approval as Partial<typeof approval> | null)?.id !== 'string')
    throw invalid('`approval` of the action must have the `id` of a request');
  if (principal !== undefined && !isPrincipal(principal))
    throw invalid('`principal` of the action must have an `id`, and `roles`, if any, as a list of texts');
  if (request !== undefined && !isRecord(request)) throw invalid('`request` of the action must be an object');
  if (remarks !== undefined && !isTexts(remarks)) throw invalid('`remarks` of the action must be a list of texts');
  if (sessionId === PROJECT_SESSION || sessionId === TRAIL.sessionId)
    throw invalid(`the session \`${sessionId}\` belongs to the project, not to an agent`);
  if (copy.callId === '') throw invalid('`callId` of the action must not be empty: leave it out');
  if (tools !== undefined) copy.kind = declaredKind(copy, tools);
  copy.payload = payload;
  copy.sessionId = sessionId;
  return Object.freeze(copy as Action);
}

type Draft = { -readonly [Key in keyof ActionInput]: ActionInput[Key] };

/** A copy of an action that the defaults can still be filled into; what it holds is frozen already. */
function draftOf(input: ActionInput): Draft {
  const size: Size = { left: MAX_MEMBERS };
  return freezeMembers({ ...(isPlain(input) ? input : (freeze(input, 0, size) as ActionInput)) }, 0, size);
}

const EMPTY: Readonly<Record<string, unknown>> = Object.freeze({});

function isPrincipal(value: unknown): boolean {
  return isRecord(value) && typeof value['id'] === 'string' && (value['roles'] === undefined || isTexts(value['roles']));
}

const isText = (value: unknown): boolean => value === undefined || typeof value === 'string';

/** Spelled out, because every evaluation comes here and reading members by a computed name costs five times as much. */
function haveTexts({ kind, tool, sessionId, callId, agentId, agentType, cwd, taskType, turnId }: ActionInput): boolean {
  return (
    isText(kind) &&
    isText(tool) &&
    isText(sessionId) &&
    isText(callId) &&
    isText(agentId) &&
    isText(agentType) &&
    isText(cwd) &&
    isText(taskType) &&
    isText(turnId)
  );
}

/** How many members may still be copied. */
interface Size {
  left: number;
}

function take(size: Size, members: number): void {
  size.left -= members;
  if (size.left < 0) throw invalid(`the action has more than ${MAX_MEMBERS} members`);
}

function freeze(value: unknown, depth: number, size: Size): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth > MAX_DEPTH) throw invalid(`the action has more than ${MAX_DEPTH} levels, or a cycle`);
  if (Array.isArray(value)) {
    take(size, value.length);
    return freezeList([...value], depth, size);
  }
  return isPlain(value) ? Object.freeze(freezeMembers(copyOf(value, size), depth, size)) : foreign(value, depth, size);
}

/** A copy of an object whose members are few enough: a copy of very many costs more than a decision. */
function copyOf(value: object, size: Size): object {
  let members = 0;
  for (const _name in value) if (++members > size.left) break;
  take(size, members);
  return { ...value };
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** Where it stands in such a loop, the engine below us answers `hasOwnProperty` at once, and `Object.hasOwn` not. */
function freezeMembers<T extends object>(copy: T, depth: number, size: Size): T {
  for (const key in copy) {
    const member = copy[key];
    if (typeof member === 'object' && member !== null && Object.prototype.hasOwnProperty.call(copy, key))
      copy[key] = freeze(member, depth + 1, size) as typeof member;
  }
  return copy;
}

/** `Array.from` with a function would say the same and cost five times as much. */
function freezeList(copy: unknown[], depth: number, size: Size): readonly unknown[] {
  for (let index = 0; index < copy.length; index++) {
    const item = copy[index];
    if (typeof item === 'object' && item !== null) copy[index] = freeze(item, depth + 1, size);
  }
  return Object.freeze(copy);
}

/** Dates, maps, buffers and the like are copied as the platform copies them; what it cannot copy is refused. */
function foreign(value: object, depth: number, size: Size): unknown {
  let copy: unknown;
  try {
    copy = structuredClone(value);
  } catch (cause) {
    throw invalid('the action holds something that is not data', cause);
  }
  const plain = typeof copy === 'object' && copy !== null && Object.getPrototypeOf(copy) === Object.prototype;
  return plain ? freeze(copy, depth, size) : copy;
}

function invalid(message: string, cause?: unknown): GovernanceError {
  return new GovernanceError('invalid_action', message, { cause });
}

/** Returns an outcome in its long form. What is neither form is an outcome of status `unknown`, and an error is its message. */
export function toOutcome(input: OutcomeInput): Outcome {
  if (typeof input !== 'object' || input === null) return Object.freeze({ status: 'unknown' });
  const { success, status, error, redacted, unmet, ...rest } = input as Partial<Outcome> & { readonly success?: unknown };
  const short = success === true ? 'ok' : success === false ? 'error' : 'unknown';
  return Object.freeze({
    ...rest,
    status: status === undefined ? short : OUTCOME_STATUSES.includes(status) ? status : 'unknown',
    ...(error !== undefined && { error: messageOf(error) }),
    ...(isTexts(redacted) && { redacted }),
    ...(isTexts(unmet) && { unmet }),
  });
}

function isTexts(value: unknown): value is readonly string[] {
  if (!Array.isArray(value)) return false;
  for (const each of value) if (typeof each !== 'string') return false;
  return true;
}
