import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';

import type { HookReply } from '@licet/adapters/claude-code';
import { describe, expect, it } from 'vitest';

import { command as licet, project } from '../support/cli.ts';
import { hasScript, onTerminal } from '../support/onTerminal.ts';

const POLICY = `version: 1
default: pass
approvals: { channel: out_of_band }
facts: { reviewed: { earned_by: human } }
policy:
  all:
    - floor: {}
    - hold: {}
    - escalate:
        - file_boundary: { deny: ['secret.txt'] }
        - allow_once: {}
    - when: { if: 'action.kind == "bash" && action.payload.command == "git push"', then: { human_approval: { reason: it reaches others } } }
    - when: { if: 'action.kind == "bash" && action.payload.command == "git commit -m x"', then: { requires: reviewed } }
`;

let calls = 0;

/** What the hook says to a call of an agent; undefined for a call that runs. */
function hook(root: string, tool: string, input: object): string | undefined {
  const call = {
    hook_event_name: 'PreToolUse',
    session_id: 's',
    cwd: root,
    tool_use_id: `toolu_f${calls++}`,
    tool_name: tool,
    tool_input: input,
  };
  const { status, stdout } = licet(
    root,
    ['hook', 'claude-code', '--policy', join(root, 'governance.yaml')],
    JSON.stringify(call),
  );
  expect(status).toBe(0);
  return (JSON.parse(stdout) as HookReply).hookSpecificOutput?.permissionDecision;
}

const bash = (root: string, command: string): string | undefined => hook(root, 'Bash', { command });

/** Changes the state file as any program of the same user can. */
function forge(root: string, work: (db: DatabaseSync) => void): void {
  const db = new DatabaseSync(join(root, '.licet', 'state.db'));
  try {
    work(db);
  } finally {
    db.close();
  }
}

/** Adds a fact to a session, as the program itself writes one. */
function forgeFact(root: string, session: string, name: string, value: unknown): void {
  forge(root, db => {
    const row = db.prepare('select max(version) as last from events where session = ?').get(session) as { last: number | null };
    if (row.last === null) {
      const folded = JSON.stringify({
        id: session,
        version: 0,
        rulings: {},
        evaluated: 0,
        passed: 0,
        outcomes: {},
        consecutiveBlocks: 0,
        facts: {},
        recent: [],
      });
      db.prepare('insert or ignore into sessions (id, version, folded) values (?, 0, ?)').run(session, folded);
    }
    const event = JSON.stringify({ type: 'fact', at: Date.now(), name, value });
    db.prepare('insert into events (session, version, event) values (?, ?, ?)').run(session, (row.last ?? 0) + 1, event);
  });
}

const verify = (root: string): { status: number | null; stdout: string } => licet(root, ['audit', 'verify']);

const YES = JSON.stringify([{ granted: [true], at: Date.now(), by: 'mara', channel: 'code' }]);

describe('a yes that was written into the state file by another program', () => {
  it('lets no call run, is in the trail as an anomaly, and is found by `audit verify`', () => {
    const root = project(POLICY);
    expect(bash(root, 'git push')).toBe('deny');
    expect(verify(root).status).toBe(0);

    forge(root, db => db.prepare('update approvals set answer = ?').run(YES));

    expect(bash(root, 'git push')).toBe('deny');
    expect(licet(root, ['audit', 'query', '--json']).stdout).toContain('"code":"answer_unproven"');
    expect(verify(root)).toMatchObject({ status: 2, stdout: expect.stringMatching(/FAILED.*\n.*no record of that answer/u) });
  });

  it('lets no call run with a record that does not fit the chain', () => {
    const root = project(POLICY);
    expect(bash(root, 'git push')).toBe('deny');

    forge(root, db => {
      const { id, request } = db.prepare('select id, request from approvals').get() as { id: string; request: string };
      const record = JSON.stringify({
        approvalId: id,
        at: 1,
        by: 'mara',
        channel: 'code',
        evaluationId: id,
        granted: [true],
        requestDigest: 'x',
        sessionId: 's',
        type: 'answer',
      });
      db.prepare('update approvals set answer = ?').run(YES);
      const last = db.prepare('select seq, hash from audit order by seq desc limit 1').get() as { seq: number; hash: string };
      db.prepare(
        "insert into audit (seq, at, type, session, evaluation, record, prev, hash, deed) values (?, 1, 'answer', 's', ?, ?, ?, ?, ?)",
      ).run(last.seq + 1, id, record, last.hash, '0'.repeat(64), id);
      expect(request).toContain('git push');
    });

    expect(bash(root, 'git push')).toBe('deny');
    expect(verify(root).status).toBe(2);
  });

  it('grants no fact, makes no exception, pauses nothing and ends no hold', () => {
    const root = project(POLICY);
    const [now, file] = [Date.now(), join(root, 'secret.txt')];
    expect(bash(root, 'git commit -m x')).toBe('deny');
    expect(hook(root, 'Read', { file_path: file })).toBe('deny');

    forgeFact(root, 's', 'reviewed', true);
    expect(bash(root, 'git commit -m x')).toBe('deny');
    forgeFact(root, 's', 'reviewed', { stamp: '', at: now, by: 'mara', deed: 'made-up' });
    expect(bash(root, 'git commit -m x')).toBe('deny');
    forgeFact(root, '@project', 'grant:g1', {
      id: 'g1',
      deed: 'made-up',
      path: file,
      resolved: file,
      kinds: ['read'],
      uses: 9,
      grantedAt: now,
      expiresAt: now + 600_000,
    });
    expect(hook(root, 'Read', { file_path: file })).toBe('deny');
    forgeFact(root, '@project', '@pause', { until: now + 600_000, reason: 'x', by: 'mara', deed: 'made-up' });
    expect(bash(root, 'git push')).toBe('deny');

    const { status, stdout } = verify(root);
    expect(status).toBe(2);
    for (const name of ['reviewed', 'grant:g1', '@pause']) expect(stdout).toContain(`\`${name}\``);
  });

  it('does not carry over from one fact, session or value to another', () => {
    const root = project(POLICY);
    expect(bash(root, 'git commit -m x')).toBe('deny');
    const script = fileURLToPath(new URL('../support/grantAsPerson.ts', import.meta.url));
    const granted = spawnSync(process.execPath, ['--conditions=@licet/source', script, root, 's', 'reviewed'], {
      encoding: 'utf8',
    });
    expect(granted).toMatchObject({ status: 0, stderr: '' });
    expect(bash(root, 'git commit -m x')).toBeUndefined();
    expect(verify(root).status).toBe(0);

    const deed = granted.stdout.trim();
    forgeFact(root, '@project', '@pause', { until: Date.now() + 600_000, reason: 'x', by: 'ann', deed });
    forgeFact(root, 'other', 'reviewed', { stamp: '', at: 1, by: 'ann', deed });

    expect(bash(root, 'git push')).toBe('deny');
    expect(verify(root).status).toBe(2);
  });
});

