import type { Effect } from '@licet/core';
import { collapse } from '@licet/effects/places';

import { addressesIn } from './tenants.ts';

/** One program that a command runs, or the one tool that an action is. */
export interface CodeCall {
  /** Its name without a folder. */
  readonly program: string;
  /** Its words as far as they are known; an empty text for one that is not. */
  readonly words: readonly string[];
  /** The folder that it works in, absolute. */
  readonly folder: string;
  readonly effects: readonly Effect[];
}

const FOLDER_OPTION = /^(?:-C|--prefix|--directory|--cwd|--dir|--project)$/u;

/** The part of a path behind its last slash. */
export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** A path as a program in a folder means it. */
export const pathIn = (folder: string, path: string): string =>
  path.startsWith('/') ? collapse(path) : collapse(`${folder}/${path}`);

/** Puts the effects of an action to the programs that cause them, in their order. What a redirection writes belongs to the program after it. */
export function callsOf(effects: readonly Effect[], start: string): readonly CodeCall[] {
  const calls: (CodeCall & { effects: Effect[] })[] = [];
  const early: Effect[] = [];
  let folder = start;
  for (const effect of effects) {
    const { kind, target, program = '' } = effect;
    if (kind === 'execute' && target?.type === 'program' && target.untrusted !== true && target.file === undefined) {
      const words = target.argv.map(word => word ?? '');
      const own = nameOf(words[0] ?? '');
      if (own === 'cd' || own === 'pushd')
        folder = pathIn(folder, words.find((word, at) => at > 0 && !word.startsWith('-')) ?? '.');
      const option = words.findIndex(word => FOLDER_OPTION.test(word));
      const place = option > 0 ? pathIn(folder, words[option + 1] ?? '.') : folder;
      calls.push({ program: own, words, folder: place, effects: [effect, ...early.splice(0)] });
    } else if (calls.length === 0 || program === '') early.push(effect);
    else (calls.findLast(call => call.program === program) ?? calls.at(-1))?.effects.push(effect);
  }
  if (early.length === 0) return calls;
  const last = calls.at(-1);
  if (last === undefined) return [{ program: early[0]?.program ?? '', words: [], folder, effects: early }];
  last.effects.push(...early);
  return calls;
}

/** The words of a call that are neither its program nor options. */
export const operandsOf = ({ words }: CodeCall): readonly string[] =>
  words.slice(1).filter(word => word !== '' && !word.startsWith('-'));

/** The addresses among the words of a call. */
export const addressesOf = (call: CodeCall): readonly string[] =>
  addressesIn(call.words.slice(1).join(' ').replaceAll('git+', ''));
