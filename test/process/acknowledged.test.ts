import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { sqliteState } from '@licet/adapters/sqlite';
import { describe, expect, it } from 'vitest';

import { BUNDLE, humanEnv, licet, project } from '../support/cli.ts';
import { runLean } from '../support/lean.ts';
import { hasScript, onTerminal } from '../support/onTerminal.ts';

/** Ends a process by SIGKILL right before it says that something is done, or right after that. */
const KILLER = `
const fs = require('node:fs');
const pattern = new RegExp(process.env.ACKNOWLEDGEMENT, 'u');
const { writeSync } = fs;
const write = process.stdout.write;
const end = chunk => {
  if (process.env.KILLED === 'after') writeSync(1, chunk);
  process.kill(process.pid, 'SIGKILL');
};
process.stdout.write = function (chunk, ...rest) {
  return pattern.test(String(chunk)) ? end(chunk) : write.call(this, chunk, ...rest);
};
fs.writeSync = (fd, chunk, ...rest) => (fd === 1 && pattern.test(String(chunk)) ? end(chunk) : writeSync(fd, chunk, ...rest));
`;

const POLICY = `version: 1
default: pass
approvals: { store: sqlite }
facts: { reviewed: { earned_by: human } }
policy:
  all:
    - floor: {}
    - self_protection: {}
    - hold: {}
    - escalate: [{ all: [{ requires: reviewed }, { file_boundary: { deny: [notes.txt] } }] }, { allow_once: {} }]
    - when: { if: { tool: crm.find }, then: { token: {} } }
`;

/** A project with a request that waits, and a graph with two concepts. */
function made(): string {
  const root = project(POLICY);
  mkdirSync(join(root, '.licet'));
  mkdirSync(join(root, 'home'));
  const { approvals, sessions, close } = sqliteState(join(root, '.licet', 'state.db'));
  const at = Date.now();
  void sessions.append('s', [
    { type: 'evaluated', at, evaluationId: 'e', passed: true, ruling: 'pass', code: 'ok', kind: 'read', risk: 0 } as never,
  ]);
  void approvals.open({
    id: 'request-1',
    code: '1234-567Y',
    actionDigest: 'a',
    policyDigest: 'p',
    sessionId: 's',
    createdAt: at,
    expiresAt: at + 600_000,
    action: { kind: 'bash', tool: 'Bash', payload: { command: 'git push' }, sessionId: 's' },
    questions: [{ guard: 'g', code: 'c', reason: 'it leaves the machine' }],
  });
  close();
  writeFileSync(join(root, 'graph.json'), '{"version": 1, "primitives": [{"name": "rocket"}, {"name": "moon"}]}');
  ask(root, 'concepts', 'add', 'sun');
  ask(root, 'concepts', 'add', 'star', '--depth', 'D0');
  return root;
}

const homeOf = (root: string): Record<string, string> => ({ HOME: join(root, 'home') });
const ask = (root: string, ...args: readonly string[]): string => licet(root, args, '', BUNDLE, homeOf(root)).stdout;

const EVENT = {
  hook_event_name: 'PreToolUse',
  session_id: 's',
  tool_use_id: 'c',
  tool_name: 'Read',
  tool_input: { file_path: 'a.txt' },
};

/** What is acknowledged: the command, how it says that it is done, and where another process finds it. */
const WRITES: readonly (readonly [args: readonly string[], said: string, found: (root: string) => string, what: RegExp])[] = [
  [['concepts', 'add', 'comet'], '^added', root => ask(root, 'concepts', 'list'), /comet/u],
  [['concepts', 'import', 'graph.json'], '^imported', root => ask(root, 'concepts', 'list'), /rocket/u],
  [['concepts', 'alias', 'sol', 'sun'], 'means', root => ask(root, 'concepts', 'check', 'sol'), /sun/u],
  [['concepts', 'rm', 'star'], '^removed', root => ask(root, 'concepts', 'list'), /^(?!.*\bstar\b)/su],
  [['hook', 'claude-code', '--policy', 'governance.yaml'], '^\\{', root => ask(root, 'audit', 'tail', '--json'), /"callId":"c"/u],
];

