import { spawnSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { GovernanceError, PolicyEngine, block, guard, memoryAudit, memorySessions, pass } from '@licet/core';
import type { SessionStore } from '@licet/core';
import { createServer } from '@licet/server';
import { describe, expect, it, onTestFinished } from 'vitest';

const folder = fileURLToPath(new URL('../../examples/python', import.meta.url));
const token = 'a-secret-that-cannot-be-guessed-0123456789';
const hasPython = spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 8))']).status === 0;
if (!hasPython) console.log('the Python client is not tested: there is no python3 of 3.8 or later');

const POLICY = guard('no deleting', ({ payload }) =>
  String(payload['command']).startsWith('rm') ? block('nothing is deleted here', { fix: 'move it' }) : pass(),
);

async function serve(faults = 0) {
  const audit = memoryAudit();
  const kept = memorySessions();
  let left = faults;
  /** The state that cannot be read so often when an outcome is reported. */
  const call: SessionStore['call'] = (...asked) => {
    if (left-- > 0) throw new GovernanceError('store_unavailable', 'the disk is full');
    return kept.call(...asked);
  };
  const engine = new PolicyEngine(POLICY, { audit, sessions: { ...kept, call } });
  const server = createServer({
    open: async () => ({ engine, settings: {}, sources: [] }),
    tokens: [{ token, may: ['decide', 'report'] }],
  });
  onTestFinished(() => server.close());
  return { base: await server.listen(), audit };
}

/** Runs lines of Python after the client was made. */
function python(base: string, lines: readonly string[], shown = token): Promise<{ readonly out: string; readonly err: string }> {
  const script = [
    'from licet_client import Licet, Stopped',
    `licet = Licet(${JSON.stringify(base)}, ${JSON.stringify(shown)})`,
    ...lines,
  ];
  const child = spawn('python3', ['-B', '-c', script.join('\n')], { cwd: folder });
  let [out, err] = ['', ''];
  child.stdout.on('data', part => (out += String(part)));
  child.stderr.on('data', part => (err += String(part)));
  return new Promise(resolve => child.on('close', () => resolve({ out, err })));
}

const action = (command: string): string => `{"kind": "bash", "tool": "Bash", "payload": {"command": "${command}"}}`;

describe.runIf(hasPython)('the client in Python', () => {
  it('has 56 lines', () => {
    expect(readFileSync(`${folder}/licet_client.py`, 'utf8').trimEnd().split('\n')).toHaveLength(56);
  });

  it('runs what passes, and reports how it ended', async () => {
    const { base, audit } = await serve();
    const { out, err } = await python(base, [
      `print(licet.run(${action('ls')}, lambda: "a file"))`,
      'try:',
      `    licet.run(${action('cat x')}, lambda: 1 / 0)`,
      'except ZeroDivisionError: print("failed")',
    ]);

    expect([out, err]).toEqual(['a file\nfailed\n', '']);
    expect(audit.records.filter(({ type }) => type === 'outcome')).toMatchObject([
      { status: 'ok' },
      { status: 'error', error: 'division by zero' },
    ]);
  });

  it('stops what does not pass, with the reason', async () => {
    const { base } = await serve();
    const lines = [
      'try:',
      `    licet.run(${action('rm -rf /')}, lambda: print("ran"))`,
      'except Stopped as stop: print(stop, stop.evaluation["ruling"])',
    ];

    expect((await python(base, lines)).out).toBe('licet: nothing is deleted here block\n');
  });

  it.each([
    ['where the token is wrong', undefined, 'wrong'],
    ['where no server answers', 'http://127.0.0.1:9', token],
  ])('runs nothing %s', async (_when, elsewhere, shown) => {
    const { base } = await serve();
    const lines = ['try:', `    licet.run(${action('ls')}, lambda: print("ran"))`, 'except Stopped as stop: print("stopped")'];

    expect((await python(elsewhere ?? base, lines, shown)).out).toBe('stopped\n');
  });

  it('reports again where the server cannot record an outcome now', async () => {
    const { base, audit } = await serve(2);
    const { out, err } = await python(base, [`print(licet.run(${action('ls')}, lambda: "a file"))`]);

    expect([out, err]).toEqual(['a file\n', '']);
    expect(audit.records.filter(({ type }) => type === 'outcome')).toMatchObject([{ status: 'ok' }]);
  });

  it('gives back what the work returned, with a warning, where the outcome is never recorded', async () => {
    const { base, audit } = await serve(1_000);
    const lines = ['import time', 'time.sleep = lambda seconds: None', `print(licet.run(${action('ls')}, lambda: "a file"))`];
    const { out, err } = await python(base, lines);

    expect(out).toBe('a file\n');
    expect(err).toMatch(/licet: the outcome of \S+ is not recorded \(HTTP Error 503: Service Unavailable\): the action has run/u);
    expect(audit.records.filter(({ type }) => type === 'outcome')).toEqual([]);
  });
});
