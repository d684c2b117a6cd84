import { readDuration } from '@licet/core/text';

/** The commands of `licet` that answer for a human, lift a limit, or open the page on which a human answers; with their aliases. */
const ANSWERS =
  'approve\\b|approvals[\'"]?[\\s,]+[\'"]?(?:approve|deny|end|watch)\\b|allow\\b|deny\\b|access\\b|protect\\b|console\\b|fact[\'"]?[\\s,]+[\'"]?(?:grant|revoke)\\b|passkey[\'"]?[\\s,]+[\'"]?(?:add|remove)\\b|grant\\b|revoke\\b|tokens[\'"]?[\\s,]+[\'"]?rotate\\b|flow[\'"]?[\\s,]+[\'"]?reset\\b|concepts[\'"]?[\\s,]+[\'"]?(?:renew\\b|pending\\b.{0,400}--(?:accept|reject)\\b)|hold\\b|continue\\b|pause\\b|audit[\'"]?[\\s,]+[\'"]?prune\\b|suggest\\b.{0,400}--apply\\b|reset\\b|undo\\b(?!\\s+--list\\b)|uninstall\\b|accept\\b(?!\\s+--check\\b)|service\\b';

/**
 * `licet` and such a command, behind anything that might run it: a package runner by another spelling, a program that lends a terminal, the
 * value of an option, a script handed to one as text.
 */
const HUMAN_COMMAND = new RegExp(
  `(?<![\\w.@-])licet(?:@[^\\s'"]*|\\.c?js)?['"]?[\\s,]+(?:--?\\S{0,200}\\s+){0,8}['"]?(?:${ANSWERS})`,
);

/** Spaces in an address: `iterm2:/command?c=licet%20approve`. */
const ESCAPED_SPACE = /%20|%09|(?<=licet)\+/gi;

/** Longer texts are not looked through. */
const MOST = 100_000;

/**
 * Returns true if a text has a command of `licet` in it that only a human may run. Spaces may be written as in an address, and words as in a list.
 */
export function saysHumanCommand(text: string): boolean {
  if (text.length > MOST || !text.includes('licet')) return false;
  return HUMAN_COMMAND.test(text) || HUMAN_COMMAND.test(text.replace(ESCAPED_SPACE, ' '));
}

/** The first such command in a text, as words; undefined where there is none. Words of a list count as those of a line. */
export function humanCommandIn(text: string): readonly string[] | undefined {
  if (text.length > MOST || !text.includes('licet')) return undefined;
  return HUMAN_COMMAND.exec(text)?.[0].split(/[\s,'"]+/);
}

/** Words that come one after the other only in these commands of `licet`, whatever the program is called. */
const AS_A_COPY: readonly (readonly [first: string, follows: (next: string, after: string) => boolean])[] = [
  ['approvals', next => /^(?:approve|deny|end)$/.test(next)],
  ['approve', next => /^[0-9A-Z]{4}-[0-9A-Z]{4}$/i.test(next)],
  ['allow-once', () => true],
  ['fact', next => /^(?:grant|revoke)$/.test(next)],
  ['passkey', next => /^(?:add|remove)$/.test(next)],
  ['audit', next => next === 'prune'],
  ['flow', next => next === 'reset'],
  ['pause', (next, after) => [next, `${next} ${after}`].some(time => readDuration(time) !== undefined)],
];

/** Tells whether a line runs such a command of a program that is named by its file, as a copy is. */
function runsACopy(line: string): boolean {
  const words = line.split(/[\s,'"`;()[\]{}]+/);
  return words.some(
    (word, at) =>
      AS_A_COPY.some(([first, follows]) => word === first && follows(words[at + 1] ?? '', words[at + 2] ?? '')) &&
      /\/|\.[cm]?js$/.test(words[at - 1] ?? ''),
  );
}

/** The program by its name, its package or its file. */
const PROGRAM = /(?:^|\/)licet(?:@[^/\s]*)?(?:\.[cm]?js)?$/;

/** True for a file of the program itself: code that loads it runs the command that its process's arguments name. */
export const isLicetFile = (path: string): boolean => /\/licet\/dist\/\w+\.cjs$|(?:^|\/)licet\.c?js$/.test(path);

/** Programs that look at words and run none of them. */
const READERS = new Set([
  'echo',
  'printf',
  'grep',
  'egrep',
  'fgrep',
  'rg',
  'ag',
  'git',
  'sed',
  'awk',
  'cat',
  'ls',
  'man',
  'which',
]);

/**
 * Tells whether an argument vector names a command of `licet` that only a human may run, whatever its program is.
 *
 * @example
 * ```ts
 * import { namesHumanCommand } from '@licet/effects/places';
 *
 * namesHumanCommand(['sbatch', '--wrap=licet approve ABCD-1234']); // => true
 * namesHumanCommand(['licet', 'status']); // => false
 * ```
 */
export function namesHumanCommand(argv: readonly (string | undefined)[]): boolean {
  const program = argv[0] ?? '';
  if (READERS.has(program.slice(program.lastIndexOf('/') + 1))) return false;
  // A word that is only known when it runs may be any command.
  if (argv.some((word, at) => at > 0 && word === undefined && PROGRAM.test(argv[at - 1] ?? ''))) return true;
  const line = argv.map(word => word ?? '').join(' ');
  return line.length <= MOST && (saysHumanCommand(line) || runsACopy(line));
}
