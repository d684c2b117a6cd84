import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { SandboxError } from '../sandboxError.ts';

/** A git repository that holds the files of a project and lies outside of it. */
export interface GitStore {
  /** Its folder. */
  readonly path: string;
  /** Makes it where it is not there. */
  readonly make: () => void;
  /** Runs git in it, with the files of the project, and returns what it prints. Throws a `SandboxError` if git fails. */
  readonly git: (args: readonly string[], input?: string) => string;
  /** How git is started: for a process that runs beside this one. */
  readonly started: (args: readonly string[]) => StartedGit;
}

/** A program with its arguments, and where it runs. */
export interface StartedGit {
  readonly args: readonly string[];
  readonly options: { readonly cwd: string; readonly env: Readonly<Record<string, string>>; readonly timeout: number };
}

/**
 * What compares files with an index. Git would start itself in a repository inside of the project, with the settings of that repository, which a program
 * has perhaps written: they can name a program to be started.
 */
export const COMPARE: readonly string[] = ['diff-files', '--ignore-submodules=dirty'];

/** How long git may take, and how much it may print. */
const [TIMEOUT_MS, MOST_OUTPUT] = [120_000, 256 * 1024 * 1024];

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
}).flatMap(([name, value]) => ['-c', `${name}=${value}`]);

const ENVIRONMENT = {
  PATH: '/usr/local/bin:/usr/bin:/bin',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
  LC_ALL: 'C',
};

/** Opens the repository of a project; it is made when it is first written to. */
export function openStore(path: string, project: string): GitStore {
  const started = (args: readonly string[]): StartedGit => ({
    args: [...SETTINGS, `--git-dir=${path}`, `--work-tree=${project}`, ...args],
    options: { cwd: project, env: ENVIRONMENT, timeout: TIMEOUT_MS },
  });
  return {
    path,
    started,
    git: (args, input) => runGit(started(args), args[0], input),
    make() {
      if (existsSync(join(path, 'HEAD'))) return;
      mkdirSync(path, { recursive: true, mode: 0o700 });
      chmodSync(path, 0o700);
      const { options } = started([]);
      runGit(
        { args: [...SETTINGS, 'init', '--quiet', '--template=', '--bare', path], options: { ...options, cwd: path } },
        'init',
      );
      mkdirSync(join(path, 'info'), { recursive: true });
      // The attributes of the project could have line endings changed, or texts put in.
      writeFileSync(join(path, 'info', 'attributes'), '* -text -eol -filter -ident -working-tree-encoding\n');
    },
  };
}

function runGit({ args, options }: StartedGit, what: string = '', input: string = ''): string {
  const { status, stdout, stderr, error } = spawnSync('git', args, {
    ...options,
    input,
    encoding: 'utf8',
    maxBuffer: MOST_OUTPUT,
  });
  if (status === 0) return stdout;
  throw new SandboxError(
    `the files of the project cannot be kept: \`git ${what}\` failed: ${error?.message ?? stderr.trim().slice(0, 500)}`,
  );
}
