import { mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { installedSqlite, sqliteState } from '@licet/adapters/sqlite';
import { PROJECT_SESSION, deedOf } from '@licet/core/store';
import { beforeAll, describe, expect, it } from 'vitest';

import { BUNDLE, command as run, project } from '../support/cli.ts';
import type { Ended } from '../support/cli.ts';

const POLICY = `version: 1
default: pass
approvals: { store: sqlite }
graphs: { main: { store: sqlite, path: concepts.db } }
policy:
  all:
    - floor: {}
    - budget: { max: 4, per: session, name: calls }
    - budget: { max: 10, per: project }
    - requires: reviewed
`;

const licet = (root: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): Ended =>
  run(root, args, '', BUNDLE, env);

const call = (root: string, session_id: string, tool_use_id: string, command: string): string =>
  JSON.stringify({
    hook_event_name: 'PreToolUse',
    session_id,
    tool_use_id,
    cwd: root,
    tool_name: 'Bash',
    tool_input: { command },
  });

/** A project in which two sessions have done something. */
function used(policy = POLICY): string {
  const root = project(policy);
  mkdirSync(join(root, '.licet'));
  const { sessions, approvals, close } = sqliteState(join(root, '.licet', 'state.db'));
  void sessions.append('first', [{ type: 'fact', at: Date.now(), name: 'reviewed', value: true }]);
  void sessions.append(PROJECT_SESSION, [{ type: 'fact', at: 1, name: 'frozen', value: 'since\u001b[2J monday' }]);
  const at = Date.now();
  void approvals.open({
    id: 'request-1',
    code: '1234-567Y',
    actionDigest: 'a',
    policyDigest: 'p',
    sessionId: 'first',
    createdAt: at,
    expiresAt: at + 600_000,
    action: { kind: 'bash', tool: 'Bash', payload: { command: 'git push' }, sessionId: 'first' },
    questions: [{ guard: 'g', code: 'c', reason: 'it leaves the machine' }],
  });
  close();
  const hook = (session: string, id: string, command: string) =>
    run(root, ['hook', 'claude-code', '--policy', 'governance.yaml'], call(root, session, id, command));
  hook('first', '1', 'ls');
  hook('first', '2', 'rm -rf /');
  hook('sec\u202eond', '3', 'ls');
  return root;
}

/** Every byte of every file, and of a database every row: its log may be folded into it by the process that closes it last. */
function content(root: string): readonly unknown[] {
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(name => !/-(?:wal|shm)$/u.test(name));
  return names.sort().map(name => {
    const file = join(root, name);
    if (statSync(file).isDirectory()) return name;
    return name.endsWith('.db') ? [name, rows(file)] : [name, readFileSync(file, 'hex')];
  });
}

function rows(file: string): unknown {
  const driver = installedSqlite(file);
  const tables = driver.prepare("select name from sqlite_schema where type = 'table'").all() as { name: string }[];
  const found = tables.map(({ name }) => [name, driver.prepare(`select * from ${name}`).all()]);
  driver.close();
  return found;
}

/** A report whose broken lines are whole again. */
const unfolded = (text: string): string => text.replaceAll(/\n {6,}/gu, ' ');

let shared = '';
beforeAll(() => void (shared = used()));

describe('licet status', () => {
  it('says that there is nothing, and makes nothing', () => {
    const root = project(POLICY);
    const ended = licet(root, ['status']);

    expect(ended).toMatchObject({ status: 0, stderr: '' });
    expect(ended.stdout).toMatch(/nothing has been kept yet/);
    expect(ended.stdout).toMatch(/none: nothing has happened yet/);
    expect(licet(root, ['status', '--session', 'nope']).stdout).toMatch(/none: nothing has happened in `nope`/);
    expect(readdirSync(root)).toEqual(['governance.yaml']);
  });

  it('shows sessions, facts, limits, what is held, what was stopped and who waits', () => {
    const ended = licet(shared, ['status']);

    expect(ended).toMatchObject({ status: 0, stderr: '' });
    expect(ended.stdout).toMatch(/^policy {2}.*governance\.yaml {2}enforce, default pass, [0-9a-f]{12}$/m);
    expect(ended.stdout).toMatch(/^ {2}ok {2}sessions +sqlite .*state\.db: can be read, \d+ KiB$/m);
    expect(ended.stdout).toMatch(/^session first {2}1 of 2 passed, 1 stopped in a row, risk [\d.]+, \d+ s ago$/m);
    expect(ended.stdout).toMatch(/^ {2}fact {2}reviewed {2}true$/m);
    expect(ended.stdout).toMatch(/^ {2}limit {2}calls {2}███░{7} {2}1 of 4, 1 held$/m);
    expect(ended.stdout).toMatch(/^ {2}limit {2}budget \(project\) {2}█░{9} {2}1 of 10, 1 held$/m);
    expect(ended.stdout).toMatch(/^ {2}block {2}Bash {2}\d+ s ago {2}rm -rf \/$/m);
    expect(ended.stdout).toMatch(/^ {2}fact {2}frozen {2}since\\u\{1b\}\[2J monday$/m);
    expect(ended.stdout).toMatch(/^ {2}1 {2}of calls \(session:first\) +by call:5:first:1 +expires in 10 min$/m);
    expect(ended.stdout).toMatch(/^ {2}1234-567Y {2}Bash git push$\n^ {4}it leaves the machine$/m);
    expect(unfolded(ended.stdout)).toMatch(/^ {2}FAILED {2}graph `main` \(sqlite\): .*concepts\.db/m);
    expect(ended.stdout).toContain('session sec\\u{202e}ond');
    expect(ended.stdout).not.toMatch(/[\u001b\u202e]/u);
    expect(ended.stdout.indexOf('session sec')).toBeLessThan(ended.stdout.indexOf('session first'));
  });

  it('shows exceptions as `allow-once --list` does, and graphs as `doctor` does', () => {
    const root = used(`${POLICY}    - allow_once: {}\n`);
    const { audit, close } = sqliteState(join(root, '.licet', 'state.db'));
    const [path, grantedAt] = [join(root, '.en\u202ev'), Date.now()];
    const grant = { id: 'abc', path, resolved: path, kinds: ['read'], uses: 2, grantedAt, expiresAt: grantedAt + 60_000 };
    const told = { name: 'exception/abc', change: 'established', by: 'ann' } as const;
    const { event, record } = deedOf({
      id: 'd1',
      sessionId: PROJECT_SESSION,
      at: grantedAt,
      name: 'grant:abc',
      value: grant,
      told,
      scope: 'project',
    });
    void audit.joint.write(PROJECT_SESSION, [event], [record]);
    close();

    const stdout = unfolded(licet(root, ['status']).stdout);

    expect(stdout).toMatch(/^exceptions\n {2}abc {2}open {2}read \.en\\u\{202e\}v {2}\(used 0 of 2, any session, until /m);
    expect(stdout).not.toContain('grant:abc');
    expect(stdout).toContain(licet(root, ['allow-once', '--list']).stdout.trim());
    expect(licet(root, ['doctor']).stdout).toContain(/graph `main` .*/.exec(stdout)?.[0] ?? 'none');
  });

  it('fits 80 columns, and says who is meant all the same', () => {
    const root = used();
    const { stdout } = licet(root, ['status']);

    expect(stdout.split('\n').filter(line => Array.from(line).length > 80)).toEqual([]);
    expect(
      licet(root, ['status', '--tree'])
        .stdout.split('\n')
        .filter(line => Array.from(line).length > 80),
    ).toEqual([]);
    expect(stdout).toContain('licet concepts');
  });

  it('changes nothing that lies there', () => {
    const root = used();
    const before = content(root);
    for (const args of [['--json'], ['--tree']]) licet(root, ['status', ...args]);

    expect(content(root)).toEqual(before);
  });

  it('shows one session when it is named', () => {
    const ended = licet(shared, ['status', '--session', 'first']);

    expect(ended.stdout).toContain('session first');
    expect(ended.stdout).not.toContain('session sec');
  });

  it('gives the same as JSON', () => {
    const ended = licet(shared, ['status', '--json']);

    expect(JSON.parse(ended.stdout)).toMatchObject({
      policy: { mode: 'enforce', default: 'pass' },
      stores: [
        { use: 'sessions', ok: true },
        { use: 'approvals', ok: true },
        { use: 'audit', store: 'sqlite', ok: true },
      ],
      sessions: [
        { id: 'sec\u202eond', evaluated: 1 },
        { id: 'first', evaluated: 2, passed: 1, consecutiveBlocks: 1, facts: { reviewed: true } },
      ],
      project: { facts: { frozen: expect.any(String) as string }, counters: [{ used: 1, limit: { max: 10 } }] },
      reservations: [{ amount: 1 }, { amount: 1 }],
      waiting: [{ code: '1234-567Y', sessionId: 'first', why: ['it leaves the machine'] }],
    });
  });

  it('draws it into the tree of the policy', () => {
    const ended = licet(shared, ['status', '--tree']);

    expect(ended.stdout).toMatch(/budget[^]*now +1 of 4 \(session:first\)/);
    expect(ended.stdout).toMatch(/requires[^]*now +established in first/);
  });

  it('ends with 3 when a store cannot be read, and shows the rest', () => {
    const root = used(POLICY.replace('approvals: { store: sqlite }', 'approvals: { store: sqlite, path: other.db }'));
    writeFileSync(join(root, 'other.db'), 'this is no database, whatever it is called'.repeat(100));
    const ended = licet(root, ['status']);

    expect(ended.status).toBe(3);
    expect(unfolded(ended.stdout)).toMatch(/^ {2}FAILED {2}approvals +sqlite .*damaged; a person can move it aside/m);
    expect(ended.stdout).toContain('session first');
  });
});

describe('licet status of a policy whose state is in a database', () => {
  it('says which store does not answer, and shows the rest', () => {
    const root = project(
      `version: 1\ndefault: pass\nsessions: { store: postgres, uri: 'postgres://licet@127.0.0.1:1/nowhere' }\naudit: { store: sqlite }\npolicy: { budget: { max: 3 } }\n`,
    );
    const ended = licet(root, ['status']);

    expect(ended.status).toBe(3);
    expect(ended.stdout).toMatch(/^ {2}FAILED {2}sessions +postgres {2}\S/m);
    expect(ended.stdout).toMatch(/^ {2}ok +audit +sqlite/m);
  });
});

describe('licet reset', () => {
  it('forgets everything but the trail, and records that it did', () => {
    const root = used();
    const trail = () => {
      const { audit, close } = sqliteState(join(root, '.licet', 'state.db'), { readOnly: true });
      const found = [audit.read(), audit.verify().valid] as const;
      close();
      return found;
    };
    const [before] = trail();
    const ended = licet(root, ['reset', '--yes']);

    expect(ended).toMatchObject({ status: 0, stderr: '' });
    expect(ended.stdout).toMatch(/^forgot 3 sessions, 2 counters, 1 request$/m);
    const [after, isValid] = trail();
    expect(after.slice(0, before.length)).toEqual(before);
    expect(after.slice(before.length)).toMatchObject([{ record: { code: 'state_reset' } }]);
    expect(isValid).toBe(true);
    expect(JSON.parse(licet(root, ['status', '--json']).stdout)).toMatchObject({ sessions: [], waiting: [], reservations: [] });
  });

  it('forgets one session, or only facts', () => {
    const root = used();
    expect(licet(root, ['reset', '--yes', '--facts', '--session', 'first']).stdout).toMatch(/facts of 1 session/);
    expect(JSON.parse(licet(root, ['status', '--json', '--session', 'first']).stdout)).toMatchObject({
      sessions: [{ id: 'first', evaluated: 2, facts: {} }],
      project: { facts: { frozen: expect.any(String) as string } },
    });
    expect(licet(root, ['reset', '--yes', '--session', 'first', '--json']).stdout).toMatch(
      /^\{"sessions":1,"counters":1,"approvals":1\}$/m,
    );
    expect(JSON.parse(licet(root, ['status', '--json']).stdout)).toMatchObject({ sessions: [{ id: 'sec\u202eond' }] });
  });

  it('asks, and refuses without a terminal to ask on', () => {
    const ended = licet(shared, ['reset']);

    expect(ended).toMatchObject({ status: 3, stdout: '' });
    expect(ended.stderr).toMatch(/no terminal to ask on: run it in one, or say `--yes`/);
    expect(licet(shared, ['status']).stdout).toContain('session first');
  });

  it('refuses in the shell of an agent', () => {
    const ended = licet(shared, ['reset', '--yes'], { CLAUDECODE: '1' });

    expect(ended).toMatchObject({ status: 3, stdout: '' });
    expect(ended.stderr).toMatch(/is for a human/);
    expect(licet(shared, ['status']).stdout).toContain('session first');
  });

  it('forgets nothing that it cannot record', () => {
    const root = used();
    const driver = installedSqlite(join(root, '.licet', 'state.db'));
    driver.exec("create trigger refuse before insert on audit begin select raise(abort, 'the trail is full'); end");

    expect(licet(root, ['reset', '--yes']).status).not.toBe(0);
    driver.exec('drop trigger refuse');
    driver.close();
    expect(licet(root, ['status', '--json']).stdout).toContain('"id": "first"');
  });

  it('has nothing to do where nothing was kept, and makes nothing', () => {
    const root = project(POLICY);

    expect(licet(root, ['reset', '--yes']).stdout).toMatch(/nothing has been kept yet/);
    expect(readdirSync(root)).toEqual(['governance.yaml']);
  });
});

describe('licet statusline', () => {
  it('says in one line what is left, what was stopped and what waits', () => {
    const root = used();
    const input = JSON.stringify({ session_id: 'first', workspace: { project_dir: root } });
    const { status, stdout } = run(root, ['statusline'], input);

    expect(status).toBe(0);
    expect(stdout.trimEnd().split('\n')).toHaveLength(1);
    expect(stdout).toBe('licet policy · calls 3 of 4 left · budget 9 of 10 left · 1 stopped · 1 waits for you: licet approve\n');
  });

  it('names the profile, and says what is wrong in place of failing', () => {
    const root = project('version: 1\ndefault: pass\ninclude: [standard]\n');

    expect(run(root, ['statusline'], JSON.stringify({ cwd: root })).stdout).toBe('licet standard\n');
    expect(run(root, ['statusline'], '{')).toMatchObject({
      status: 0,
      stdout: 'licet: expected the JSON that Claude Code hands to a status line on standard input\n',
    });
    expect(run(project(), ['statusline'], '').stdout).toContain('licet: there is no `governance.yaml`');
  });
});

describe('a hold', () => {
  const HOLD = `version: 1
default: pass
policy:
  all:
    - floor: {}
    - hold: { after: { blocked: 1 } }
`;
  const say = (root: string): readonly [text: string, json: unknown, line: string] => {
    const { stdout } = licet(root, ['status', '--json']);
    const line = run(root, ['statusline'], JSON.stringify({ session_id: 'first', workspace: { project_dir: root } })).stdout;
    return [licet(root, ['status']).stdout, JSON.parse(stdout), line];
  };

  it('is shown for the session that is on hold, with its reason, by all that shows how things stand', () => {
    const [text, json, line] = say(used(HOLD));

    expect(text).toContain('on hold, until `licet continue`: 1 of the last 20 actions were stopped');
    expect(json).toMatchObject({
      sessions: expect.arrayContaining([expect.objectContaining({ id: 'first', onHold: expect.any(String) })]),
    });
    expect(text.match(/on hold/gu)).toHaveLength(1);
    expect(line).toBe('licet policy · on hold: licet continue · 1 stopped · 1 waits for you: licet approve\n');
  });

  it('of the whole project is shown, and none where the policy has no `hold`', () => {
    const held = (policy: string): string => {
      const root = project(policy);
      mkdirSync(join(root, '.licet'));
      const { sessions, close } = sqliteState(join(root, '.licet', 'state.db'));
      void sessions.append(PROJECT_SESSION, [
        { type: 'fact', at: 1, name: '@hold', value: { at: 1, reason: 'wait for\u001b[2J ann' } },
      ]);
      close();
      return root;
    };
    const [text, json, line] = say(held(HOLD));
    const none = say(held(POLICY));

    expect(text).toContain('on hold every session, until `licet continue`: wait for\\u{1b}[2J ann');
    expect(json).toMatchObject({ onHold: 'wait for\u001b[2J ann' });
    expect(line).toContain('on hold: licet continue');
    expect(JSON.stringify(none)).not.toMatch(/on hold|onHold/u);
  });
});
