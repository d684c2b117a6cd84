import type { Effect } from '@licet/core';
import { fileTarget, matcherFor, programPatterns } from '@licet/effects/places';
import type { KnownPlace } from '@licet/effects/places';

/** Commands of `licet` for humans, by words that hardly any other program has. */
const HUMAN_WORDS =
  /^(?:fact (?:grant|revoke)|approvals (?:approve|deny)|allow-once|tokens rotate|audit prune)\b|^(?:approve|hold|continue|grant|revoke|reset|uninstall)\b/;
/** Those of them that no other program has: they ask, whatever runs. */
const OWN_WORDS = /^(?:fact (?:grant|revoke) \S|approvals (?:approve|deny) \S|allow-once \S)/;
/** Programs that lend a terminal to a command, which those commands demand. */
const LENDERS = /^(?:script|unbuffer|expect|socat|tmux|screen|pty|faketty|reptyr|dtach|zellij)$/;

/** Whether a path leads into the program that judges, or into a package of it wherever it is installed. */
export type IsProgram = (path: string | undefined) => boolean;

/** Knows the program by its own files and folders and by the names of its packages. */
export function programFinder(program: readonly string[], place: KnownPlace): IsProgram {
  const packages = matcherFor('program', programPatterns, place, 'restrict');
  return word => {
    const found =
      word?.includes('/') === true ? fileTarget(word, { cwd: place.root, files: place.files, literal: true }) : undefined;
    if (found?.type !== 'file' || !/licet|\.[cm]?js/.test(found.lexical)) return false;
    const { lexical: path, resolved: real } = found;
    if (program.some(one => [path, real].some(each => each === one || each.startsWith(`${one}/`)))) return true;
    return packages.match(path).some(({ source }) => /licet/.test(source));
  };
}

/** What is said of a run of something that may be a copy of `licet`, with the words of a command for humans. */
type CopyFinding = 'copy' | 'unclear' | undefined;

/**
 * Tells whether a file that runs is a copy of the program, made in another command: it holds the same. A changed copy is not
 * found; the words that only `licet` has ask then, and all of them behind a program that lends a terminal.
 */
export function runsCopy(effect: Effect, program: readonly string[], { root, files }: KnownPlace): CopyFinding {
  if (effect.target?.type !== 'program') return undefined;
  const [file, ...rest] = effect.target.argv;
  if (file === undefined || !/\/|\.[cm]?js$/.test(file)) return undefined;
  const words = rest.map(word => word ?? '?').join(' ');
  if (!HUMAN_WORDS.test(words)) return undefined;
  const found = fileTarget(file, { cwd: root, files, literal: true });
  const digest = found.type === 'file' ? files?.digest?.(found.resolved) : undefined;
  const own = program.flatMap(one => files?.list(one)?.map(({ name }) => `${one}/${name}`) ?? [one]);
  const isOwn = (one: string): boolean => /\.[cm]?js$/.test(one) && files?.digest?.(one) === digest;
  if (digest !== undefined && own.some(isOwn)) return 'copy';
  return OWN_WORDS.test(words) || effect.via.some(one => LENDERS.test(one)) ? 'unclear' : undefined;
}
