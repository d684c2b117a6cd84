import type { core } from 'zod';

import type { Json } from '../model/json.ts';
import type { Place, PolicyIssue, SourcePlace } from './issue.ts';
import { issueAt } from './issue.ts';
import { foundValue, listed, quote } from './names.ts';
import { toSnake } from '../text/toSnake.ts';
import { suggest } from '../text/suggest.ts';

/** Where the parts of a value stand, by their path in the names of the code. */
export interface Places {
  /** Returns the place of a part; of its nearest parent when it is not there. */
  of(path: readonly (string | number | symbol)[]): SourcePlace;
  /** Whether the part is there at all. */
  has(path: readonly (string | number | symbol)[]): boolean;
  /** Returns the place of a member's key. */
  ofKey(path: readonly (string | number | symbol)[]): Place;
}

type Path = readonly PropertyKey[];

const KINDS: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: '`true` or `false`',
  array: 'a list',
  tuple: 'a list',
  object: 'a mapping',
  record: 'a mapping',
  null: 'nothing',
};

const UNITS: Readonly<Record<string, string>> = { string: ' characters', array: ' items', object: ' keys' };

/** Turns what the schema library says into issues with places, in this project's words. */
export function schemaIssues(found: readonly core.$ZodIssue[], written: Json, places: Places): PolicyIssue[] {
  return found.flatMap(issue => one(issue, issue.path, written, places));
}

function one(issue: core.$ZodIssue, path: Path, written: Json, places: Places): PolicyIssue[] {
  const place = places.of(path);
  const value = valueAt(written, path);
  switch (issue.code) {
    case 'invalid_type':
      return [value === undefined ? missing(issue.expected, path, places) : wrongType(issue.expected, value)];
    case 'invalid_value':
      return [value === undefined ? missing('string', path, places) : notAmong(issue.values.map(String), value)];
    case 'unrecognized_keys':
      return issue.keys.map(key =>
        issueAt(places.ofKey([...path, key]), 'unknown_key', `expected a known key, found ${quote(toSnake(key))}`),
      );
    case 'invalid_union':
      return value === undefined ? [missing('', path, places)] : union(issue, path, written, places);
    case 'too_small':
    case 'too_big':
      return [issueAt(place, 'invalid_param', `expected ${bound(issue)}, found ${size(value)}`)];
    case 'invalid_key':
      return [issueAt(places.ofKey(path), 'invalid_param', `${quote(String(path.at(-1)))} is not a key that may stand here`)];
    case 'invalid_format':
      return [issueAt(place, 'invalid_param', `${plain(issue.message)}, found ${quote(value ?? null)}`)];
    default:
      return [issueAt(place, 'invalid_param', plain(issue.message))];
  }

  function wrongType(expected: string, given: Json): PolicyIssue {
    return issueAt(place, 'wrong_type', `expected ${KINDS[expected] ?? `a ${expected}`}, found ${foundValue(given)}`);
  }
  function notAmong(values: readonly string[], given: Json): PolicyIssue {
    const suggestion = typeof given === 'string' ? suggest(given, values) : undefined;
    return issueAt(place, 'invalid_param', `expected ${listed(values)}, found ${quote(given)}`, suggestion);
  }
}

function missing(expected: string, path: Path, places: Places): PolicyIssue {
  const name = quote(toSnake(String(path.at(-1))));
  const kind = KINDS[expected];
  return issueAt(
    places.of(path),
    'missing_key',
    `expected the key ${name}${kind === undefined ? '' : ` with ${kind}`}, found none`,
  );
}

/** Reports the alternative that fits best: one of the value's own type, with the fewest issues. */
function union(issue: core.$ZodIssueInvalidUnion, path: Path, written: Json, places: Places): PolicyIssue[] {
  const place = places.of(path);
  const value = valueAt(written, path);
  if (issue.errors.length === 0) {
    const options = 'options' in issue && Array.isArray(issue.options) ? issue.options.map(String) : [];
    const suggestion = typeof value === 'string' ? suggest(value, options) : undefined;
    return [issueAt(place, 'invalid_param', `expected ${listed(options)}, found ${quote(value ?? null)}`, suggestion)];
  }
  const fitting = issue.errors.filter(branch => !branch.some(each => isOfAnotherType(each, value ?? null)));
  const [closest] = [...fitting].sort((a, b) => a.length - b.length);
  if (closest !== undefined) return closest.flatMap(each => one(each, [...path, ...each.path], written, places));
  const kinds = issue.errors.flatMap(branch =>
    branch.flatMap(each => (each.code === 'invalid_type' ? [KINDS[each.expected] ?? each.expected] : [])),
  );
  return [issueAt(place, 'wrong_type', `expected ${[...new Set(kinds)].join(' or ')}, found ${foundValue(value ?? null)}`)];
}

/** Whether an issue says that the value as a whole is of another type: then the alternative is not what was meant. */
function isOfAnotherType(issue: core.$ZodIssue, value: Json): boolean {
  if (issue.path.length > 0) return false;
  if (issue.code === 'invalid_union')
    return issue.errors.length > 0 && issue.errors.every(branch => branch.some(each => isOfAnotherType(each, value)));
  return issue.code === 'invalid_type' || (issue.code === 'invalid_value' && typeof value === 'object');
}

function bound(issue: core.$ZodIssueTooSmall | core.$ZodIssueTooBig): string {
  const unit = UNITS[issue.origin] ?? '';
  const [word, limit] = issue.code === 'too_small' ? ['least', issue.minimum] : ['most', issue.maximum];
  const units = Number(limit) === 1 ? unit.replace(/s$/, '') : unit;
  const more = issue.code === 'too_small' ? 'more' : 'less';
  return issue.inclusive === false ? `${more} than ${limit}${units}` : `at ${word} ${limit}${units}`;
}

function size(value: Json | undefined): string {
  if (typeof value === 'string') return `${value.length}`;
  if (Array.isArray(value)) return value.length === 0 ? 'none' : `${value.length}`;
  return typeof value === 'object' && value !== null ? `${Object.keys(value).length}` : quote(value ?? null);
}

function valueAt(written: Json, path: Path): Json | undefined {
  let value: Json | undefined = written;
  for (const step of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = Object.hasOwn(value, step) ? (value as { readonly [key: PropertyKey]: Json })[step] : undefined;
  }
  return value;
}

function plain(message: string): string {
  const text = message.replace(/^Invalid input: /, '').replace(/\.$/, '');
  return text.charAt(0).toLowerCase() + text.slice(1);
}
