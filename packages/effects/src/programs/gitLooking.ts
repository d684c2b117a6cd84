import { isGovernedPath } from '../places/governed.ts';
import type { Argument, Call, CommandDescriptor, Finding, Use } from './descriptor.ts';
import { takesTemplate } from './gitConfig.ts';
import type { Printed, Printing } from './output.ts';
import { does, effect, sets, unseen, unseenHere } from './shapes.ts';
import { pathspec, named, isPattern, diffOptions, diff, log, show, difftool, formatPatch } from './gitDiff.ts';

/** The paths that are searched, or everything below the current folder. */
function grepped(call: Call): readonly Finding[] {
  const words = call.operands.slice(call.has('-e') || call.has('-f') ? 0 : 1);
  const parts = words.map(value => ({ value, ...pathspec(value.text ?? '') }));
  const except = parts.flatMap(({ pattern, excluded }) => (excluded ? [pattern] : []));
  const untracked = !call.has('--no-index') && !call.has('--untracked');
  const search = { except, isFromHere: true, untracked, follows: false, leaveOut: "-- ':!{path}'" };
  const use: Use = { as: 'read', recursive: true, searches: search };
  const isOpen = (call.has('--no-index') || call.has('--untracked')) && !call.has('-l');
  const paths = isOpen
    ? parts.flatMap(part => (part.excluded ? [] : reached(part.value, part.pattern).map(value => ({ use, value }))))
    : named(words, true);
  if (paths.length > 0 || call.has('-l')) return paths;
  const folders = words.filter(({ text = '' }) => /\/$|^\.{1,2}$/.test(text) || (/^[\w./-]+$/.test(text) && call.has('--')));
  return (folders.length > 0 ? folders : ['.']).map(value => ({ use, value }));
}

