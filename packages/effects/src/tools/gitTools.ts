import type { Effect } from '@licet/core';
import type { JudgeArgument } from './use.ts';
import { grave } from '../marks.ts';
import { plainName } from './use.ts';

/** Commands of git that change something and that tools of servers are named after: `git_commit`, `git_cherry_pick`. */
const COMMANDS: ReadonlySet<string> = new Set(
  (
    'add am apply bisect branch checkout cherry-pick clean clone commit fetch init merge mv pull push rebase reflog remote reset restore ' +
    'revert rm stash submodule switch tag worktree'
  ).split(' '),
);

/** Commands that show something: a value may be an option that writes or runs, or name a secret in a revision. */
const SHOWING: ReadonlySet<string> = new Set(
  'archive blame cat-file describe diff diff-tree grep log ls-files ls-remote ls-tree rev-list rev-parse shortlog show'.split(
    ' ',
  ),
);

/** What the common servers call otherwise. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  create_branch: ['branch'],
  delete_branch: ['branch', '-D'],
  switch_branch: ['switch'],
  commit_all: ['commit', '-a'],
  stash_pop: ['stash', 'pop'],
  stash_apply: ['stash', 'apply'],
  stash_push: ['stash', 'push'],
  stash_drop: ['stash', 'drop'],
  reset_hard: ['reset', '--hard'],
};

const FOLDERS: ReadonlySet<string> = new Set(
  'repopath repo repository repositorypath cwd workingdirectory workingdir'.split(' '),
);

/** Arguments whose value is behind an option. */
const OPTIONS: Readonly<Record<string, string>> = {
  message: '-m',
  msg: '-m',
  newbranch: '-b',
  createbranch: '-b',
  author: '--author',
  strategy: '--strategy',
};

/** Arguments that only choose what is listed. */
const CHOICES: ReadonlySet<string> = new Set(['branchtype', 'contains', 'notcontains']);

/** Arguments that say which of several things the command does: the way of a `reset`, the first word of a `stash`. */
const WAYS: ReadonlySet<string> = new Set(['mode', 'action', 'operation', 'subcommand', 'type']);

/** Whether an effect of a command that shows something is more than that. */
const doesMore = ({ kind, tags = [] }: Effect): boolean =>
  /^(?:write|delete|configure|unknown)$/.test(kind) ||
  tags.some(tag => (tag === 'secret' && !tags.includes('among')) || grave.has(tag));

/** The words behind `git` that a tool runs, by its own name and that of its server. */
function commandOf(server: string, inner: string): readonly string[] | undefined {
  const name = inner.toLowerCase().replace(/^git[_-]/, '');
  const isOfGit =
    name !== inner.toLowerCase() || /^(?:mcp-server-|mcp-)?(?:local-?)?git(?:-(?:mcp|server|mcp-server|local))?$/.test(server);
  if (!isOfGit) return undefined;
  const other = OTHER_NAMES[name.replaceAll('-', '_')];
  const command = name.replaceAll('_', '-');
  return other ?? (COMMANDS.has(command) || SHOWING.has(command) ? [command] : undefined);
}

const HOSTED: ReadonlySet<string> = new Set(
  'owner repo repository repositoryid reposlug project projectid projectkey projectpath'.split(' '),
);

const FILES: ReadonlySet<string> = new Set(
  'files content contents path filepath filename actions changes additions deletions tree'.split(' '),
);

/**
 * Whether a tool commits at a service that hosts code, whatever it is called: it changes something, and its arguments name a repository,
 * files and a branch, or a message for the commit. `push_files`, `create_or_update_file` and `delete_file` of such a server do.
 */
const isHostedCommit = (names: readonly string[]): boolean =>
  names.some(name => HOSTED.has(name)) &&
  names.some(name => FILES.has(name)) &&
  names.some(name => /^(?:(?:target)?branch(?:name)?|commitmessage)$/.test(name));

/** What a tool does that commits at a service: a commit, and a push of the branch. */
export function hostedCommitEffects(payload: Readonly<Record<string, unknown>>, judge: JudgeArgument): readonly Effect[] {
  const given = Object.entries(payload).map(([name, value]) => [plainName(name), value] as const);
  if (!isHostedCommit(given.map(([name]) => name))) return [];
  const text = (wanted: RegExp): string =>
    given.flatMap(([name, value]) => (wanted.test(name) && typeof value === 'string' ? [value] : []))[0] ?? '';
  const message = text(/^(?:commit)?(?:message|msg)$/);
  return [...judge('shell', ['git', 'commit', '-m', message]), ...judge('shell', ['git', 'push', 'origin', text(/branch/)])];
}

/**
 * What a tool does that is a command of git: the same as the command, with its arguments as words. `git_commit` of a server is
 * `git commit`, whatever else its arguments look like.
 */
export function gitToolEffects(
  tool: string,
  inner: string | undefined,
  payload: Readonly<Record<string, unknown>>,
  judge: JudgeArgument,
): readonly Effect[] {
  const server = /^(?:mcp__|mcp_|MCP:)(.+?)(?:__|_|:)/.exec(tool)?.[1] ?? '';
  const command = commandOf(server.toLowerCase(), inner ?? tool);
  if (command === undefined) return [];
  const [before, options, operands]: [string[], string[], string[]] = [[], [], []];
  for (const [given, value] of Object.entries(payload)) {
    const name = plainName(given);
    const texts = [value].flat().filter(each => typeof each === 'string' && each !== '') as string[];
    if (FOLDERS.has(name) || (name === 'path' && command[0] !== 'checkout' && command[0] !== 'restore'))
      before.push(...texts.flatMap(text => ['-C', text]));
    else if (CHOICES.has(name)) continue;
    else if (value === true)
      options.push(
        `--${given
          .replaceAll(/([a-z])([A-Z])/g, '$1-$2')
          .replaceAll('_', '-')
          .toLowerCase()}`,
      );
    else if (OPTIONS[name] !== undefined) options.push(...texts.flatMap(text => [OPTIONS[name] ?? '', text]));
    else if (WAYS.has(name)) options.push(...texts.map(text => (command[0] === 'reset' ? `--${text}` : text)));
    else operands.push(...texts);
  }
  const effects = judge('shell', ['git', ...before, ...command, ...options, ...operands]);
  return SHOWING.has(command[0] ?? '') ? effects.filter(doesMore) : effects;
}
