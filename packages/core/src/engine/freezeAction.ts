import { OUTCOME_STATUSES } from '../model/action.ts';
import type { Action, ActionInput, Outcome, OutcomeInput } from '../model/action.ts';
import type { ContainmentOutcome } from '../model/containment.ts';
import { declaredKind } from '../model/declaredTools.ts';
import type { DeclaredTools } from '../model/declaredTools.ts';
import { GovernanceError } from '../model/errors.ts';
import { messageOf } from '../text/messageOf.ts';
import { isRecord } from '../model/json.ts';
import { TRAIL } from '../ports/audit.ts';
import { PROJECT_SESSION } from '../ports/session.ts';

const MAX_DEPTH = 64;
/** Members and elements of an action, at all levels together: some 200 milliseconds for all that is done with each. */
const MAX_MEMBERS = 25_000;
/** Characters of its texts and names together. The content of a file that a tool writes is one of them. */
const MAX_CHARACTERS = 16 * 1024 * 1024;
/** The limit in characters for texts outside the arguments: the name of a tool, a folder, the id of a session. */
const MAX_NAMES = 65_536;
const SCALARS = [
  'kind',
  'tool',
  'sessionId',
  'callId',
  'agentId',
  'agentType',
  'cwd',
  'taskType',
  'turnId',
  'machine',
  'project',
] as const;

/** Replaces an action that cannot even be read. */
export const NO_ACTION: Action = Object.freeze({ kind: 'invalid', payload: Object.freeze({}), sessionId: 'invalid' });

/**
 * Returns the engine's own deep-frozen copy of an action, with the defaults filled in. What the caller changes later
 * changes nothing here. Throws a {@link GovernanceError} of code `invalid_action` for what is no action: a missing
 * kind, a payload that is no object, more than 64 levels, or a cycle. The code is `action_too_large` for more than 25,000 members or 16 MB of
 * text. A tool that the policy declares gets its kind from there.
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
  const size: Size = { members: MAX_MEMBERS, characters: MAX_CHARACTERS };
  return freezeMembers({ ...(isPlain(input) ? input : (freeze(input, 0, size) as ActionInput)) }, 0, size);
}

const EMPTY: Readonly<Record<string, unknown>> = Object.freeze({});

function isPrincipal(value: unknown): boolean {
  return isRecord(value) && typeof value['id'] === 'string' && (value['roles'] === undefined || isTexts(value['roles']));
}

const isText = (value: unknown): boolean => value === undefined || typeof value === 'string';

/** Spelled out, because every evaluation comes here and reading members by a computed name costs five times as much. */
function haveTexts(input: ActionInput): boolean {
  const { kind, tool, sessionId, callId, agentId, agentType, cwd, taskType, turnId, machine, project } = input;
  return (
    isText(kind) &&
    isText(tool) &&
    isText(sessionId) &&
    isText(callId) &&
    isText(agentId) &&
    isText(agentType) &&
    isText(cwd) &&
    isText(taskType) &&
    isText(turnId) &&
    isText(machine) &&
    isText(project)
  );
}

/** How much may still be copied. */
interface Size {
  members: number;
  characters: number;
}

function take(size: Size, members: number, characters: number): void {
  size.members -= members;
  size.characters -= characters;
  if (size.members < 0) throw tooLarge(`${MAX_MEMBERS} members`);
  if (size.characters < 0) throw tooLarge(`${MAX_CHARACTERS} characters`);
}

function freeze(value: unknown, depth: number, size: Size): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth > MAX_DEPTH) throw invalid(`the action has more than ${MAX_DEPTH} levels, or a cycle`);
  if (Array.isArray(value)) {
    take(size, value.length, 0);
    return freezeList([...value], depth, size);
  }
  if (!isPlain(value)) return foreign(value, depth, size);
  // Before the copy: one of very many members costs more than a decision.
  take(size, Object.keys(value).length, 0);
  return Object.freeze(freezeMembers({ ...value }, depth, size));
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** In such a loop, V8 answers `hasOwnProperty` at once, but not `Object.hasOwn`. */
function freezeMembers<T extends object>(copy: T, depth: number, size: Size): T {
  let characters = 0;
  for (const key in copy) {
    const member = copy[key];
    characters += key.length;
    if (typeof member === 'string') characters += member.length;
    else if (typeof member === 'object' && member !== null && Object.prototype.hasOwnProperty.call(copy, key))
      copy[key] = freeze(member, depth + 1, size) as typeof member;
  }
  if (depth === 0 && characters > MAX_NAMES) throw tooLarge(`${MAX_NAMES} characters beside its arguments`);
  take(size, 0, characters);
  return copy;
}

/** `Array.from` with a function would say the same and cost five times as much. */
function freezeList(copy: unknown[], depth: number, size: Size): readonly unknown[] {
  let characters = 0;
  for (let index = 0; index < copy.length; index++) {
    const item = copy[index];
    if (typeof item === 'string') characters += item.length;
    else if (typeof item === 'object' && item !== null) copy[index] = freeze(item, depth + 1, size);
  }
  take(size, 0, characters);
  return Object.freeze(copy);
}

/** Dates, maps, buffers and the like are copied as the platform copies them; what it cannot copy is refused. */
function foreign(value: object, depth: number, size: Size): unknown {
  if (value instanceof Map || value instanceof Set) take(size, value.size, 0);
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) take(size, 0, value.byteLength);
  let copy: unknown;
  try {
    copy = structuredClone(value);
  } catch (cause) {
    throw invalid('the action holds something that is not data', cause);
  }
  const plain = typeof copy === 'object' && copy !== null && Object.getPrototypeOf(copy) === Object.prototype;
  return plain ? freeze(copy, depth, size) : copy;
}

const tooLarge = (most: string): GovernanceError =>
  new GovernanceError('action_too_large', `the action has more than ${most}, which is more than Licet looks at`);

function invalid(message: string, cause?: unknown): GovernanceError {
  return new GovernanceError('invalid_action', message, { cause });
}

/** Returns an outcome in its long form. What is neither form is an outcome of status `unknown`, and an error is its message. */
export function toOutcome(input: OutcomeInput): Outcome {
  if (typeof input !== 'object' || input === null) return Object.freeze({ status: 'unknown' });
  const { success, status, error, redacted, unmet, containment, ...rest } = input as Partial<Outcome> & {
    readonly success?: unknown;
  };
  const short = success === true ? 'ok' : success === false ? 'error' : 'unknown';
  return Object.freeze({
    ...rest,
    status: status === undefined ? short : OUTCOME_STATUSES.includes(status) ? status : 'unknown',
    ...(error !== undefined && { error: messageOf(error) }),
    ...(isTexts(redacted) && { redacted }),
    ...(isTexts(unmet) && { unmet }),
    ...(containment !== undefined && { containment: toContainment(containment) }),
  });
}

/** A report that is not as it should be proves no sandbox. */
function toContainment({ held, by, planDigest, why, planted }: Partial<ContainmentOutcome>): ContainmentOutcome {
  return Object.freeze({
    held: held === true,
    by: messageOf(by),
    planDigest: messageOf(planDigest),
    ...(why !== undefined && { why: messageOf(why) }),
    ...(isTexts(planted) && { planted }),
  });
}

function isTexts(value: unknown): value is readonly string[] {
  if (!Array.isArray(value)) return false;
  for (const each of value) if (typeof each !== 'string') return false;
  return true;
}
