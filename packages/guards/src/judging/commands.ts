import type { Effect } from '@licet/core';
import type { ProgramTarget } from '@licet/core/nodes';
import { InvariantError } from '@licet/core';
import { matchesWildcard } from '@licet/core/text';

/** One program that an action runs, as words. */
interface Command {
  readonly target: ProgramTarget;
  readonly effect: Effect;
}

const commandOf = (effect: Effect): readonly Command[] =>
  effect.kind === 'execute' && effect.target?.type === 'program' ? [{ effect, target: effect.target }] : [];

/** Marks a word that is not known; no pattern of a policy matches it. */
const UNKNOWN_WORD = '\u0000';

const textOf = (first: string | undefined, { argv }: Pick<ProgramTarget, 'argv'>): string =>
  [first, ...argv.slice(1)].map(word => word ?? UNKNOWN_WORD).join(' ');

const LONGEST = 200;

/** The commands of an action whose words are all known and whose program is found by its name, as texts. */
export function knownCommands(effects: readonly Effect[]): readonly string[] {
  return effects
    .flatMap(commandOf)
    .filter(({ target }) => target.path === undefined)
    .map(({ effect, target }) => textOf(effect.program, target))
    .filter(text => !text.includes(UNKNOWN_WORD) && text.length <= LONGEST && !/\n/u.test(text));
}

/** A command that begins as a policy forbids, or that may. */
interface Beginning {
  readonly effect: Effect;
  readonly possible: boolean;
}

/**
 * Finds the commands of an action that begin as one of the prefixes does: `sudo`, `git push --force`, `git add * -A`, where `*` is any run of
 * characters. Every program of a line
 * counts by itself, behind `;`, in `$(…)`, behind `sudo` or in `sh -c`, under its own name whatever its path, and under the names that
 * it goes by (`git -C x push -f` is `git push -f`). Where words that are not known may make it one, it is `possible`.
 */
export function commandsThatBegin(effects: readonly Effect[], prefixes: readonly string[]): readonly Beginning[] {
  return effects.flatMap(commandOf).flatMap(({ effect, target }): readonly Beginning[] => {
    const texts = readingsOf(effect, target);
    if (prefixes.some(prefix => texts.some(text => begins(text, prefix)))) return [{ effect, possible: false }];
    const known = texts.flatMap(text => (text.includes(UNKNOWN_WORD) ? text.split(UNKNOWN_WORD, 1) : []));
    const possible = prefixes.some(prefix => known.some(text => mayBegin(text, prefix)));
    return possible ? [{ effect, possible }] : [];
  });
}

/** A command as it is written, and as it reads without the options before its sub-command: `git -C x push -f` is `git push -f`. */
function readingsOf({ program, runs = [] }: Effect, target: ProgramTarget): readonly string[] {
  const shorter = runs.flatMap(run => {
    if (!run.includes(' ')) return [];
    const last = run.slice(run.lastIndexOf(' ') + 1);
    return target.argv.flatMap((word, at) => (word === last ? [textOf(run, { argv: target.argv.slice(at) })] : []));
  });
  return [textOf(program, target), ...runs, ...shorter];
}

/** `rm` does not begin `rmdir`; `rm -rf /` begins `rm -rf /etc`; `git add * -A` begins `git add src -A docs`. */
function begins(text: string, prefix: string): boolean {
  if (prefix.includes('*')) return matchesWildcard(prefix, text) || matchesWildcard(`${prefix} *`, text);
  return text.startsWith(prefix) && (!/\w$/.test(prefix) || !/^\w/.test(text.slice(prefix.length)));
}

/** Whether words that are not known, behind those that are, may make a command begin so. */
function mayBegin(known: string, prefix: string): boolean {
  const [head = ''] = prefix.split('*', 1);
  return `${head} `.startsWith(known) || (head !== prefix && known.startsWith(head));
}

/** Text such as ` git   push ` as the words that are compared. */
export function wordsOf(texts: readonly string[], option: string): readonly string[] {
  return texts.map((text, index) => {
    const words = text.trim().replace(/\s+/g, ' ');
    if (words === '' || words === '*')
      throw new InvariantError('invalid_param', `\`${option}\` needs the words of a command, found \`${text}\``, {
        path: [option, index],
      });
    return words;
  });
}

/**
 * Tells of an effect whether an exception covers it: whether the action runs its program, there, only in ways that the patterns name. A pattern
 * is a whole command, in which `*` matches any number of characters: `git push` does not cover `git push --force`, `git push *` does. Words that are not
 * known, another path of the program, and effects of no program (a redirection) are never covered.
 */
export function coveredBy(effects: readonly Effect[], patterns: readonly string[]): (effect: Effect) => boolean {
  if (patterns.length === 0) return () => false;
  const place = ({ program = '', via }: Effect): string => JSON.stringify([program, via]);
  const ways = new Map<string, boolean>();
  for (const { effect, target } of effects.flatMap(commandOf)) {
    const text = textOf(effect.program, target);
    const isKnown = target.path === undefined && !text.includes(UNKNOWN_WORD);
    const isNamed = isKnown && patterns.some(pattern => matchesWildcard(pattern, text));
    ways.set(place(effect), isNamed && ways.get(place(effect)) !== false);
  }
  return effect => effect.program !== undefined && effect.kind !== 'unknown' && ways.get(place(effect)) === true;
}
