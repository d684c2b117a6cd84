import { readDuration } from '../text/quantity.ts';
import { MATCH_KEYS } from './condition.ts';
import { InvariantError } from './errors.ts';
import { isRecord } from './json.ts';
import type { ParamPath } from './errors.ts';
import { refuseUnknown } from './refuseUnknown.ts';
import type { Param, ParamMembers, ParamShape, ParamSpec } from './params.ts';

/**
 * Checks the options that code passes to a node against their description. Throws an {@link InvariantError}: of code
 * `unknown_option` for a name that there is not, with what was probably meant, of code `invalid_param` for what is
 * missing or of another kind, with the path of the option. `kind` is the node's, and the message names its constructor.
 */
export function checkOptions(kind: string, spec: ParamSpec, options: unknown): void {
  const name = kind.replaceAll(/(?:^|_)([a-z])/g, (_all, letter: string) => letter.toUpperCase());
  checkMembers(`\`${name}\``, spec.members, options, []);
}

function checkMembers(owner: string, members: ParamMembers, given: unknown, path: ParamPath): void {
  if (!isRecord(given)) {
    const needed = Object.keys(members).filter(name => members[name]?.optional !== true);
    const what = needed.length === 0 ? 'a mapping of options' : `options with ${needed.map(name => `\`${name}\``).join(', ')}`;
    throw invalid(`${owner} needs ${what}, found ${found(given)}`, path);
  }
  refuseUnknown(owner, given, Object.keys(members), path);
  for (const [name, member] of Object.entries(members)) {
    const value = given[name];
    if (value !== undefined) checkShape(`\`${name}\``, member.shape, value, [...path, name]);
    else if (member.optional !== true) throw invalid(`${owner} needs \`${name}\`${meaning(member)}`, [...path, name]);
  }
}

const meaning = ({ doc }: Param): string => (doc === undefined ? '' : `: ${doc}`);

function checkShape(name: string, shape: ParamShape, value: unknown, path: ParamPath): void {
  const wrong = (expected: string): InvariantError => invalid(`${name} must be ${expected}, found ${found(value)}`, path);
  switch (shape.type) {
    case 'object':
      return checkMembers(name, shape.of, value, path);
    case 'list':
      if (!Array.isArray(value)) throw wrong(expectedOf(shape));
      if (value.length === 0 && shape.empty !== true) throw wrong(`${expectedOf(shape)}, at least one`);
      for (const [index, item] of value.entries()) checkShape(name, shape.of, item, [...path, index]);
      return;
    case 'record':
      if (!isRecord(value)) throw wrong('a mapping');
      for (const [key, item] of Object.entries(value)) checkShape(`\`${key}\``, shape.of, item, [...path, key]);
      return;
    case 'either': {
      const fits = shape.of.find(each => each.type === kindOf(value)) ?? shape.of.find(each => accepts(each, value));
      if (fits === undefined) throw wrong(shape.of.map(expectedOf).join(' or '));
      return checkShape(name, fits, value, path);
    }
    default:
      if (!accepts(shape, value)) throw wrong(expectedOf(shape));
  }
}

function kindOf(value: unknown): ParamShape['type'] {
  if (Array.isArray(value)) return 'list';
  return typeof value === 'string' ? 'text' : typeof value === 'number' ? 'number' : 'object';
}

function accepts(shape: ParamShape, value: unknown): boolean {
  switch (shape.type) {
    case 'text':
      return typeof value === 'string' && (value !== '' || shape.empty === true) && value.length <= (shape.most ?? Infinity);
    case 'number':
      return isNumber(value, shape);
    case 'flag':
      return typeof value === 'boolean';
    case 'scalar':
      return ['string', 'number', 'boolean'].includes(typeof value);
    case 'choice':
      return shape.of.includes(value as string);
    case 'duration':
      return typeof value === 'string' ? readDuration(value) !== undefined : isNumber(value, { above: 0 });
    case 'match':
      return isRecord(value);
    case 'list':
      return Array.isArray(value);
    case 'record':
    case 'object':
      return isRecord(value);
    case 'either':
      return shape.of.some(each => accepts(each, value));
    case 'json':
    case 'condition':
    case 'code':
      return true;
  }
}

type Limits = Omit<Extract<ParamShape, { type: 'number' }>, 'type'>;

function isNumber(value: unknown, { whole, min = -Infinity, above = -Infinity, max = Infinity }: Limits): boolean {
  if (typeof value !== 'number' || !Number.isFinite(value) || (whole === true && !Number.isInteger(value))) return false;
  return value >= min && value > above && value <= max;
}

const FIXED = {
  flag: '`true` or `false`',
  scalar: 'a text, a number or a flag',
  json: 'data',
  duration: 'a duration such as `30s`, `15m`, `4h` or `1d`, or milliseconds',
  match: `a match with ${MATCH_KEYS.map(key => `\`${key}\``).join(', ')}`,
  condition: 'a match, or a CEL expression',
  code: 'a value that only code can give',
};

/** Says what a param may be, for a message and for the reference page. */
export function expectedOf(shape: ParamShape): string {
  switch (shape.type) {
    case 'text':
      return `a text${shape.most === undefined ? '' : ` of at most ${shape.most} characters`}`;
    case 'number':
      return numberText(shape);
    case 'choice':
      return shape.of
        .map(each => `\`${each}\``)
        .join(', ')
        .replace(/, ([^,]*)$/, ' or $1');
    case 'list':
      return `a list of ${plural(shape.of)}`;
    case 'record':
      return `a mapping of names to ${expectedOf(shape.of)}`;
    case 'object':
      return `a mapping of ${Object.keys(shape.of)
        .map(name => `\`${name}\``)
        .join(', ')}`;
    case 'either':
      return shape.of.map(expectedOf).join(' or ');
    default:
      return FIXED[shape.type];
  }
}

function numberText({ whole, min, above, max }: Limits): string {
  const limits = [
    ...(above === undefined ? [] : [`above ${above}`]),
    ...(min === undefined ? [] : [`of at least ${min}`]),
    ...(max === undefined ? [] : [`of at most ${max}`]),
  ];
  return [whole === true ? 'a whole number' : 'a number', limits.join(' and ')].filter(part => part !== '').join(' ');
}

function plural(shape: ParamShape): string {
  return shape.type === 'text' ? 'texts' : expectedOf(shape);
}

function found(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  if (value === '') return 'an empty text';
  return typeof value === 'function' ? 'a function' : `\`${String(value)}\``;
}

function invalid(message: string, path: ParamPath): InvariantError {
  return new InvariantError('invalid_param', message, { path });
}
