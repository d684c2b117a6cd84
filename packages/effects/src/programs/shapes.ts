import type { EffectKind } from '@licet/core';
import type {
  Argument,
  Case,
  CommandDescriptor,
  Family,
  Finding,
  FixedEffect,
  Keyword,
  OptionSpec,
  OptionValue,
  Use,
} from './descriptor.ts';
import type { Mark } from '../marks.ts';

/** A family in which all names share one descriptor: separated by spaces, or by commas when a name has spaces itself. */
export function sharing(names: string, build: () => CommandDescriptor): Family {
  return Object.fromEntries(names.split(names.includes(',') ? ',' : ' ').map(name => [name, build]));
}

/** A family from a table: names that share a row, and what the row says of them; `first` is the first of the names. */
export const tabled = <T>(rows: Readonly<Record<string, T>>, build: (row: T, first: string) => CommandDescriptor): Family =>
  Object.fromEntries(
    Object.entries(rows).flatMap(([names, row]) =>
      Object.entries(sharing(names, () => build(row, names.split(' ')[0] ?? names))),
    ),
  );

/** Programs whose operands are all files that they read, or only count and measure. */
export function readers(names: string, facts: CommandDescriptor = {}): Family {
  return sharing(names, () => ({ operands: { rest: 'read' }, ...facts }));
}

/** A use that looks at names, sizes and dates of files, not at what is in them. */
export const lookAt: Use = { as: 'read', tags: ['metadata'] };

/** An address of another machine: a scheme and a host, not a file. */
export const ADDRESS = '(?i)^(?!file:)[a-z][a-z\\d+.-]*://';

/** Whether this text is such an address. */
export const isAddress = (text: string): boolean => /^(?!file:)[a-z][a-z\d+.-]*:\/\//i.test(text);

/** An effect that no word decides, by its kind, its target in short and its marks. */
export const effect = (kind: EffectKind, target: string, ...tags: readonly Mark[]): FixedEffect => ({ kind, target, tags });

/** Something is gone for good. */
export const loses = (target: string, ...marks: readonly Mark[]): FixedEffect =>
  effect('delete', target, 'destructive', ...marks);

/** A setting, a service or something else that is no file is changed. */
export const sets = (target: string, ...marks: readonly Mark[]): FixedEffect => effect('configure', target, ...marks);

/** Secrets are shown in clear text. */
export const shows = (store: string): FixedEffect => effect('read', `secret:${store}`, 'secret');

/** Data leaves for the network. */
export const sends = (...marks: readonly Mark[]): FixedEffect => effect('network', 'network:upload', ...marks);

/** Values that name a program or a plugin that is loaded: by its name, or by the file that runs. */
export const loading = (row: OptionValue): readonly OptionValue[] => [
  { ...row, unless: '^(?![?]$)[^/]*$', use: { as: 'execute', language: 'rules' } },
  { ...row, unless: '/|^[?]$', use: 'program' },
];

/** A program or a plugin that is loaded: by its name, or by the file that runs. */
export const loads = (value: Argument): Finding => ({
  use: value.text?.includes('/') === false ? 'program' : { as: 'execute', language: 'rules' },
  value,
});

/** A subcommand that does these things and whose words mean nothing to us. */
export const does =
  (...effects: readonly FixedEffect[]): (() => CommandDescriptor) =>
  () => ({ effects });

/** A subcommand that does these things unless it is only tried out. */
export const unlessDry =
  (...effects: readonly FixedEffect[]): (() => CommandDescriptor) =>
  () => ({ options: { '-n --dry-run': 'flag' }, cases: [{ when: { none: ['-n'] }, effects }] });

/** An option without a value that does these things. */
export const option = (...effects: readonly FixedEffect[]): OptionSpec => ({ effects });

/** What happens when a word of the call fits the source of an expression. */
export const onWord = (operand: string, ...effects: readonly FixedEffect[]): Case => ({ when: { operand }, effects });

/** A subcommand that changes something named by its operands. */
export function changes(category: string, ...tags: readonly Mark[]): () => CommandDescriptor {
  return () => ({ operands: { rest: { as: 'named', category, tags } } });
}

/** A subcommand that destroys what its operands name. */
export function destroys(category: string, ...tags: readonly Mark[]): () => CommandDescriptor {
  return () => ({ operands: { rest: { as: 'named', effect: 'delete', category, tags: ['destructive', ...tags] } } });
}

/** The project's own code runs: a build, a test, a script that somebody reviewed. */
export const projectCode: FixedEffect = effect('execute', 'project:code');

/** Data comes from the network. */
export const downloads: FixedEffect = effect('network', 'network:download');

/** Subcommands that do nothing to speak of, by names separated by spaces. */
export function harmless(names: string): Readonly<Record<string, () => CommandDescriptor>> {
  return { [names]: () => ({}) };
}

/** Files with names that are not known come into a folder: they may take the place of those that govern the agent. */
export const unseen: Use = { as: 'write', recursive: true, certainty: 'possible', tags: ['unseen'] };

/** Unseen files come into the folder that one works in. */
export const unseenHere: Finding = { use: unseen, value: '.' };

/** Packages come from the network with scripts that run. */
export const installs: FixedEffect = { kind: 'network', target: 'network:download', method: 'GET', tags: ['package_scripts'] };

/** The packages of the project are others than before. */
export const repacks: FixedEffect = sets('package:project');

/** A package or a release goes to the public. */
export const publishes: FixedEffect = sends('shares', 'remote_change');

/** An expression as descriptors hold it: its source, with `(?i)` in front when it ignores case. */
export const sourceOf = ({ source: text, flags }: RegExp): string => (flags.includes('i') ? `(?i)${text}` : text);

/** What happens when the operands, joined by blanks, fit. */
export const ifSaid = (words: RegExp, ...effects: readonly FixedEffect[]): Keyword => ({
  when: { words: sourceOf(words) },
  effects,
});

/** What happens when one of these options is given. */
export const ifGiven = (options: string, ...effects: readonly FixedEffect[]): Keyword => ({
  when: { any: options.split(' ') },
  effects,
});

/** What happens at every call. */
export const always = (...effects: readonly FixedEffect[]): Keyword => ({ effects });

/** The rows that follow are not read when the operands fit. */
export const endsIf = (words: RegExp): Keyword => ({ when: { words: sourceOf(words) }, ends: true });
