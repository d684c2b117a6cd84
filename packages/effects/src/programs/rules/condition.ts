import { isTemporary } from '../../places/temporary.ts';
import type { Argument, Call } from '../call.ts';
import type { Condition } from '../use.ts';
import { reaches } from './address.ts';
import { comesFrom, isOwnName } from './origin.ts';

const compiled = new Map<string, RegExp>();

/** The expression of a source, which descriptors hold as text; `(?i)` in front ignores case. Each is compiled once. */
export function expression(source: string): RegExp {
  const known = compiled.get(source);
  if (known !== undefined) return known;
  const made = source.startsWith('(?i)') ? new RegExp(source.slice(4), 'i') : new RegExp(source);
  compiled.set(source, made);
  return made;
}

/** A word as expressions see it: `?` when it is not known. */
export const said = (word: Argument | undefined): string => (word === undefined ? '' : (word.text ?? '?'));

/** The values of several options, whose names are divided by blanks. */
export const valuesOf = (call: Call, options: string): readonly Argument[] =>
  options.split(' ').flatMap(option => call.values(option));

const fits = (source: string | undefined, text: () => string): boolean => source === undefined || expression(source).test(text());

/**
 * Whether all parts of a condition hold for a call.
 *
 * | part | `tool -v push x` |
 * |---|---|
 * | `{ any: ['-v'] }` | holds |
 * | `{ none: ['-v'] }` | does not |
 * | `{ first: '^push$' }`, where `push` is no subcommand | holds |
 * | `{ verb: '^push$' }`, where it is one | holds |
 * | `{ line: '^push x$' }` | holds, both ways |
 * | `{ not: { operand: 'x' } }` | does not |
 */
export function holds(condition: Condition, call: Call): boolean {
  const { any, all, none, atLeast = 0, atMost = Infinity, operand, unlisted, value = {}, not, either } = condition;
  const { operands, path } = call;
  if (any !== undefined && !any.some(name => call.has(name))) return false;
  if (all !== undefined && !all.every(name => call.has(name))) return false;
  if (none !== undefined && none.some(name => call.has(name))) return false;
  if (operands.length < atLeast || operands.length > atMost) return false;
  if (operand !== undefined && !operands.some(({ text }) => text !== undefined && expression(operand).test(text))) return false;
  if (unlisted !== undefined && !(call.unlisted ?? []).some(option => expression(unlisted).test(option))) return false;
  for (const [options, source] of Object.entries(value))
    if (!valuesOf(call, options).some(given => expression(source).test(said(given)))) return false;
  if (condition.reaches !== undefined && !reaches(condition.reaches, call)) return false;
  if (not !== undefined && holds(not, call)) return false;
  if (either !== undefined && !either.some(one => holds(one, call))) return false;
  return holdsForWords(condition, call, path);
}

function holdsForWords(condition: Condition, call: Call, path: readonly string[]): boolean {
  const { operands, input = '' } = call;
  const { word, variable = {}, origin, ownNames } = condition;
  if (ownNames !== undefined) {
    const names = ownNames === '' ? operands : valuesOf(call, ownNames);
    if (names.length === 0 || !names.every(isOwnName)) return false;
  }
  return (
    (condition.printsInto === undefined || isTemporary(call.printsInto ?? '')) &&
    (condition.assigned !== true || call.assigned !== 0) &&
    (word === undefined || operands.some(one => expression(word).test(said(one)))) &&
    (origin === undefined || operands.some(one => comesFrom(origin, one))) &&
    Object.entries(variable).every(([name, source]) => expression(source).test(call.variable?.(name) ?? '')) &&
    fits(condition.words, () => operands.map(said).join(' ')) &&
    fits(condition.line, () => [...path.slice(1), ...operands.map(said)].join(' ')) &&
    fits(condition.first, () => said(operands[0])) &&
    fits(condition.second, () => said(operands[1])) &&
    fits(condition.program, () => path[0] ?? '') &&
    fits(condition.verb, () => path[1] ?? '') &&
    fits(condition.input, () => input) &&
    (condition.empty !== true || call.input === '')
  );
}
