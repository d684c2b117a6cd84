import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { BUNDLE } from '../cli.ts';
import { HOME, PROJECT, envOf, runAs } from './machine.ts';
import type { Ran } from './machine.ts';

const STANDING = fileURLToPath(new URL('../standingProcess.ts', import.meta.url));
const AS_AGENT = fileURLToPath(new URL('asAgent.ts', import.meta.url));

/** Everything that leads a hook of the user to the program: while it is as it was, the shipped bundle judges. */
function way(): string {
  const files = [join(HOME, '.licet/launcher/licet.sh'), join(HOME, '.licet/program'), join(PROJECT, '.licet/licet.sh')];
  const lib = join(HOME, '.local/lib/licet/cli');
  const stamps = existsSync(lib)
    ? readdirSync(lib).map(name => `${name} ${statSync(join(lib, name)).size} ${statSync(join(lib, name)).mtimeMs}`)
    : [];
  return JSON.stringify([files.map(file => (existsSync(file) ? readFileSync(file, 'utf8') : '')), stamps]);
}

/**
 * Starts hooks as the agent's user. Starting a process for each is most of what a chain costs, so that one process of the user with the same
 * bundle judges while nothing on the way from the settings to the program has changed.
 */
export class Judges {
  #child: ChildProcess | undefined;
  #way = '';
  #known: ReadonlySet<string> = new Set();

  /** Remembers which hooks lead to the program, and how. */
  learn(commands: readonly string[]): void {
    [this.#known, this.#way] = [new Set(commands), way()];
  }

  /** The process that must outlive what a chain leaves. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Runs one hook. `words` are the words of its command line. */
  async hook(words: readonly string[], event: object, env: Readonly<Record<string, string>>): Promise<Ran> {
    const input = JSON.stringify(event);
    if (!this.#known.has(JSON.stringify(words)) || this.#way !== way()) return runAs('lagent', words, { env, input });
    const args = ['hook', 'claude-code', ...(words.join(' ').includes('--after') ? ['--after'] : [])];
    return this.#ask({ cwd: PROJECT, args, env: envOf('lagent', env), input: Buffer.from(input) });
  }

  async #ask(asked: object): Promise<Ran> {
    const child = (this.#child ??= await this.#start());
    const heard = new AbortController();
    const { signal } = heard;
    const answer = once(child, 'message', { signal }).then(([message]) => message as Ran);
    const gone = once(child, 'exit', { signal }).then(() => undefined);
    child.send(asked);
    const ran = await Promise.race([answer, gone]);
    heard.abort();
    await Promise.allSettled([answer, gone]);
    if (ran !== undefined) return ran;
    this.#child = undefined;
    return this.#ask(asked);
  }

  async #start(): Promise<ChildProcess> {
    const child = fork(STANDING, [BUNDLE], {
      execArgv: ['--import', AS_AGENT],
      serialization: 'advanced',
      env: envOf('lagent'),
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    await once(child, 'spawn');
    return child;
  }

  /** Ends the process. */
  end(): void {
    this.#child?.kill('SIGKILL');
  }
}
