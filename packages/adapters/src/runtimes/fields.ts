import { GovernanceError, escapeText } from '@licet/core';
import { isRecord } from '@licet/core/nodes';

/** Thrown for input that is not an event of a runtime. */
export class HookInputError extends GovernanceError {
  override readonly name = 'HookInputError';

  constructor(message: string) {
    super('invalid_event', message);
    Object.freeze(this);
  }
}

/** The members of an event, each read as what it must be. What is read wrongly would be judged wrongly. */
export interface Fields {
  /** A text that must be there and not be empty. */
  text(key: string): string;
  /** A text, or undefined where there is none. One of another type is an error. */
  maybeText(key: string): string | undefined;
  /** A number, or undefined for anything else. */
  maybeNumber(key: string): number | undefined;
  record(key: string): Readonly<Record<string, unknown>>;
  list(key: string): readonly Fields[];
  readonly all: Readonly<Record<string, unknown>>;
}

/** Reads a parsed input as an object. Unknown members are let be. */
export function fieldsOf(input: unknown, what = 'the hook input'): Fields {
  const all = recordOf(input, what);
  const maybeText = (key: string): string | undefined => {
    const value = all[key];
    if (value !== undefined && typeof value !== 'string')
      throw new HookInputError(`\`${key}\` must be a text, found ${kindOf(value)}`);
    return value;
  };
  return {
    all,
    maybeText,
    text(key) {
      const value = maybeText(key);
      if (value === undefined) throw new HookInputError(`\`${key}\` must be a text, found nothing`);
      if (value === '') throw new HookInputError(`\`${key}\` is empty`);
      return value;
    },
    maybeNumber: key => (typeof all[key] === 'number' ? all[key] : undefined),
    record: key => recordOf(all[key], `\`${key}\``),
    list(key) {
      const value = all[key];
      if (!Array.isArray(value)) throw new HookInputError(`\`${key}\` must be a list, found ${kindOf(value)}`);
      return value.map(item => fieldsOf(item, `an item of \`${key}\``));
    },
  };
}

/** An event that the hook was not installed for. Nothing that is not known can be let through. */
export function unknownEvent(name: string): HookInputError {
  return new HookInputError(`\`${escapeText(name, 100)}\` is not an event this hook knows`);
}

/** An output as one text, for a runtime that only takes texts. */
export function asText(output: unknown): string {
  return typeof output === 'string' ? output : JSON.stringify(output);
}

type Present<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> };

/** Leaves out the members that are undefined. */
export const present = <T extends object>(members: T): Present<T> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Present<T>;

function recordOf(value: unknown, what: string): Readonly<Record<string, unknown>> {
  if (isRecord(value)) return value;
  throw new HookInputError(`${what} must be an object, found ${kindOf(value)}`);
}

function kindOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  return Array.isArray(value) ? 'a list' : value === null ? 'null' : `a value of type ${typeof value}`;
}

/** The name of an event that may be none. */
export function eventNameOf(input: unknown): string | undefined {
  const name = isRecord(input) ? input['hook_event_name'] : undefined;
  return typeof name === 'string' ? name : undefined;
}