/** The value of a name in a session, as the store has it last. */
function lastFact(root: string, session: string, name: string): unknown {
  let value: unknown;
  forge(root, db => {
    for (const { event } of db.prepare('select event from events where session = ? order by version').all(session)) {
      const fact = JSON.parse(String(event)) as { readonly type: string; readonly name?: string; readonly value?: unknown };
      if (fact.type === 'fact' && fact.name === name) ({ value } = fact);
    }
  });
  return value;
}

describe.skipIf(!hasScript)('what a person said, once it is used or taken back', () => {
  const said = async (root: string, ...args: readonly string[]): Promise<void> => {
    const { status, said: text } = await onTerminal(root, args, { answer: 'y\n' });
    expect(status, text).toBe(0);
  };

  it('is a yes for one call, whatever the state file says of its use', async () => {
    const root = project(POLICY);
    expect(bash(root, 'git push')).toBe('deny');
    let code = '';
    forge(root, db => {
      const { request } = db.prepare('select request from approvals').get() as { request: string };
      ({ code } = JSON.parse(request) as { code: string });
    });
    await said(root, 'approve', code, '--yes');
    expect(bash(root, 'git push')).toBeUndefined();

    forge(root, db => db.prepare('update approvals set holders = null').run());

    expect(bash(root, 'git push')).toBe('deny');
  });

  it('does not come back when the state file is as before', async () => {
    const root = project(POLICY);
    const file = join(root, 'secret.txt');
    expect(hook(root, 'Read', { file_path: file })).toBe('deny');
    await said(root, 'allow-once', 'secret.txt', '--to', 'read', '--uses', '9');
    expect(hook(root, 'Read', { file_path: file })).toBeUndefined();
    const listed = JSON.parse(licet(root, ['allow-once', '--list', '--json']).stdout) as {
      readonly grant: { readonly id: string };
    }[];
    const { id } = listed[0]?.grant ?? { id: '' };
    const name = `grant:${id}`;
    const kept = lastFact(root, '@project', name);
    expect(kept).toMatchObject({ deed: expect.any(String) });
    await said(root, 'allow-once', '--revoke', id);
    expect(hook(root, 'Read', { file_path: file })).toBe('deny');

    forgeFact(root, '@project', name, kept);

    expect(hook(root, 'Read', { file_path: file })).toBe('deny');
  });
});

describe('the verifier that needs no Licet', () => {
  it('finds a decision that rests on an approval which no record gives', () => {
    const root = project(POLICY);
    expect(bash(root, 'git push')).toBe('deny');
    const exported = licet(root, ['audit', 'export', '--format', 'jsonl']).stdout;
    const [id] = /"approvalId":"([^"]+)"/u.exec(exported)?.slice(1) ?? [];
    expect(id).toBeDefined();
    const script = `
import hashlib, json, sys
lines = sys.stdin.read().splitlines()
head = json.loads(lines[-1])
record = {"type": "evaluation", "approval": {"id": ${JSON.stringify(id)}, "status": "granted"}}
text = json.dumps(record, separators=(",", ":"), sort_keys=True)
seq = head["seq"] + 1
hashed = hashlib.sha256(("%s\\n%d\\n%s" % (head["hash"], seq, text)).encode()).hexdigest()
lines.append('{"seq":%d,"prev":"%s","hash":"%s","record":%s}' % (seq, head["hash"], hashed, text))
open("trail.jsonl", "w").write("\\n".join(lines) + "\\n")
`;
    expect(spawnSync('python3', ['-c', script], { cwd: root, input: exported.trimEnd(), encoding: 'utf8' })).toMatchObject({
      status: 0,
      stderr: '',
    });

    const verifier = fileURLToPath(new URL('../../docs/verify_trail.py', import.meta.url));
    const checked = spawnSync('python3', [verifier, 'trail.jsonl'], { cwd: root, encoding: 'utf8' });

    expect(checked).toMatchObject({
      status: 2,
      stdout: expect.stringContaining('rests on an approval that no record before it gives'),
    });
  });
});
