import { literal, unknownField } from './field.ts';
import type { Field } from './field.ts';
import type { Frame } from './frame.ts';
import { referredName } from './shellState.ts';
import { fromEnvironment } from './environmentValues.ts';

/** What a parameter stands for: its values, and whether they stay words of their own inside quotes (`"$@"`). */
export interface Values {
  readonly fields: readonly Field[];
  readonly list: boolean;
}

/** One value that is no list. */
export const single = (field: Field): Values => ({ fields: [field], list: false });

/** The values of a parameter by name, as far as they are known. */
export function lookUp(name: string, frame: Frame): Values {
  const { state } = frame;
  if (name === '@' || name === '*') {
    if (state.parameters === undefined) return { fields: [unknownField(`$${name}`, true)], list: false };
    return { fields: state.parameters, list: name === '@' };
  }
  if (/^[1-9]\d*$/.test(name)) {
    const at = Number(name) - 1;
    return { fields: state.parameters?.slice(at, at + 1) ?? [{ ...unknownField(`$${name}`), likely: '' }], list: false };
  }
  const variable = state.variables.get(referredName(name, state));
  if (variable !== undefined) return { fields: variable.fields.slice(0, 1), list: false };
  if (name === '0') return single(literal(frame.calls.findLast(call => call.startsWith('/')) ?? 'bash'));
  return single(fromEnvironment(name, frame));
}
