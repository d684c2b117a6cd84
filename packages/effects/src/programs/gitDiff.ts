import type { Argument, Call, CommandDescriptor, Condition, Finding, GitRefs } from './descriptor.ts';

const FILE = /^\/?(?:[\w@+.-]+\/)*(?:\.[\w-]+(?:\.[\w-]+)*|[\w@+-][\w@+.-]*\.[A-Za-z][\w]{0,9}|id_\w+)$/;

/** What a pathspec names: `*` in it matches slashes and leading dots too. Sources: gitglossary(7). */
export function pathspec(text: string): { readonly pattern: string; readonly excluded: boolean } {
  const [, long, short = ''] = /^:(?:\(([^)]*)\)|([!^/]+))/.exec(text) ?? [];
  const rest = text.replace(/^:(?:\([^)]*\)|[!^/]+)/, '');
  return { pattern: rest, excluded: /[!^]/.test(short) || long?.includes('exclude') === true };
}

/** The files that revisions and path words name: `HEAD:.env`, `:.env`, `.env`, `'*.env'`. */
export function named(operands: readonly Argument[], withPaths: boolean): readonly Finding[] {
  return operands.flatMap((operand): readonly Finding[] => {
    const { ends = '', origins = [] } = operand;
    if (origins.includes('revision') && operand.text === '*') return [];
    const text = operand.text ?? (ends.includes(':') ? ends : undefined);
    if (text === undefined) return [];
    const inside = /^[^:]*:(?:\d:)?(?!\/\/)(.+)$/s.exec(text)?.[1];
    if (inside !== undefined && !/^:[(!^/]/.test(text)) return [{ use: 'read', value: inside }];
    const { pattern, excluded } = pathspec(text);
    if (excluded || !withPaths || isRange(text)) return [];
    if (isPattern(pattern) && !operand.glob)
      return [{ use: 'read', value: { text: /^\**\//.test(pattern) ? pattern : `**/${pattern}`, glob: true } }];
    return operand.glob || FILE.test(text) ? [{ use: 'read', value: operand }] : [];
  });
}

/** `main..topic`, and no folder above: `src/../a.ts`. */
const isRange = (text: string): boolean => text.replace(/(?:^|(?<=\/))\.\.(?=\/|$)/g, '').includes('..');

/** Git reads `*` in a path word itself, quoted or not; a revision has none. */
export const isPattern = (text: string): boolean => /^[\w./*?[\]@+-]*[*?[][\w./*?[\]@+-]*$/.test(text);

const TEXTS =
  '--format --pretty --since --until --after --before --author --committer --grep -S -G -n --max-count --skip --date --diff-filter --glob --exclude --word-diff-regex --inter-hunk-context --encoding --diff-algorithm --anchored --ignore-revs-file --contents --abbrev-commit-length';

/** Options of everything that shows differences. */
export const diffOptions = {
  '--output': 'write',
  '-L': 'text',
  [TEXTS]: 'text',
  '-O': 'text',
  '--copies -C --find-renames -M -B -U --unified --stat --color --word-diff --relative': { value: 'text', attachedOnly: true },
  '-c --cc -p --patch -u -s -q -w -b -z -R -a -m -r -t': 'flag',
  '--no-index': 'flag',
  '--name-only': 'flag',
  '--name-status': 'flag',
} as const;

const NAMES_ONLY = ['--name-only', '--name-status'];

/** The files whose differences are shown; with names only, those of revisions alone. */
const shown = (when: Condition = {}): readonly GitRefs[] => [
  { is: 'files and paths', when: { ...when, not: { any: NAMES_ONLY } } },
  { is: 'files', when: { ...when, any: NAMES_ONLY } },
];

/** `git diff`. */
export const diff = (): CommandDescriptor => ({
  options: diffOptions,
  gitRefs: [{ is: 'compared files', when: { any: ['--no-index'] } }, ...shown({ none: ['--no-index'] })],
});

const COUNTS_ONLY = ['--stat', '--shortstat', '--numstat', '--dirstat', '--summary', '--quiet'];

/** Files and trees that need not be of the repository: what one of them lacks is shown as a whole. */
export function compared(call: Call): readonly Finding[] {
  const isShown = ['-p', '-u'].some(option => call.has(option)) || !(quiet(call) || COUNTS_ONLY.some(option => call.has(option)));
  return call.operands.map(value => ({
    use: isShown ? { as: 'read', searches: { except: [] } } : { as: 'read', tags: ['metadata'] },
    value,
  }));
}

const quiet = (call: Call): boolean => NAMES_ONLY.some(option => call.has(option));

/** `git log`: with `-p` it prints what files held. */
export const log = (): CommandDescriptor => ({
  options: diffOptions,
  gitRefs: [
    { is: 'files and paths', when: { any: ['-c', '-L'] } },
    { is: 'files', when: { none: ['-c', '-L'] } },
  ],
});

/** `git show`. */
export const show = (): CommandDescriptor => ({ options: diffOptions, gitRefs: shown() });

/** `git difftool`: it runs the tool. */
export const difftool = (): CommandDescriptor => ({
  options: {
    '-x --extcmd': { as: 'shell', tags: ['runs_code'] },
    '-t --tool': 'text',
    '--no-index': 'flag',
  },
  gitRefs: [{ is: 'compared files', when: { any: ['--no-index'] } }],
});

/** `git format-patch`. */
export const formatPatch = (): CommandDescriptor => ({
  options: {
    ...diffOptions,
    '-o --output-directory': 'write',
    '--start-number --subject-prefix --to --cc-to --in-reply-to --base --from --signature': 'text',
  },
});
