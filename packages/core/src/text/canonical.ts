import { InvariantError } from '../model/errors.ts';

const MAX_DEPTH = 64;

/**
 * Writes a value as canonical JSON (RFC 8785): no white space, keys in UTF-16 order, numbers in their shortest form.
 * Two values have the same text exactly when they are the same data, so the text can be hashed.
 *
 * Throws for everything that I-JSON cannot carry, because a silent change would let two records share one hash: a
 * function, a symbol, a BigInt, a number that is not finite, a lone surrogate, `undefined` or a hole in an array, a map, a
 * set or another object that is not plain data, a cycle, or more than `maxDepth` levels. An object member that is
 * `undefined` is left out, as in JSON.
 *
 * @example
 * ```ts
 * import { canonicalJson } from '@licet/core/text';
 *
 * canonicalJson({ b: 1, a: [true, null] }); // => '{"a":[true,null],"b":1}'
 * ```
 */
export function canonicalJson(value: unknown, maxDepth: number = MAX_DEPTH): string {
  return write(value, maxDepth);
}

function write(value: unknown, levels: number): string {
  switch (typeof value) {
    case 'string':
      return writeString(value);
    case 'number':
      if (!Number.isFinite(value)) throw unfit(`a number that is not finite (\`${value}\`)`);
      return String(value);
    case 'boolean':
      return value ? 'true' : 'false';
    case 'object':
      return value === null ? 'null' : writeObject(value, levels);
    default:
      throw unfit(`a value of type \`${typeof value}\``);
  }
}

/** Printable ASCII without quotes and backslashes: it is written as it is, at a third of the cost. */
const PLAIN = /^[ !#-[\]-~]*$/;

function writeString(text: string): string {
  if (PLAIN.test(text)) return `"${text}"`;
  if (!text.isWellFormed()) throw unfit('a string with a lone surrogate');
  return JSON.stringify(text);
}

function writeObject(value: object, levels: number): string {
  if (levels <= 0) throw unfit('too many levels, or a cycle');
  const data = 'toJSON' in value && typeof value.toJSON === 'function' ? (value.toJSON() as unknown) : value;
  if (data !== value) return write(data, levels - 1);
  if (Array.isArray(value)) return writeList(value, levels);
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) throw unfit('an object that is not plain data');
  let text = '{';
  for (const key of inOrder(Object.keys(value))) {
    const member = (value as Record<string, unknown>)[key];
    if (member !== undefined) text += `${text === '{' ? '' : ','}${writeString(key)}:${write(member, levels - 1)}`;
  }
  return `${text}}`;
}

function writeList(list: readonly unknown[], levels: number): string {
  let text = '[';
  for (let index = 0; index < list.length; index++) text += `${index === 0 ? '' : ','}${write(list[index], levels - 1)}`;
  return `${text}]`;
}

const FEW = 24;

/** Few names are sorted by hand: every digest comes here, and `sort` takes longer than all the rest of a small object. */
function inOrder(keys: string[]): readonly string[] {
  if (keys.length > FEW) return keys.sort();
  for (let end = 1; end < keys.length; end++) {
    const key = keys[end] as string;
    let at = end;
    for (; at > 0 && (keys[at - 1] as string) > key; at--) keys[at] = keys[at - 1] as string;
    keys[at] = key;
  }
  return keys;
}

function unfit(found: string): InvariantError {
  return new InvariantError('invalid_param', `canonical JSON cannot carry ${found}`);
}
