import type { CommandDescriptor, ProgramDescriptor } from '../../programs/descriptor.ts';
import { findDescriptor } from '../../programs/index.ts';
import type { Printed, Printing } from '../../programs/output.ts';
import { printedBy } from '../../programs/rules/output.ts';
import type { Run } from '../words/frame.ts';
import type { ResolvedCall } from './resolveCall.ts';

/** A compiler for another machine: `aarch64-linux-gnu-gcc` is `gcc`. */
const CROSS = /^\w+-(?:[\w.]+-){1,3}(?=(?:gcc|g\+\+|cc|c\+\+|clang|clang\+\+|gfortran|ld|as)(?:-[\d.]+)?$)/;

/** The descriptor of a program by name, or by the name without its version or without the `g` of GNU tools. */
function lookUp(name: string): ProgramDescriptor | undefined {
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
export function descriptorOf(name: string, { described }: Run): ProgramDescriptor | undefined {
  if (!described.has(name)) described.set(name, lookUp(name));
  return described.get(name);
}

/** What the description of a call says of it: that of the innermost subcommand that says anything. */
export const said = <K extends keyof CommandDescriptor>(call: ResolvedCall, fact: K): CommandDescriptor[K] | undefined =>
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
  said(call, 'showsText') === true || isOfKind(call.descriptors[0]?.prints, 'matches', 'sed', 'awk');

/** Whether a program packs trees into one file. */
export const packs = (program: string, run: Run): boolean => /^(?:packs|both)$/.test(descriptorOf(program, run)?.archives ?? '');

/** Whether a program brings whole trees to another place: packed, unpacked or copied. */
export function brings(program: string, run: Run): boolean {
  const { archives, copies } = descriptorOf(program, run) ?? {};
  return archives !== undefined || copies === 'copy';
}
