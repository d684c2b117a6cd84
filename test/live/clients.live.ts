import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { runtimes } from '@licet/adapters/runtimes';
import { describe, expect, it } from 'vitest';

import { licet } from '../support/cli.ts';
import { CLIENTS, install } from './clients.ts';
import type { Client } from './clients.ts';
import { scriptedModel } from './model.ts';
import type { Request } from './model.ts';

const TOKEN = `npm_${'a1B2'.repeat(9)}`;
const POLICY = `version: 1
default: pass
policy:
  all:
    - self_protection: {}
    - secret_paths: {}
    - bash_safety: {}
    - redact_output: { rules: [secrets] }
`;

interface Line {
  readonly type: string;
  readonly evaluationId: string;
  readonly callId?: string;
  readonly sessionId: string;
  readonly ruling?: string;
  readonly status?: string;
}

interface Played {
  readonly project: string;
  readonly version: string;
  readonly code: number | null;
  readonly requests: readonly Request[];
  readonly trail: readonly Line[];
}

/** Installs the hook as `licet init` does, and lets the real client play a script against it. */
async function play(client: Client, commands: readonly (readonly string[])[]): Promise<Played> {
  const { installed, version } = install(client);
  const root = mkdtempSync(join(tmpdir(), 'licet-live-'));
  const [project, home] = [join(root, 'project'), join(root, 'home')];
  for (const folder of [project, home]) mkdirSync(folder);
  writeFileSync(join(project, 'governance.yaml'), POLICY);
  writeFileSync(join(project, '.env'), 'KEY=never-to-be-seen\n');
  expect(licet(project, ['init', client.runtime])).toMatchObject({ status: 0, stderr: '' });
  const model = await scriptedModel(commands.map(turn => turn.map(command => client.run(command))));
  const { command, args, env } = client.start({ project, home, model: model.url, installed });
  const child = spawn(command, args, {
    cwd: project,
    env: { PATH: process.env['PATH'], HOME: home, TERM: 'dumb', ...env },
    stdio: 'ignore',
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), 170_000);
  const code = await new Promise<number | null>(resolve => child.on('exit', resolve));
  clearTimeout(timer);
  await model.close();
  const lines = licet(project, ['audit', 'query', '--json']).stdout.trim().split('\n');
  const trail = lines.map(line => (JSON.parse(line) as { readonly record: Line }).record);
  return { project, version, code, requests: model.requests, trail };
}

describe.each(CLIENTS)('the real $runtime', client => {
  it('runs what may run, stops what must be stopped, and ends for no other reason', async () => {
    const { settings } = await (runtimes[client.runtime]?.() ?? expect.fail('no such runtime'));
    const commands = [
      ['echo one > ran.txt'],
      ['cat .env'],
      ['rm -rf / # would destroy'],
      [`echo '{}' > ${settings.files({ root: '.', home: '~' })[0]?.file ?? ''}`],
      [`printf 'the key is %s%s' npm_ ${TOKEN.slice(4)}`],
      ['sh -c "echo failed; exit 3"'],
      ['echo first > first.txt', 'echo second > second.txt'],
      ['echo last > last.txt'],
    ];
    const played = await play(client, commands);
    const { project, requests, trail, version, code } = played;
    const last = requests.at(-1) ?? { results: [], text: '' };
    console.log(`${client.package} ${version}: ${requests.length} requests, ${trail.length} records`);

    expect(code).toBe(0);
    expect(last.results).toHaveLength(commands.flat().length);
    for (const file of ['ran.txt', 'first.txt', 'second.txt', 'last.txt']) expect(existsSync(join(project, file))).toBe(true);
    expect(readFileSync(join(project, 'governance.yaml'), 'utf8')).toBe(POLICY);

    expect(last.text).not.toContain('never-to-be-seen');
    for (const index of [1, 2, 3]) expect(last.results[index]).toMatch(/licet: /u);
    expect(last.results[4]).toContain('[REDACTED:npm_token]');
    expect(last.results.join('')).not.toContain(TOKEN);

    const decided = trail.filter(({ type }) => type === 'evaluation');
    const ended = trail.filter(({ type }) => type === 'outcome');
    expect(decided.map(({ ruling }) => ruling === 'block').filter(Boolean)).toHaveLength(3);
    expect(new Set(trail.map(({ sessionId }) => sessionId)).size).toBe(1);
    const passed = decided.flatMap(({ ruling, evaluationId }) => (ruling === 'block' ? [] : [evaluationId]));
    expect(ended.map(({ evaluationId }) => evaluationId).sort()).toEqual(passed.sort());
  });
});
