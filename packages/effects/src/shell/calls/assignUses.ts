import type { DetailedUse, OperandSpec, Use } from '../../programs/descriptor.ts';
import { literal } from '../words/field.ts';
import type { Field } from '../words/field.ts';
import { operandSpec } from './resolveCall.ts';
import type { ResolvedCall } from './resolveCall.ts';

/** A word of a call with its use. */
export interface UsedWord {
  readonly use: DetailedUse;
  readonly field: Field;
  /** For the role `command`: the words that follow. */
  readonly following: readonly Field[];
  /** True for an operand, false for an option's value. */
  readonly operand: boolean;
}

/** A use in its long form. */
export function detail(use: Use): DetailedUse {
  return typeof use === 'string' ? { as: use } : use;
}

/** Every word of the call with its use, options first. */
export function assignUses(call: ResolvedCall): readonly UsedWord[] {
  const words: UsedWord[] = [];
  for (const { values } of call.line.given) {
    for (const { use, field, following = [] } of values) words.push({ use: detail(use), field, following, operand: false });
  }
  const spec = operandSpec(call) ?? {};
  const given = call.line.given.map(({ option }) => option.spec);
  const first = given.some(({ suppliesFirst }) => suppliesFirst) ? (spec.first ?? []).slice(1) : (spec.first ?? []);
  const noLast = given.some(({ suppliesLast }) => suppliesLast);
  const fields = call.operandFields.length === 0 ? (spec.defaults ?? []).map(text => literal(text)) : call.operandFields;
  for (const [i, field] of fields.entries()) {
    const use = detail(useAt(i, fields.length, { ...spec, first }, noLast));
    const isLast = use.as === 'command' || use.as === 'execute';
    words.push({ use, field, following: isLast ? fields.slice(i + 1) : [], operand: true });
    if (use.as === 'command') break;
  }
  return words;
}

function useAt(i: number, count: number, spec: OperandSpec, noLast: boolean): Use {
  const { first = [], rest, last } = spec;
  const lastApplies = last !== undefined && !noLast && (count > 1 || (first.length === 0 && rest === undefined));
  if (lastApplies && i === count - 1) return last;
  return first[i] ?? rest ?? 'text';
}
