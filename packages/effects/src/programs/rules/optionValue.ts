import { isSecretVariable } from '../../places/secrets.ts';
import type { Argument, Call } from '../call.ts';
import { isHostFolder } from '../mounts.ts';
import type { Finding, FixedEffect, OptionValue } from '../use.ts';
import { expression, holds, said, valuesOf } from './condition.ts';
import { comesFrom, isOwnName } from './origin.ts';

/**
 * What the values of options, or operands, are used for.
 *
 * | row | `tool -p a=b x.c` |
 * |---|---|
 * | `{ of: '-p', take: ['^a=', ''], use: 'read' }` | reads `b` |
 * | `{ fits: '[.]c$', use: 'write' }` | writes `x.c` |
 * | `{ of: '-p', effects: [sets('setting:{0}')] }` | sets `setting:a=b` |
 * | `{ value: '.', use: 'read' }` | reads the current folder |
 */
export const findValues = (rows: readonly OptionValue[], call: Call): readonly Finding[] =>
  rows.flatMap(row => (row.when === undefined || holds(row.when, call) ? findRow(row, call) : []));

function findRow(row: OptionValue, call: Call): readonly Finding[] {
  const { use, effects = [] } = row;
  const values = given(row, call)
    .slice(row.from, row.to)
    .flatMap(value => partsOf(value, row.split));
  return (startsCommand(use) ? values.slice(0, 1) : values).flatMap((value, at): readonly Finding[] => {
    if (!isMeant(row, value, call) || !isAmong(row, value, call)) return [];
    const taken = takenOf(row, value);
    const following = startsCommand(use) ? { following: values.slice(at + 1) } : {};
    return [
      ...effects.map(effect => named(effect, said(taken))),
      ...(use === undefined || taken.text === '' ? [] : [{ use, value: taken, ...following }]),
    ];
  });
}

const given = ({ value, of }: Pick<OptionValue, 'value' | 'of'>, call: Call): readonly Argument[] => {
  if (value !== undefined) return [{ text: value, glob: false }];
  return of === undefined ? call.operands : valuesOf(call, of);
};

const partsOf = (value: Argument, split: string | undefined): readonly Argument[] =>
  split === undefined || value.text === undefined ? [value] : value.text.split(split).map(text => ({ text, glob: value.glob }));

function isMeant(row: OptionValue, value: Argument, call: Call): boolean {
  const { fits, unless, origin } = row;
  const text = said(value);
  if (origin !== undefined && !comesFrom(origin, value)) return false;
  if (row.isHostFolder === true && (value.text === undefined || !isHostFolder(value.text, call.home))) return false;
  if (row.isOwnName !== undefined && row.isOwnName !== isOwnName(value)) return false;
  if (row.isSecretVariable === true && !isSecretVariable(text)) return false;
  const isGlob = row.orGlob === true && value.glob;
  return (
    (fits === undefined || isGlob || expression(fits).test(text)) && !(unless !== undefined && expression(unless).test(text))
  );
}

const isAmong = ({ among }: OptionValue, { text }: Argument, call: Call): boolean =>
  among === undefined ||
  (text !== undefined &&
    given(among, call)
      .slice(among.from, among.to)
      .some(other => other.text === text));

/** Whether the words behind a value belong to it. */
const startsCommand = (use: OptionValue['use']): boolean => (typeof use === 'object' ? use.as : use) === 'command';

/** The part of a value that counts: the very word where that is all of it. Of an unknown value nothing is left out. */
function takenOf({ take, isPattern }: OptionValue, value: Argument): Argument {
  if (value.text === undefined || (take === undefined && isPattern === undefined)) return value;
  const text = take === undefined ? value.text : value.text.replace(expression(take[0]), take[1]);
  return { text, glob: value.glob || isPattern === true };
}

const named = (effect: FixedEffect, name: string): FixedEffect =>
  effect.target?.includes('{0}') === true ? { ...effect, target: effect.target.replaceAll('{0}', () => name) } : effect;
