import type { Argument, Call, CommandDescriptor, Condition, OperandSpec, OptionTable } from '../../programs/descriptor.ts';
import { isKnown } from '../words/field.ts';
import type { Field } from '../words/field.ts';
import { readCommandLine } from './commandLine.ts';
import type { CommandLine } from './commandLine.ts';
import { OptionIndex } from './optionIndex.ts';

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
  const leading: CommandLine['given'][number][] = [];
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
    leading.push(...line.given);
    path.push(word.text);
    current = next;
    descriptors.push(next);
    tables.push(next.options);
    rest = after;
  }
  const line = readCommandLine(rest, new OptionIndex(...tables), current.style ?? 'gnu');
  return describe(
    path,
    descriptors,
    { ...line, given: [...leading, ...line.given], operands: line.operands, unlisted: line.unlisted },
    unclear,
  );
}

function findSubcommand(subcommands: NonNullable<CommandDescriptor['subcommands']>, word: Field): CommandDescriptor | undefined {
  if (!isKnown(word)) return undefined;
  if (Object.hasOwn(subcommands, word.text)) return subcommands[word.text]?.();
  for (const [key, build] of Object.entries(subcommands)) if (key.split(' ').includes(word.text)) return build();
  return undefined;
}

function describe(
  path: readonly string[],
  descriptors: readonly CommandDescriptor[],
  line: CommandLine,
  unclear: ResolvedCall['unclear'],
): ResolvedCall {
  return {
    path,
    descriptors,
    line,
    operandFields: line.operands,
    operands: line.operands.map(asArgument),
    unclear,
    has: name => line.given.some(({ option }) => option.name === name) || line.unlisted.includes(name),
    values: name =>
      line.given
        .filter(({ option }) => option.name === name)
        .flatMap(({ values }) => values.map(({ field }) => asArgument(field))),
  };
}

/** A word as descriptors see it. */
export function asArgument(field: Field): Argument {
  return { text: isKnown(field) || field.glob ? field.text : undefined, glob: field.glob };
}

/** True when all parts of the condition hold for the call. */
export function holds(condition: Condition, call: Call): boolean {
  const { any, all, none, operand, atLeast, atMost } = condition;
  if (any !== undefined && !any.some(name => call.has(name))) return false;
  if (all !== undefined && !all.every(name => call.has(name))) return false;
  if (none !== undefined && none.some(name => call.has(name))) return false;
  if (atLeast !== undefined && call.operands.length < atLeast) return false;
  if (atMost !== undefined && call.operands.length > atMost) return false;
  if (operand === undefined) return true;
  const pattern = new RegExp(operand);
  return call.operands.some(({ text }) => text !== undefined && pattern.test(text));
}

/** The operands' spec that applies: of the last option, case or level that has one. */
export function operandSpec(call: ResolvedCall): OperandSpec | undefined {
  let spec: OperandSpec | undefined = call.descriptors.at(-1)?.operands;
  for (const { option } of call.line.given) spec = option.spec.operands ?? spec;
  for (const descriptor of call.descriptors) {
    for (const { when, operands } of descriptor.cases ?? []) if (operands !== undefined && holds(when, call)) spec = operands;
  }
  return spec;
}
