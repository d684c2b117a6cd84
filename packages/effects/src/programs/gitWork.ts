import type { Argument, Call, CommandDescriptor, Condition, Finding, FixedEffect, Use } from './descriptor.ts';
import { loses, sets, does, effect, unseen } from './shapes.ts';

/** A path that counts from the top of the repository, `:/docs` or `:(top)docs`, which git matches as a pattern, quoted or not. */
function fromTop(value: Argument): Argument {
  const { text } = value;
  if (text === undefined) return value;
  const plain = text.replace(/^:(?:\/|\((?:top|glob|icase|,)*\))/, '');
  return plain === text && !/[*?[]/.test(text) ? value : { text: plain === '' ? '.' : plain, glob: /[*?[]/.test(plain) };
}

/** What lies aside is out of reach: files that git does not hold with `-u` and `-a`, named ones, and changes to all others. */
const stashed = (call: Call): readonly Finding[] => {
  const use: Use = { as: 'write', recursive: true, tags: ['moved'] };
  const paths = call.operands.filter(
    ({ text }) => text === undefined || !/^(?:push|save|:[!^]|:\((?!top|glob|icase))/.test(text),
  );
  if (paths.length > 0 && call.path[2] !== 'save') return paths.map(value => ({ use, value: fromTop(value) }));
  if (call.has('-a')) return [{ use, value: '.' }];
  return call.has('-u')
    ? [{ use: { ...use, tags: ['moved', 'unlisted', 'recoverable'], certainty: 'possible' }, value: '.' }]
    : [];
};

const stashOptions = {
  '-m --message --pathspec-from-file': 'text',
  '-u --include-untracked': 'flag',
  '-a --all': 'flag',
  '-p -k -q -S --patch --keep-index --no-keep-index --quiet --staged': 'flag',
} as const;

const stash = (): CommandDescriptor => ({
  inspect: call => (call.path.length > 2 ? [] : stashed(call)),
  subcommands: {
    'drop clear': does(effect('delete', 'git_ref:stash', 'history_loss', 'destructive')),
    'push save': () => ({ options: stashOptions, inspect: stashed }),
    show: () => ({ optionValue: [{ from: 1, use: 'read' }] }),
    'pop apply list branch create store export import': () => ({}),
  },
  options: stashOptions,
});

const overwritten: Use = { as: 'write', recursive: true, tags: ['destructive'] };
const restored: Use = { as: 'write', recursive: true, tags: ['recoverable'] };

/** Uncommitted work below the current folder goes away. */
const everything = { use: overwritten, value: '.' } as const;

const PATH_LIKE = '^(?:[.]{1,2}(?:/|$)|:|/|~)|/$|[*?[]|^(?!v?\\d)(?:[\\w@-]+/)*[\\w@.-]*[A-Za-z_-][\\w-]*[.][A-Za-z]{1,6}\\d?$';

/** Files are taken from one side of a merge. */
const sided: Condition = { any: ['-2', '-3'] };

/** Paths are checked out, and no branch is made. */
const paths: Condition = { none: ['-2', '-3', '-b', '-B', '--orphan', '-p', '--pathspec-from-file'] };

const staged: Condition = { any: ['-S'], none: ['-W'] };

const BUILD_OUTPUT =
  '(?:^|/)(?:build|dist|out|target|coverage|node_modules|vendor|tmp|[.]\\w+[-_]?cache|[.]next|[.]nuxt|[.]turbo|__pycache__)/?$';

const cleans: Condition = { any: ['-f', '-d', '-i'], none: ['-n'] };

/** Other files that git does not hold may be in reach no more. */
const others: Use = { as: 'write', recursive: true, tags: ['moved', 'unlisted', 'recoverable'], certainty: 'possible' };

const untracked: FixedEffect = loses('git_work:untracked');

/** Subcommands of git that change the working tree, some of them for good. */
export const gitWork: Readonly<Record<string, () => CommandDescriptor>> = {
  'checkout co': () => ({
    options: {
      '-b': 'text',
      '-B': { value: 'text', tags: ['recoverable'] },
      '--orphan --conflict --pathspec-from-file': 'text',
      '-t --track --recurse-submodules': { value: 'text', attachedOnly: true },
      '-f --force': 'flag',
      '-p --patch': 'flag',
      '-2 --ours': 'flag',
      '-3 --theirs': 'flag',
    },
    optionValue: [
      { when: sided, use: restored },
      { ...everything, when: { any: ['-f'], not: sided } },
      { ...everything, when: { any: ['--pathspec-from-file'], none: ['-2', '-3', '-b', '-B', '--orphan', '-p'] } },
      { when: { ...paths, all: ['--'] }, use: overwritten },
      { to: 1, when: { ...paths, not: { any: ['--'] } }, fits: PATH_LIKE, unless: '^[?]$', orGlob: true, use: overwritten },
      { from: 1, to: 2, when: { ...paths, not: { either: [{ any: ['--'] }, { first: '^-$' }] } }, use: overwritten },
      { from: 2, when: { ...paths, not: { any: ['--'] } }, use: overwritten },
    ],
  }),
  'switch sw': () => ({
    options: {
      '--create -c': 'text',
      '--force-create -C': 'text',
      '--orphan --conflict': 'text',
      '-f --force --discard-changes': 'flag',
    },
    optionValue: [{ ...everything, when: { any: ['-f'] } }],
  }),
  restore: () => ({
    options: {
      '-s --source --conflict --pathspec-from-file': 'text',
      '-S --staged': 'flag',
      '-W --worktree': 'flag',
    },
    optionValue: [
      { ...everything, when: { any: ['--pathspec-from-file'], not: staged } },
      { when: { none: ['--pathspec-from-file'], not: staged }, use: overwritten },
    ],
  }),
  reset: () => ({
    options: {
      '--hard': 'flag',
      '--merge --keep': 'flag',
      '--pathspec-from-file': 'text',
    },
    optionValue: [{ ...everything, when: { any: ['--hard', '--merge'] } }],
    keyword: [
      {
        when: { none: ['--hard', '--merge'], operand: '^(?!HEAD$)(?:.*[~^@]|origin/)' },
        effects: [sets('git_ref:HEAD', 'recoverable')],
      },
    ],
  }),
  clean: () => ({
    prints: [{ when: { all: ['-n'], any: ['-X', '-x'] }, prints: 'ignored' }],
    options: { '-f --force': 'flag', '-n --dry-run': 'flag', '-e --exclude': 'text', '-x -X': 'flag' },
    optionValue: [
      { when: { ...cleans, atLeast: 1 }, use: { as: 'delete', recursive: true } },
      { when: { ...cleans, atLeast: 1 }, unless: BUILD_OUTPUT, effects: [untracked] },
      { value: '.', when: { ...cleans, atMost: 0 }, use: others, effects: [untracked] },
      { value: '.licet', when: { ...cleans, atMost: 0, all: ['-x'] }, use: { as: 'delete', recursive: true } },
    ],
  }),
  rm: () => ({
    options: {
      '--cached': { operands: { rest: 'text' } },
      '-n --dry-run': { operands: { rest: 'text' } },
      '-r': { recursive: true },
      '-f --force': { operands: { rest: 'delete' } },
      '--pathspec-from-file': 'read',
    },
    operands: { rest: { as: 'delete', tags: ['recoverable'] } },
    cases: [{ when: { any: ['--cached', '-n'] }, operands: { rest: 'text' } }],
  }),
  mv: () => ({ operands: { rest: 'move', last: 'destination' } }),
  stash,
  worktree: () => ({
    subcommands: {
      add: () => ({
        options: { '--new-branch -b -B': 'text', '--reason': 'text', '-f --force -d --detach --checkout --lock': 'flag' },
        operands: { first: [{ as: 'write', recursive: true, tags: ['worktree'] }] },
      }),
      remove: () => ({
        options: { '-f --force': { operands: { rest: { as: 'delete', recursive: true, tags: ['worktree'] } } } },
        operands: { rest: { as: 'delete', recursive: true, tags: ['worktree', 'recoverable'] } },
      }),
      move: () => ({ operands: { first: ['move', 'write'] } }),
      'list prune lock unlock repair': () => ({}),
    },
  }),
  apply: () => ({
    options: {
      '--directory --exclude --include --whitespace -p --build-fake-ancestor --lines -C': 'text',
      '--check --stat --numstat --summary': 'flag',
      '-R --reverse -3 --3way --cached --index -v --reject': 'flag',
      '--unsafe-paths': { tags: ['weakens'] },
    },
    operands: { rest: 'read' },
    stdin: 'patch',
    cases: [{ when: { any: ['--check', '--stat'] }, stdin: 'text' }],
    optionValue: [{ value: '.', when: { none: ['--check', '--stat', '--cached'] }, use: { as: 'write', recursive: true } }],
  }),
  'checkout-index': () => ({
    options: { '--prefix --stage --temp': 'text', '-a --all -f --force -u -q -n -z --stdin': 'flag' },
    operands: { rest: 'write' },
    optionValue: [
      { ...everything, when: { any: ['-f'] } },
      { of: '--prefix', to: 1, when: { any: ['-a', '--stdin'] }, use: unseen },
      { value: '.', when: { any: ['-a', '--stdin'], not: { value: { '--prefix': '' } } }, use: unseen },
    ],
  }),
  'read-tree': () => ({
    options: { '--prefix --index-output --exclude-per-directory': 'text', '-m -u -i -n --dry-run --reset --empty': 'flag' },
    optionValue: [
      { ...everything, when: { all: ['-u', '--reset'], none: ['-n'] } },
      { value: '.', when: { any: ['-u'], none: ['-n'] }, use: unseen },
    ],
  }),
};