/** The same for what only a person at a terminal may do. */
const HUMAN: typeof WRITES = [
  [['approve', '1234-567Y', '--as', 'ann'], 'approved:', root => ask(root, 'audit', 'tail', '--json'), /"granted":\[?true/u],
  [['hold', 'wait for ann'], 'is on hold', root => ask(root, 'status'), /on hold every session/u],
  [['pause', '10m', 'try the build'], '^paused', root => ask(root, 'status'), /^paused/mu],
  [['allow-once', 'notes.txt'], 'open  read', root => ask(root, 'allow-once', '--list'), /open {2}read, write notes\.txt/u],
  [['fact', 'grant', 'reviewed', '--session', 's'], '^granted', root => ask(root, 'fact', 'list'), /^holds\s+reviewed/mu],
  [['tokens', 'rotate'], '^signs with', keysIn, /k1-/u],
  [
    ['access', 'docs/', 'read-only'],
    '^changed',
    root => readFileSync(join(root, 'governance.yaml'), 'utf8'),
    /docs\/: read-only/u,
  ],
  [['accept'], ': accepted', root => ask(root, 'accept', '--check'), /: accepted$/mu],
];

/** The keys that sign tokens. */
function keysIn(root: string): string {
  const folder = join(root, 'home', '.licet', 'keys');
  return readdirSync(folder)
    .map(name => readFileSync(join(folder, name), 'utf8'))
    .join('\n');
}

/** How `script` ends when its command is killed. */
const SIGKILLED = 137;

const named = (each: (typeof WRITES)[number]) => [each[0].slice(0, 2).join(' '), each] as const;

describe('a write that is acknowledged', () => {
  it.each(WRITES.map(named))(
    'is kept when the process is killed before or after it reports it: licet %s',
    (_name, [args, said, found, what]) => {
      for (const killed of ['before', 'after']) {
        const root = made();
        const killer = join(root, 'killer.cjs');
        writeFileSync(killer, KILLER);
        const ended = runLean({
          command: process.execPath,
          args: ['--require', killer, BUNDLE, ...args],
          cwd: root,
          input: JSON.stringify({ ...EVENT, cwd: root }),
          env: { ...humanEnv(), NO_COLOR: '1', ...homeOf(root), ACKNOWLEDGEMENT: said, KILLED: killed },
        });

        expect([ended.signal, new RegExp(said, 'mu').test(ended.stdout)]).toEqual(['SIGKILL', killed === 'after']);
        expect(found(root)).toMatch(what);
        expect(licet(root, ['audit', 'verify'], '', BUNDLE, homeOf(root))).toMatchObject({ status: 0 });
      }
    },
  );

  it.runIf(hasScript).each(HUMAN.map(named))(
    'of a person is kept in the same way: licet %s',
    { timeout: 120_000 },
    async (_name, [args, said, found, what]) => {
      for (const killed of ['before', 'after']) {
        const root = made();
        const killer = join(root, 'killer.cjs');
        writeFileSync(killer, KILLER);
        const env = { ...homeOf(root), NODE_OPTIONS: `--require ${killer}`, ACKNOWLEDGEMENT: said, KILLED: killed };
        const ended = await onTerminal(root, args, { answer: 'y\r', env });

        expect([ended.status, new RegExp(said, 'mu').test(ended.said), ended.said]).toEqual([
          SIGKILLED,
          killed === 'after',
          ended.said,
        ]);
        expect(found(root)).toMatch(what);
        expect(licet(root, ['audit', 'verify'], '', BUNDLE, homeOf(root))).toMatchObject({ status: 0 });
      }
    },
  );
});
