import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { FoundResident, ResidentPlace } from '@licet/server/resident';
import { findResidents, isResidentThere, makePlace, pointerOf, stopResidents } from '@licet/server/resident';
import { launcherText } from 'licet/source/init/launcher.ts';

import { BUNDLE } from './cli.ts';
import { runLeanLater } from './lean.ts';

/** How a hook ended. */
export interface HookEnd {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Calls that must be stopped, and that run. */
export const HARM = { tool_name: 'Bash', tool_input: { command: 'rm -rf /' } };
export const HARMLESS = { tool_name: 'Bash', tool_input: { command: 'ls' } };

/** How long something may take that happens by itself, on a busy machine. */
const PATIENCE_MS = 60_000;

/** A project with a launcher, in its own home, where every start of a process is counted. */
export class ResidentProject {
  readonly home: string;
  readonly root: string;
  readonly policy: string;
  readonly program: string;
  #calls = 0;

  constructor(policy: string, program: string = BUNDLE) {
    const base = realpathSync(mkdtempSync(join(tmpdir(), 'licet-resident-')));
    this.home = join(base, 'home');
    this.root = join(base, 'my project');
    this.policy = join(this.root, 'governance.yaml');
    this.program = program;
    mkdirSync(join(this.home, '.licet'), { recursive: true });
    mkdirSync(join(this.root, '.licet'), { recursive: true });
    writeFileSync(join(this.home, 'node'), `#!/bin/sh\necho start >>'${this.#log}'\nexec '${process.execPath}' "$@"\n`);
    chmodSync(join(this.home, 'node'), 0o755);
    writeFileSync(join(this.home, '.licet', 'program'), `${join(this.home, 'node')}\n${program}\n`);
    // How long a busy machine takes decides nothing here.
    writeFileSync(this.launcher, patient(100));
    writeFileSync(this.policy, policy);
  }

  get launcher(): string {
    return join(this.root, '.licet', 'licet.sh');
  }

  get #log(): string {
    return join(this.home, 'starts');
  }

  /** How many processes were started for calls. */
  get starts(): number {
    return existsSync(this.#log) ? readFileSync(this.#log, 'utf8').split('\n').length - 1 : 0;
  }

  get pointer(): string {
    return pointerOf(this.home, this.program);
  }

  /** A text as Claude Code sends it before a call. */
  event(more: object = HARMLESS): string {
    this.#calls++;
    const ids = { session_id: 's', cwd: this.root, tool_use_id: `toolu_${this.#calls}` };
    return JSON.stringify({ hook_event_name: 'PreToolUse', ...ids, ...more });
  }

  /** Starts the launcher, as a runtime does. */
  async send(
    input: string | Buffer,
    {
      env = {},
      args = [],
      cwd = this.root,
      runtime = 'claude-code',
      shell = 'sh',
    }: { env?: NodeJS.ProcessEnv; args?: readonly string[]; cwd?: string; runtime?: string; shell?: string } = {},
  ): Promise<HookEnd> {
    const { PATH, NODE_COMPILE_CACHE } = process.env;
    const [command = 'sh', ...words] = shell.split(' ');
    const { status, stdout, stderr } = await runLeanLater({
      command,
      args: [...words, this.launcher, 'hook', runtime, ...args],
      cwd,
      env: { PATH, HOME: this.home, NODE_COMPILE_CACHE, ...env },
      input,
    });
    return { status, stdout, stderr };
  }

  /** Starts the launcher until the process that stays has answered: where it has no time at once, a call has a new process. */
  async sendToStaying(...asked: Parameters<ResidentProject['send']>): Promise<HookEnd> {
    for (let tries = 0; tries < 20; tries++) {
      const before = this.starts;
      const end = await this.send(...asked);
      if (this.starts === before) return end;
      await pause(200);
    }
    throw new Error('the process that stays does not answer');
  }

  /** Whether a harmful call and a harmless one are stopped. */
  async judged(): Promise<readonly [boolean, boolean]> {
    const [harm, harmless] = await Promise.all([this.send(this.event(HARM)), this.send(this.event(HARMLESS))]);
    return [stops(harm), stops(harmless)];
  }

  /** Lets a first call leave a process behind, and waits for it. */
  async warm(): Promise<FoundResident> {
    const until = performance.now() + PATIENCE_MS;
    while (performance.now() < until) {
      await this.send(this.event());
      for (const patience = performance.now() + 2_000; performance.now() < patience; await pause(20)) {
        const found = await this.living();
        if (found !== undefined) return found;
      }
    }
    throw new Error('no process stays');
  }

  /** Who answers now. */
  async living(): Promise<FoundResident | undefined> {
    const folder = existsSync(this.pointer) ? readFileSync(this.pointer, 'utf8').trim() : '';
    const found = findResidents(this.home).find(each => each.folder === folder);
    return found !== undefined && (await isResidentThere(found)) ? found : undefined;
  }

  /** A place like that of a process that stays, for one that is none. */
  stranger(): ResidentPlace {
    const word = { pid: 0, program: this.program, node: '', version: '', startedAt: '' };
    const place = makePlace(this.home, word);
    if (place === undefined) throw new Error('no place');
    return place;
  }

  /** Ends what was started, and removes everything. */
  async end(): Promise<void> {
    const left = findResidents(this.home);
    await stopResidents(this.home);
    // Whose secrets a test has changed cannot be told to end.
    for (const { pid } of left) if (pid > 0 && lives(pid)) process.kill(pid, 'SIGTERM');
    for (const { pid } of left) if (pid > 0) await gone(pid);
    rmSync(join(this.root, '..'), { recursive: true, force: true, maxRetries: 5 });
  }
}

/** The launcher with other limits, in seconds: until a process that stays says that it is ready, and for its answer. */
export const patient = (ready: number, answer: number = ready): string =>
  launcherText({ resident: true }).replaceAll(
    /\bhear (\d) \d+/gu,
    (_, connection) => `hear ${connection} ${connection === '5' ? answer : ready}`,
  );

/** Where a process that stays listens for callers. */
export const portIn = (folder: string): number => Number(readFileSync(join(folder, 'port'), 'utf8'));

/** Whether a hook stops the call, as Claude Code takes it with `onFailure: block`. */
export function stops({ status, stdout }: HookEnd): boolean {
  return status !== 0 || !stdout.endsWith('\n') || stdout.includes('"permissionDecision":"deny"') || !stdout.startsWith('{');
}

/** Waits until a process is gone; one that stays too long is killed, and is an error. */
export async function gone(pid: number): Promise<void> {
  for (const until = performance.now() + PATIENCE_MS; performance.now() < until; await pause(20)) if (!lives(pid)) return;
  process.kill(pid, 'SIGKILL');
  throw new Error(`process ${pid} did not end`);
}

/** Tells whether a process lives; one that was not waited for does not. */
export function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/mu.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

export const pause = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms));