/** The files and trees that a path word means where git looks beyond its index. */
function reached(word: Argument, pattern: string): readonly Argument[] {
  if (word.text === undefined || word.glob || !isPattern(pattern))
    return [word.text === undefined ? word : { ...word, text: pattern === '' ? '.' : pattern }];
  const wide = pattern.replace(/^(?=\*+[^*/])/, '**/').replace(/\*+\//g, '**/');
  const names = wide.endsWith('*') ? [wide, `${wide}/**`] : [wide];
  return names.map(name => ({ text: name.replace(/(^|\/)\*$/, '$1**'), glob: true }));
}

/** What it adds is published by the next push; by force also what git is told to ignore, where secrets lie. */
const add = (): CommandDescriptor => ({
  options: {
    '--pathspec-from-file': 'read',
    '--chmod': 'text',
    '-f --force': 'flag',
    '-n --dry-run': 'flag',
    '-u --update': 'flag',
  },
  inspect: added,
});

function added(call: Call): readonly Finding[] {
  const words = call.operands.map(value => ({ value, ...pathspec(value.text ?? '') }));
  const taken = words.filter(({ excluded }) => !excluded).map(({ value }) => value);
  const read = taken.map(value => ({ use: 'read', value }) as const);
  if (!call.has('-f') || call.has('-n')) return read;
  const except = words.flatMap(({ pattern, excluded }) => (excluded ? [pattern] : []));
  const use = {
    as: 'read',
    recursive: true,
    searches: { except, isFromHere: true, leaveOut: "':!{path}'", seeks: true },
  } as const;
  return [...read, ...(taken.length > 0 ? taken : ['.']).map(value => ({ use, value }))];
}

const quiet = (prints?: Printing): CommandDescriptor => ({
  ...(prints !== undefined && { prints }),
  options: { '-o -m': 'text', '-c -C': 'flag' },
});

const EVERY_NAME: Printed = { names: ['**'] };
/** Names of some files, as other words of the call choose them. */
const SOME_NAMES: Printed = { names: ['**/**'] };

/** `git rev-parse` prints names of commits, or tells where the repository lies. */
const parsed = (call: Call): Printed => {
  const [asked] = call.operands;
  if (call.has('--show-toplevel')) return { inProject: '' };
  if (call.has('--git-path') && asked?.text !== undefined) return { inProject: `/.git/${asked.text}` };
  return ['--git-dir', '--git-common-dir', '--absolute-git-dir'].some(option => call.has(option))
    ? { inProject: '/.git' }
    : 'revision';
};

/** A governed file that git is told to hold in another version, or to look at no more. */
const governed = (names: readonly (string | undefined)[]): readonly Finding[] =>
  names.flatMap(name =>
    name !== undefined && isGovernedPath(name)
      ? [{ use: { as: 'write', certainty: 'possible', tags: ['unlisted'] }, value: name } as const]
      : [],
  );

/** The mode of a link in an index. Source: gitdatamodel(7). */
const LINK_MODE = /^120000(?:[, ]|$)/;

/** A link by the hash of its goal: what is written through it later may lie anywhere. */
const unseenLink: Finding = { kind: 'unknown', tags: ['unlisted'], note: 'makes a link whose goal its words do not show' };

/** `mode,hash,path` and `mode hash path` name the content of a file; so does each line on the input, which may be unknown. */
const updateIndex = (): CommandDescriptor => ({
  options: {
    '--assume-unchanged --skip-worktree --force-remove --remove --add --refresh --chmod --cacheinfo --index-info --stdin': 'flag',
  },
  inspect: call => {
    const isGiven = ['--assume-unchanged', '--cacheinfo'].some(option => call.has(option));
    const words = call.operands.map(({ text, begins }) => text ?? begins ?? '');
    const links = isGiven && words.some(word => LINK_MODE.test(word)) ? [unseenLink] : [];
    if (!call.has('--index-info'))
      return isGiven ? [...links, ...governed(call.operands.map(({ text }) => text?.replace(/^\d+,\w+,/, '')))] : [];
    if (call.input === undefined) return [unseenHere];
    const lines = call.input.split(/[\n\0]/);
    return [
      ...(lines.some(line => LINK_MODE.test(line)) ? [unseenLink] : []),
      ...governed(lines.map(line => line.replace(/^.*\t/s, ''))),
    ];
  },
});

const movedAway: Use = { as: 'write', recursive: true, tags: ['moved'] };

const QUIET_NAMES =
  'st help version name-rev show-ref show-branch range-diff check-attr check-mailmap check-ref-format count-objects fsck verify-pack verify-commit verify-tag var cherry get-tar-commit-id column fmt-merge-msg patch-id stripspace diagnose bugreport shortlog request-pull mergetool rerere pack-refs repack prune-packed mktag pack-objects unpack-objects index-pack merge-tree commit-graph multi-pack-index update-server-info fast-export gui citool flow town absorb standup summary authors cliff open lg last refs backfill';

/** Subcommands of git that look at the repository or only add to it. */
export const gitLooking: Readonly<Record<string, () => CommandDescriptor>> = {
  'diff diff-tree diff-index diff-files df': diff,
  'log whatchanged': log,
  show,
  'blame annotate': () => ({ options: diffOptions, gitRefs: [{ is: 'files and paths' }] }),
  grep: () => ({
    options: {
      '-e --and --or --not': { value: 'text', suppliesFirst: true },
      '-f': { value: 'read', suppliesFirst: true },
      '--context -C -A -B -m --max-depth --threads --max-count': 'text',
      '-O --open-files-in-pager': { value: { as: 'shell', tags: ['runs_code', 'dynamic'] }, attachedOnly: true },
      '-l --files-with-matches --name-only -L -q --count -c': 'flag',
      '--no-index --cached --untracked': 'flag',
    },
    prints: [
      { when: { any: ['-l'], atMost: 1 }, prints: 'matches' },
      { when: { any: ['-l', '-L', '--files-without-match'] }, prints: SOME_NAMES },
    ],
    inspect: call => [
      ...grepped(call),
      ...(call.has('-O') && call.values('-O').length === 0 ? [{ kind: 'unknown', target: 'program:pager' } as const] : []),
    ],
  }),
  'cat-file': () => ({
    options: {},
    gitRefs: [{ is: 'files' }],
  }),
  'add stage': add,
  'hash-object': () => ({
    prints: 'name',
    listed: { onInput: ['--stdin-paths'] },
    options: { '-t --path': 'text', '-w --stdin': 'flag' },
    operands: { rest: 'read' },
  }),
  difftool,
  'format-patch': formatPatch,
  'update-index': updateIndex,
  'ls-files': () => ({
    prints: [
      { when: { any: ['-i'] }, prints: 'ignored' },
      { when: { any: ['-o'], none: ['--exclude-standard', '-X', '-x', '--exclude-from'] }, prints: 'ignored' },
      { when: { either: [{ atLeast: 1 }, { any: ['-m', '-d', '-u'] }] }, prints: SOME_NAMES },
      { when: {}, prints: EVERY_NAME },
    ],
    options: {
      '-o --others': 'flag',
      '-i --ignored': 'flag',
      '-m --modified -d --deleted -u --unmerged': 'flag',
      '-X --exclude-from': 'read',
      '-x --exclude': 'text',
      '--exclude-per-directory --with-tree --format --abbrev': 'text',
    },
  }),
  [QUIET_NAMES]: () => quiet(),
  'rev-list merge-base for-each-ref describe write-tree commit-tree': () => quiet('revision'),
  // Trees that are put together by hand, to be checked out like any other.
  'mktree fast-import': () => ({ optionValue: [{ value: '.', use: unseen }] }),
  'rev-parse': () => quiet(parsed),
  'ls-tree': () => quiet(EVERY_NAME),
  'check-ignore': () => quiet({ ignored: [] }),
  status: () => quiet([{ when: { any: ['--ignored'] }, prints: 'ignored' }]),
  init: () => ({
    options: {
      '-b --initial-branch --object-format': 'text',
      '--template': 'read',
      '--separate-git-dir': 'write',
    },
    operands: { first: [{ as: 'write', recursive: true }] },
    keyword: [takesTemplate],
    // It moves the folder with hooks and settings to where nothing keeps them.
    optionValue: [
      { to: 1, when: { any: ['--separate-git-dir'] }, take: ['$', '/.git'], use: movedAway },
      { value: './.git', when: { any: ['--separate-git-dir'], atMost: 0 }, use: movedAway },
    ],
  }),
  maintenance: () => ({
    subcommands: { 'start register': does(sets('schedule:git', 'persistence')), 'run stop unregister': () => ({}) },
  }),
  'sparse-checkout': () => ({
    subcommands: {
      'set add reapply': does({ kind: 'write', target: 'tree:.', certainty: 'possible', tags: ['moved', 'unlisted'] }),
      'list init disable check-rules': () => ({}),
    },
  }),
  'interpret-trailers': () => ({
    options: { '--trailer --where --if-exists --if-missing': 'text', '--in-place': { operands: { rest: 'update' } } },
    operands: { rest: 'read' },
  }),
  'merge-file': () => ({ operands: { first: ['update', 'read', 'read'] } }),
  'credential credential-store credential-cache credential-osxkeychain credential-manager credential-libsecret credential-wincred':
    () => ({
      subcommands: {
        'fill get': does(effect('read', 'credential:git', 'secret')),
        'approve reject store erase': does(sets('credential:git')),
      },
    }),
  hook: () => ({ subcommands: { run: does(effect('execute', 'git_hook:run')) } }),
};
