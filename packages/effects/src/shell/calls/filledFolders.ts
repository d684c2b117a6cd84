import { absolutePath, baseName } from '../../places/lexical.ts';
import { SKILLS_FOLDER } from '../../places/runtimes.ts';
import { holdsInstructions } from '../../places/startFiles.ts';
import { fillingOf, storesInstructions } from '../../programs/filling.ts';
import { isAddress } from '../../programs/shapes.ts';
import { knownText, literal } from '../words/field.ts';
import type { Field } from '../words/field.ts';
import type { Frame } from '../words/frame.ts';
import { emitFile } from './emitFile.ts';

/** Records the folder that a call fills with files that nobody has named: they may take the place of those that govern the agent. */
export function emitFilled(name: string, args: readonly Field[], frame: Frame): void {
  const words = args.map(({ text }) => text).join(' ');
  const unseen = { kind: 'write', program: name, recursive: true, possible: true } as const;
  if (storesInstructions(name, words)) emitFile(literal(SKILLS_FOLDER), { ...unseen, tags: ['unseen', 'persistence'] }, frame);
  for (const { options, last, fresh } of fillingOf(name, words)) {
    const folder = optionValue(options.split(' '), args) ?? (last === true ? lastWord(args) : undefined);
    if (fresh !== true) emitFile(folder ?? literal('.'), { ...unseen, tags: ['unseen'] }, frame);
    else if (folder !== undefined) emitFresh(folder, name, frame);
  }
}

/** A tree in a new folder: instructions of agents, or packages where the launcher looks for Licet. */
function emitFresh(folder: Field, name: string, frame: Frame): void {
  const path = absolutePath(knownText(folder) ?? '', frame.state.cwd);
  if (path === undefined) return;
  const written = { kind: 'write', program: name, recursive: true, possible: true } as const;
  if (holdsInstructions(path)) emitFile(folder, { ...written, tags: ['unseen', 'persistence'] }, frame);
  if (baseName(path) === 'node_modules') emitFile(literal(`${path}/licet`), written, frame);
}

/** The value of one of some options, attached or as the next word. */
function optionValue(options: readonly string[], args: readonly Field[]): Field | undefined {
  for (const [at, arg] of args.entries()) {
    const [, option, value] = /^(--?[\w-]+)=(.*)$/s.exec(arg.text) ?? [];
    if (option !== undefined && options.includes(option)) return { ...arg, text: value ?? '' };
    if (options.includes(arg.text)) return args[at + 1];
    const short = options.find(one => /^-\w$/.test(one) && arg.text.startsWith(one) && arg.text.length > 2);
    if (short !== undefined) return { ...arg, text: arg.text.slice(2) };
  }
  return undefined;
}

/** The last word that is no option and no address: the folder, where there are two or more. */
function lastWord(args: readonly Field[]): Field | undefined {
  const plain = args.filter(({ text }) => !text.startsWith('-'));
  const found = plain.length > 1 ? plain.at(-1) : undefined;
  return found === undefined || isAddress(found.text) || /^\w+:/.test(found.text) ? undefined : found;
}
