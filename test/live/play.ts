import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { expect } from 'vitest';

import { BUNDLE, licet } from '../support/cli.ts';
import { onTerminal } from '../support/onTerminal.ts';
import type { Ended } from '../support/cli.ts';
import { install } from './clients.ts';
import type { Client, Stage } from './client.ts';
import { scriptedModel } from './model.ts';
import type { Request, ScriptedCall } from './model.ts';

/** A record of the trail, as far as the tests look at it. */
export interface Line {
  readonly type: string;
  readonly evaluationId: string;
  readonly callId?: string;
  readonly sessionId: string;
  readonly ruling?: string;
  readonly status?: string;
  readonly name?: string;
  readonly change?: string;
}

/** What came of a script. */
export interface Played {
  readonly project: string;
  readonly home: string;
  readonly version: string;
  readonly code: number | null;
  readonly requests: readonly Request[];
  readonly trail: readonly Line[];
}

/** What a client plays: the commands of each turn, or calls of other tools, in a project with a policy and some files. */
export interface Play {
  /** The policy; without one `licet init` writes it. */
  readonly policy?: string;
  /** What `licet init` is given in addition to the client; `none` where the hook does not come from it. */
  readonly init?: readonly string[] | 'none';
  /** Whether a person accepts the policy, on a terminal, before the client starts. @defaultValue false */
  readonly accepted?: true;
  /** Files of the home folder. */
  readonly inHome?: Readonly<Record<string, string>>;
  /** What the client is also started with; in a project whose folder is given. */
  readonly args?: (project: string) => readonly string[];
  /** Is called when the hook is installed, before the client starts. */
  readonly prepare?: (stage: Pick<Stage, 'project' | 'home' | 'installed'>) => void;
  readonly files: Readonly<Record<string, string>>;
  readonly commands: readonly (readonly (string | ScriptedCall)[])[];
}

/** Installs the hook as `licet init` does, and lets the real client play a script against it. */
export async function play(
  client: Client,
  { policy, init = [], args: more = () => [], files, inHome: atHome = {}, accepted, prepare, commands }: Play,
): Promise<Played> {
  const { installed, version } = install(client);
  const root = mkdtempSync(join(tmpdir(), 'licet-live-'));
  const [project, home] = [join(root, 'project'), join(root, 'home')];
  for (const folder of [project, home]) mkdirSync(folder);
  write(project, { ...files, ...(policy !== undefined && { 'governance.yaml': policy }) });
  write(home, atHome);
  const inHome = (args: readonly string[]): Ended => licet(project, args, '', BUNDLE, { HOME: home });
  if (init !== 'none') expect(inHome(['init', client.runtime, ...init])).toMatchObject({ status: 0, stderr: '' });
  if (accepted === true)
    expect(await onTerminal(project, ['accept'], { answer: 'y\n', env: { HOME: home } })).toMatchObject({ status: 0 });
  prepare?.({ project, home, installed });
  const model = await scriptedModel(commands.map(turn => turn.map(each => (typeof each === 'string' ? client.run(each) : each))));
  const { command, args, env } = client.start({ project, home, model: model.url, installed });
  const child = spawn(command, [...args, ...more(project)], {
    cwd: project,
    env: { PATH: process.env['PATH'], HOME: home, TERM: 'dumb', ...env },
    stdio: 'ignore',
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), 170_000);
  const code = await new Promise<number | null>(resolve => child.on('exit', resolve));
  clearTimeout(timer);
  await model.close();
  inHome(['serve', '--stop']);
  const lines = inHome(['audit', 'query', '--json'])
    .stdout.split('\n')
    .filter(line => line !== '');
  const trail = lines.map(line => (JSON.parse(line) as { readonly record: Line }).record);
  return { project, home, version, code, requests: model.requests, trail };
}

function write(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}
