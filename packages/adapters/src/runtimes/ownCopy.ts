import { InvariantError, escapeText } from '@licet/core';

/** Deeper values are refused, as the engine refuses them. */
const MAX_DEPTH = 64;
/** Longer lists are refused: a list can claim a length that it has no members for. */
const MAX_LENGTH = 10_000_000;

/** Returns what a copy holds for a value that is no data, or throws. */
type Foreign = (value: unknown, at: string) => unknown;

/** Copies an object that is neither a list nor plain; throws, or returns another kind of value, for one that it cannot copy. */
type Clone = (value: object) => unknown;

/**
 * Returns a copy of data that shares nothing with the original: later changes of the original, its getters and its proxies have no
 * effect on it. Data are texts, numbers, lists, objects without a class, and what the platform can clone: dates, maps, sets, bytes.
 *
 * Throws an `InvariantError` of code `invalid_param` that names the place for anything else: a function, a symbol, an object of a
 * class, a value with more than 64 levels. No policy can look into those.
 */
export function copyOfData<T>(value: T): T {
  return copied(value, '', 0, refuse) as T;
}

/** Like {@link copyOfData}, but keeps what is no data as it is: the host itself says what a policy sees of it. */
export function copyWhereData<T>(value: T): T {
  return copied(value, '', 0, each => each) as T;
}

/** Like {@link copyOfData}, but refuses what holds texts that its JSON does not show: a map, a set, an error. */
export function copyOfTexts<T>(value: T): T {
  return copied(value, '', 0, refuse, each =>
    each instanceof Date || ArrayBuffer.isView(each) ? structuredClone(each) : undefined,
  ) as T;
}

function copied(value: unknown, at: string, depth: number, foreign: Foreign, clone: Clone = structuredClone): unknown {
  if (typeof value === 'function' || typeof value === 'symbol') return foreign(value, at);
  if (typeof value !== 'object' || value === null) return value;
  if (depth > MAX_DEPTH) throw unfit(at, `has more than ${MAX_DEPTH} levels, or a cycle`);
  // By index and by name: the iterator of a list, and what an object inherits, could say something else.
  if (Array.isArray(value)) {
    const { length } = value;
    if (length > MAX_LENGTH) throw unfit(at, `is a list of more than ${MAX_LENGTH} members`);
    return Array.from({ length }, (_, index) => copied(value[index], `${at}[${index}]`, depth + 1, foreign, clone));
  }
  if (!isPlainObject(value)) return cloned(value, at, foreign, clone);
  const names = Object.keys(value);
  const members = names.map(name => [
    name,
    copied((value as Record<string, unknown>)[name], at === '' ? name : `${at}.${name}`, depth + 1, foreign, clone),
  ]);
  return Object.fromEntries(members);
}

/** Tells whether an object has no class. One of another realm counts too. */
function isPlainObject(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** What the platform clones keeps its class. An object of any other class loses it, and with it what its methods are about. */
function cloned(value: object, at: string, foreign: Foreign, clone: Clone): unknown {
  try {
    const made: unknown = clone(value);
    if (Object.getPrototypeOf(made) === Object.getPrototypeOf(value)) return made;
  } catch {
    // It holds something that is no data.
  }
  return foreign(value, at);
}

function refuse(value: unknown, at: string): never {
  const { name } = (typeof value === 'object' ? value?.constructor : undefined) ?? { name: '' };
  throw unfit(at, typeof value === 'object' ? `is an object of the class \`${name}\`` : `is a ${typeof value}`);
}

/**
 * Makes data that an SDK holds unchangeable where they lie, for an SDK that runs a call with its own object. Throws an `InvariantError`
 * of code `invalid_param` for what could still change or hide something: a getter, a proxy, a hidden member, a date, a map.
 */
export function sealData(value: unknown): void {
  copyOfData(value);
  try {
    structuredClone(value);
  } catch {
    throw unfit('', 'holds a proxy, or something else that cannot be cloned');
  }
  seal(value, '');
}

function seal(value: unknown, at: string): void {
  if (typeof value !== 'object' || value === null) return;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== null && prototype !== (Array.isArray(value) ? Array.prototype : Object.prototype))
    throw unfit(at, 'is no list and no plain object, and cannot be frozen');
  for (const key of Reflect.ownKeys(value)) {
    const member = Object.getOwnPropertyDescriptor(value, key);
    if (Array.isArray(value) && key === 'length') continue;
    const place = `${at}${at === '' ? '' : '.'}${String(key)}`;
    const isIndex = !Array.isArray(value) || (typeof key === 'string' && /^\d+$/u.test(key));
    if (typeof key === 'symbol' || !isIndex || member?.enumerable !== true) throw unfit(place, 'is hidden');
    if (!('value' in member)) throw unfit(place, 'is a getter');
    seal(member.value, place);
  }
  Object.freeze(value);
}

function unfit(at: string, what: string): InvariantError {
  const where = at === '' ? 'the input' : `\`${escapeText(at, 200)}\` of the input`;
  return new InvariantError('invalid_param', `${where} ${what}, and a policy can only judge data`);
}
