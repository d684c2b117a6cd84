import type { Argument } from '../../programs/call.ts';
import type { CommandDescriptor, OptionTable, DetailedUse, Use } from '../../programs/descriptor.ts';
import { findDescriptor } from '../../programs/index.ts';
import type { Printed, Printing } from '../../programs/output.ts';
import { printedBy } from '../../programs/rules/output.ts';
import type { Field } from '../words/field.ts';
import { HOLE, isKnown, literal } from '../words/field.ts';
import type { Run } from '../words/frame.ts';
import type { ResolvedCall } from './call.ts';
import type { CommandLine } from './commandLine.ts';
import { readCommandLine, hasOption, joinLines, valuesOf, OptionIndex } from './commandLine.ts';

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
  const line = joinLines(leading, readCommandLine(rest, new OptionIndex(...tables), style));
  return makeCall(path, descriptors, line, unclear);
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

const makeCall = (
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

/** A use in its long form. */
export function detailOf(use: Use): DetailedUse {
  return typeof use === 'string' ? { as: use } : use;
}

/** A looking flag counts where the description lists it, and alone: another option or an operand may still do its work. */
export function isInformational(call: ResolvedCall): boolean {
  const flags = call.descriptors.findLast(({ informational }) => informational !== undefined)?.informational ?? [
    '--help',
    '--version',
  ];
  const given = [...call.line.given.map(({ option }) => option.name), ...call.line.unlisted];
  return call.operands.length === 0 && given.length > 0 && given.every(name => flags.includes(name));
}

/** A compiler for another machine: `aarch64-linux-gnu-gcc` is `gcc`. */
const CROSS = /^\w+-(?:[\w.]+-){1,3}(?=(?:gcc|g\+\+|cc|c\+\+|clang|clang\+\+|gfortran|ld|as)(?:-[\d.]+)?$)/;

/** The descriptor of a program by name, or by the name without its version or without the `g` of GNU tools. */
function lookUp(name: string): CommandDescriptor | undefined {
  const bare = name.replace(/(?:-\d[\w.]*|\d[\d.]*)$|\.exe$/i, '');
  for (const candidate of new Set([
    name,
    bare,
    bare.replace(CROSS, ''),
    name.toLowerCase(),
    ...(/^g[a-z]+$/.test(name) ? [name.slice(1)] : []),
  ])) {
    const found = candidate === '' ? undefined : findDescriptor(candidate);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** How a program is described, looked up once for a command. */
export function descriptorOf(name: string, { described }: Run): CommandDescriptor | undefined {
  if (!described.has(name)) described.set(name, lookUp(name));
  return described.get(name);
}

/** What the description of a call says of it: that of the innermost subcommand that says anything. */
export const factOf = <K extends keyof CommandDescriptor>(call: ResolvedCall, fact: K): CommandDescriptor[K] | undefined =>
  call.descriptors.findLast(descriptor => descriptor[fact] !== undefined)?.[fact];

/** What a call prints by its description: that of the innermost subcommand that knows it. */
export function printedOf(call: ResolvedCall): Printed | undefined {
  for (const { prints } of call.descriptors.toReversed()) {
    const printed = printedBy(prints, call);
    if (printed !== undefined) return printed;
  }
  return undefined;
}

/** Whether what is printed is of one of these kinds. */
export const isOfKind = (prints: Printing | undefined, ...kinds: readonly Printed[]): boolean =>
  kinds.some(kind => kind === prints);

/** Whether a call shows the text in its files and its input, whatever these are. */
export const showsText = (call: ResolvedCall): boolean =>
  factOf(call, 'showsText') === true || isOfKind(call.descriptors[0]?.prints, 'matches', 'sed', 'awk');

/** Whether a program packs trees into one file. */
export const packsTrees = (program: string, run: Run): boolean =>
  /^(?:packs|both)$/.test(descriptorOf(program, run)?.archives ?? '');

/** Whether a program brings whole trees to another place: packed, unpacked or copied. */
export function bringsTrees(program: string, run: Run): boolean {
  const { archives, copies } = descriptorOf(program, run) ?? {};
  return archives !== undefined || copies === 'copy';
}
