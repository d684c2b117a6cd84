import type { Argument, Call } from '../call.ts';
import { isHostFolder } from '../mounts.ts';
import type { Finding, FixedEffect, OptionValue } from '../use.ts';
import { comesFrom } from './origin.ts';
import { expression, holds, said, valuesOf } from './condition.ts';

/**
 * What the values of options, or operands, are used for.
 *
 * | row | `tool -p a=b x.c` |
 * |---|---|
 * | `{ of: '-p', take: ['^a=', ''], use: 'read' }` | reads `b` |
 * | `{ fits: '[.]c$', use: 'write' }` | writes `x.c` |
 * | `{ of: '-p', effects: [sets('setting:{0}')] }` | sets `setting:a=b` |
 */
export const findValues = (rows: readonly OptionValue[], call: Call): readonly Finding[] =>
  rows.flatMap(row => (row.when === undefined || holds(row.when, call) ? findRow(row, call) : []));

function findRow(row: OptionValue, call: Call): readonly Finding[] {
  const { of, from, to, fits, unless, take, use, effects = [] } = row;
  const values = (of === undefined ? call.operands : valuesOf(call, of))
    .slice(from, to)
    .flatMap(value => partsOf(value, row.split));
  return (startsCommand(use) ? values.slice(0, 1) : values).flatMap((value, at): readonly Finding[] => {
    if (row.origin !== undefined && !comesFrom(row.origin, value)) return [];
    const text = said(value);
    if (fits !== undefined && !expression(fits).test(text)) return [];
    if (unless !== undefined && expression(unless).test(text)) return [];
    if (row.isHostFolder === true && (value.text === undefined || !isHostFolder(value.text, call.home))) return [];
    const taken = takenOf(value, take);
    return [
      ...effects.map(effect => named(effect, said(taken))),
      ...(use === undefined || taken.text === ''
        ? []
        : [{ use, value: taken, ...(startsCommand(use) && { following: values.slice(at + 1) }) }]),
    ];
  });
}

const partsOf = (value: Argument, split: string | undefined): readonly Argument[] =>
  split === undefined || value.text === undefined ? [value] : value.text.split(split).map(text => ({ text, glob: value.glob }));

/** Whether the words behind a value belong to it. */
const startsCommand = (use: OptionValue['use']): boolean => (typeof use === 'object' ? use.as : use) === 'command';

/** The part of a value that counts. Of an unknown value nothing is left out. */
const takenOf = (value: Argument, take: OptionValue['take']): Argument =>
  take === undefined || value.text === undefined
    ? value
    : { text: value.text.replace(expression(take[0]), take[1]), glob: value.glob };

const named = (effect: FixedEffect, name: string): FixedEffect =>
  effect.target?.includes('{0}') === true ? { ...effect, target: effect.target.replaceAll('{0}', () => name) } : effect;
