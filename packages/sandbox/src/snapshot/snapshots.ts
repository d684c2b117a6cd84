import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { MADE_AGAIN } from '../linux/walkProject.ts';
import { SandboxError } from '../sandboxError.ts';

/** The files of a project as they were at a time. */
export interface Snapshot {
  /** A number that grows. */
  readonly id: number;
  /** When it was taken, in milliseconds since the epoch. */
  readonly takenAt: number;
  /** What for: the command that ran afterwards. */
  readonly reason: string;
}

/** What bringing a snapshot back changed, as paths from the project. */
export interface Restored {
  readonly restored: readonly string[];
  /** Files that are not in the snapshot. They stay. */
  readonly newer: readonly string[];
}

/** Keeps the files of a project outside of it, and brings them back. */
export interface Snapshots {
  /** Takes a snapshot of all files but those of `except` (paths from the project) and what tools make again. */
  take(reason: string, except: readonly string[]): Snapshot;
  /** All that are kept, the newest first. */
  list(): readonly Snapshot[];
  /** Writes the files of a snapshot into the project. Files that came later stay. */
  restore(id: number): Restored;
}

/** The most snapshots of one project. */
const MOST_KEPT = 20;
/** How long git may take, and how much it may print. */
const [TIMEOUT_MS, MOST_OUTPUT] = [120_000, 256 * 1024 * 1024];
const REFS = 'refs/licet/snapshots';

/** No setting of the user or of the project takes part: what git stores is byte for byte what the files hold, and it starts no program. */
const SETTINGS = Object.entries({
  'core.autocrlf': 'false',
  'core.fsmonitor': 'false',
  'core.hooksPath': '/dev/null',
  'core.untrackedCache': 'false',
  'core.attributesFile': '/dev/null',
  'core.excludesFile': '/dev/null',
  'core.logAllRefUpdates': 'false',
  'gc.auto': '0',
  'safe.directory': '*',
  'user.name': 'licet',
  'user.email': 'licet@localhost',
}).flatMap(([name, value]) => ['-c', `${name}=${value}`]);

/**
 * Opens the snapshots of a project, which are kept in a git repository of their own in `folder`: the project needs no git, and its `.git` takes no part.
 * A snapshot stores only what has changed since the last one.
 */
export function openSnapshots(project: string, folder: string): Snapshots {
  const store = join(folder, 'files.git');
  const git = (args: readonly string[], input = ''): string => runGit(store, project, args, input);
  const list = (): readonly Snapshot[] =>
    existsSync(store)
      ? git(['for-each-ref', '--format=%(refname:lstrip=3) %(creatordate:unix) %(subject)', REFS])
          .split('\n')
          .flatMap(readLine)
          .toSorted((a, b) => b.id - a.id)
      : [];
  return {
    list,
    take(reason, except) {
      makeStore(store, git);
      const left = [...MADE_AGAIN].map(name => `:(exclude,glob)**/${name}/**`);
      const paths = [':/', ...left, ...except.map(path => `:(exclude,literal)${path}`)];
      git(['add', '--all', '--force', '--pathspec-from-file=-', '--pathspec-file-nul'], paths.join('\0'));
      const tree = git(['write-tree']).trim();
      const commit = git(['commit-tree', '-F', '-', tree], reason.replaceAll(/\s+/gu, ' ').slice(0, 200)).trim();
      const kept = list();
      const id = (kept[0]?.id ?? 0) + 1;
      git(['update-ref', `${REFS}/${id}`, commit]);
      for (const old of kept.slice(MOST_KEPT - 1)) git(['update-ref', '-d', `${REFS}/${old.id}`]);
      if (kept.length >= MOST_KEPT) git(['prune', '--expire=now']);
      return { id, takenAt: Date.now(), reason };
    },
    restore(id) {
      const ref = `${REFS}/${id}`;
      git(['read-tree', ref]);
      const changed = git(['diff-files', '--name-only', '-z'])
        .split('\0')
        .filter(path => path !== '');
      const newer = git(['ls-files', '--others', '-z', ...[...MADE_AGAIN].map(name => `--exclude=${name}/`)])
        .split('\0')
        .filter(path => path !== '');
      git(['checkout-index', '--force', '-z', '--stdin'], changed.join('\0'));
      return { restored: changed, newer };
    },
  };
}

function readLine(line: string): readonly Snapshot[] {
  const [, id = '', seconds = '', reason = ''] = /^(\d+) (\d+) (.*)$/u.exec(line) ?? [];
  return id === '' ? [] : [{ id: Number(id), takenAt: Number(seconds) * 1000, reason }];
}

function makeStore(store: string, git: (args: readonly string[]) => string): void {
  if (existsSync(join(store, 'HEAD'))) return;
  mkdirSync(store, { recursive: true, mode: 0o700 });
  chmodSync(store, 0o700);
  git(['init', '--quiet', '--template=', '--bare']);
  mkdirSync(join(store, 'info'), { recursive: true });
  // The attributes of the project could have line endings changed, or texts put in.
  writeFileSync(join(store, 'info', 'attributes'), '* -text -eol -filter -ident -working-tree-encoding\n');
}

function runGit(store: string, project: string, args: readonly string[], input: string): string {
  const isNew = args[0] === 'init';
  const place = isNew ? [] : [`--git-dir=${store}`, `--work-tree=${project}`];
  const { status, stdout, stderr, error } = spawnSync('git', [...SETTINGS, ...place, ...args, ...(isNew ? [store] : [])], {
    cwd: isNew ? store : project,
    input,
    encoding: 'utf8',
    timeout: TIMEOUT_MS,
    maxBuffer: MOST_OUTPUT,
    env: {
      PATH: '/usr/local/bin:/usr/bin:/bin',
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_TERMINAL_PROMPT: '0',
      LC_ALL: 'C',
    },
  });
  if (status === 0) return stdout;
  throw new SandboxError(
    `the files of the project cannot be kept: \`git ${args[0]}\` failed: ${error?.message ?? stderr.trim().slice(0, 500)}`,
  );
}
