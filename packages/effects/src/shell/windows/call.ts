import { NotUnderstood, bare, isBareWord, render, renderPath, textOf } from './words.ts';
import type { Word } from './words.ts';

/** The options and the words of a call of a cmdlet. */
export interface Given {
  readonly has: (option: string) => boolean;
  /** The words of options, and of positions that stand for them. */
  readonly words: (...options: readonly string[]) => readonly Word[];
  /** The same as paths, joined. */
  readonly paths: (...options: readonly string[]) => string;
  /** The first word as text; empty without one. */
  readonly text: (option: string) => string;
  /** What the member of the pipeline in front prints, in the words of a POSIX shell. */
  readonly fed: string | undefined;
  /** A text of PowerShell in the words of a POSIX shell. */
  readonly translate: (text: string) => string;
}

/**
 * A cmdlet: its options (`name=` takes a value), which of them words without an option stand for (the last one for all that are left), and
 * the same in the words of a POSIX shell.
 */
export interface Cmdlet {
  readonly names: string;
  readonly options: string;
  readonly order: string;
  readonly does: (given: Given) => string;
}

/** Options that every cmdlet has. */
const COMMON =
  'verbose debug whatif confirm erroraction= ea= errorvariable= warningaction= wa= warningvariable= informationaction= infa= informationvariable= outvariable= ov= outbuffer= pipelinevariable= progressaction=';

/** Options that a cmdlet has, by the beginning of their names. */
export function optionOf({ options }: Cmdlet, text: string): { readonly name: string; readonly takes: boolean } | undefined {
  const wanted = text.slice(1).replace(/:.*$/su, '').toLowerCase();
  const all = `${options} ${COMMON}`.split(' ').map(each => each.toLowerCase());
  const begun = all.filter(each => each.startsWith(wanted));
  const found = all.find(each => each.replace('=', '') === wanted) ?? (begun.length === 1 ? begun[0] : undefined);
  return found === undefined ? undefined : { name: found.replace('=', ''), takes: found.endsWith('=') };
}

/** Whether a word is meant as the name of an option. */
export const isOption = (word: Word | undefined): boolean =>
  word !== undefined && isBareWord(word) && /^-[A-Za-z?]/u.test(textOf(word) ?? '');

/** Reads a call of a cmdlet: its words by options and positions. */
export function readCall(
  cmdlet: Cmdlet,
  args: readonly (readonly Word[])[],
  fed: string | undefined,
  translate: Given['translate'],
): Given {
  const values = sorted(cmdlet, args);
  const words = (...names: readonly string[]): readonly Word[] => names.flatMap(name => values.get(name) ?? []);
  const paths = (...names: readonly string[]): string =>
    words(...names)
      .flatMap(renderPath)
      .join(' ');
  const text = (name: string): string => {
    const [first] = words(name);
    return first === undefined ? '' : render(first, 'text');
  };
  return { has: name => values.has(name), words, paths, text, fed, translate };
}

/** The words of a call under the options that they belong to, and the others under the positions that they stand for. */
function sorted(cmdlet: Cmdlet, args: readonly (readonly Word[])[]): ReadonlyMap<string, readonly Word[]> {
  const values = new Map<string, Word[]>();
  const add = (name: string, words: readonly Word[]): void => {
    const known = values.get(name) ?? [];
    for (const each of words) known.push(each);
    values.set(name, known);
  };
  const order = cmdlet.order.split(' ');
  const textAt = (at: number): string => textOf(args[at]?.[0] ?? bare('')) ?? '';
  for (let at = 0; at < args.length; at++) {
    const words = args[at] ?? [];
    if (!isOption(words[0]) || cmdlet.options === '*') {
      add(order.find(name => !values.has(name)) ?? order.at(-1) ?? 'rest', words);
      continue;
    }
    const option = optionOf(cmdlet, textAt(at));
    if (option === undefined) throw new NotUnderstood(`\`${textAt(at)}\``);
    const attached = /^-\w+:(?<value>.*)$/su.exec(textAt(at))?.groups?.['value'];
    const isOff = /^\$?false$/iu.test(attached ?? '') || (attached === '' && /^false$/iu.test(textAt(at + 1)));
    if (option.takes) add(option.name, attached ? [bare(attached)] : (args[++at] ?? []));
    else if (!isOff) add(option.name, []);
    if (!option.takes && attached === '') at += 1;
  }
  return values;
}
