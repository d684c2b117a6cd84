import type { Argument, Call, CommandDescriptor, OperandSpec, OptionTable, DetailedUse, Use } from '../../programs/descriptor.ts';
import { holds } from '../../programs/rules/condition.ts';
import { HOLE, isKnown, literal } from '../words/field.ts';
import type { Field } from '../words/field.ts';
import { readCommandLine } from './commandLine.ts';
import { hasOption, joinedLine, valuesOf } from './givenOptions.ts';
import { OptionIndex } from './optionIndex.ts';
import type { CommandLine } from './givenOptions.ts';

/** A call with the descriptors that apply to it, outermost first. */
export interface ResolvedCall extends Call {
  readonly descriptors: readonly CommandDescriptor[];
  readonly line: CommandLine;
  readonly operandFields: readonly Field[];
  /** Why the subcommand is not known, when it is not. */
  readonly unclear: 'dynamic' | 'unlisted' | undefined;
}

/** Finds the subcommand, then tells options from operands with the options of every level. */
export function resolveCall(name: string, descriptor: CommandDescriptor, fields: readonly Field[]): ResolvedCall {
  const path = [name];
  const descriptors = [descriptor];
  const tables: (OptionTable | undefined)[] = [descriptor.options];
  const leading: CommandLine[] = [];
  let current = descriptor;
  let rest = fields;
  let unclear: ResolvedCall['unclear'];
  while (current.subcommands !== undefined) {
    const line = readCommandLine(rest, new OptionIndex(...tables), current.style === 'long' ? 'long' : 'gnu', true);
    const [word, ...after] = line.operands;
    if (word === undefined) break;
    const next = findSubcommand(current.subcommands, word);
    if (next === undefined) {
      unclear = isKnown(word) ? 'unlisted' : 'dynamic';
      break;
    }
    leading.push(line);
    path.push(word.text);
    current = next;
    descriptors.push(next);
    tables.push(next.options);
    rest = after;
  }
  const style = current.style ?? (descriptor.style === 'long' ? 'long' : 'gnu');
  const line = joinedLine(leading, readCommandLine(rest, new OptionIndex(...tables), style));
  return describe(path, descriptors, line, unclear);
}

/** A call of words that are known. */
export const plainCall = (name: string, descriptor: CommandDescriptor, words: readonly string[]): ResolvedCall =>
  resolveCall(
    name,
    descriptor,
    words.map(word => literal(word)),
  );

function findSubcommand(subcommands: NonNullable<CommandDescriptor['subcommands']>, word: Field): CommandDescriptor | undefined {
  if (!isKnown(word)) return undefined;
  if (Object.hasOwn(subcommands, word.text)) return subcommands[word.text]?.();
  for (const [key, build] of Object.entries(subcommands)) if (key.split(' ').includes(word.text)) return build();
  return undefined;
}

const describe = (
  path: readonly string[],
  descriptors: readonly CommandDescriptor[],
  line: CommandLine,
  unclear: ResolvedCall['unclear'],
): ResolvedCall => ({
  path,
  descriptors,
  line,
  operandFields: line.operands,
  operands: line.operands.map(asArgument),
  unclear,
  has: name => hasOption(line, name) || line.unlisted.includes(name),
  values: name => valuesOf(line, name).map(asArgument),
});

/** A word as descriptors see it. */
function asArgument(field: Field): Argument {
  const { text, glob, origins } = field;
  if (isKnown(field) || glob) return { text, glob, origins };
  const parts = text.split(HOLE);
  return { text: undefined, glob, origins, begins: parts[0] ?? '', ends: parts.at(-1) ?? '' };
}

/** The operands' spec that applies: of the last option, case or level that has one. */
function operandSpec(call: ResolvedCall): OperandSpec | undefined {
  let spec: OperandSpec | undefined = call.descriptors.at(-1)?.operands;
  for (const { option } of call.line.given) spec = option.spec.operands ?? spec;
  for (const descriptor of call.descriptors) {
    for (const { when, operands } of descriptor.cases ?? []) if (operands !== undefined && holds(when, call)) spec = operands;
  }
  return spec;
}

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

/** The use with what it derives from the call. */
export function settled(use: Use, call: ResolvedCall): DetailedUse {
  const { appends, mounts, startsIn, method, ...rest } = detail(use);
  const request = typeof method === 'function' ? method(call) : method;
  const folder = typeof startsIn === 'function' ? startsIn(call) : startsIn;
  return {
    ...rest,
    ...(request !== undefined && { method: request }),
    ...(appends !== undefined && { appends: typeof appends === 'function' ? appends(call) : appends }),
    ...(folder !== undefined && { startsIn: folder }),
    ...(mounts !== undefined && { mounts: typeof mounts === 'function' ? mounts(call) : mounts }),
  };
}

/** Every word of the call with its use, options first. */
export function assignUses(call: ResolvedCall): readonly UsedWord[] {
  const words: UsedWord[] = [];
  for (const { values } of call.line.given) {
    for (const { use, field, following = [] } of values)
      words.push({ use: settled(use, call), field, following, operand: false });
  }
  const spec = operandSpec(call) ?? {};
  const given = call.line.given.map(({ option }) => option.spec);
  const first = given.some(({ suppliesFirst }) => suppliesFirst) ? (spec.first ?? []).slice(1) : (spec.first ?? []);
  const noLast = given.some(({ suppliesLast }) => suppliesLast);
  const fields = call.operandFields.length === 0 ? (spec.defaults ?? []).map(text => literal(text)) : call.operandFields;
  for (const [i, field] of fields.entries()) {
    const use = settled(useAt(i, fields.length, { ...spec, first }, noLast), call);
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

/** A looking flag counts where the description says so, and alone: another option or an operand may still do its work. */
export function isInformational(call: ResolvedCall): boolean {
  const flags = call.descriptors.findLast(({ informational }) => informational !== undefined)?.informational ?? [
    '--help',
    '--version',
  ];
  const given = [...call.line.given.map(({ option }) => option.name), ...call.line.unlisted];
  return call.operands.length === 0 && given.length > 0 && given.every(name => flags.includes(name));
}
