import { installedSqlite, sqliteState } from '@licet/adapters/sqlite';
import type { AuditRecord } from '@licet/core';
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';

import { BUNDLE, command as licet, project } from '../support/cli.ts';
import { writeOldTrail } from '../support/oldTrail.ts';

const POLICY = `version: 1
default: pass
mode: observe
policy:
  all:
    - floor: {}
    - file_boundary:
        allow: ['src/**']
`;

const evaluation = (index: number, more: object = {}): AuditRecord => ({
  type: 'evaluation',
  at: Date.UTC(2026, 0, 1) + index * 60_000,
  evaluationId: `e${index}`,
  sessionId: index % 2 === 0 ? 'even' : 'odd',
  callId: `call${index}`,
  kind: 'read',
  tool: 'Read',
  payload: { file_path: `src/${index}.ts` },
  actionDigest: 'a',
  policyDigest: 'p',
  ruling: index % 5 === 0 ? 'block' : 'pass',
  enforced: index % 5 === 0 ? 'block' : 'pass',
  code: index % 5 === 0 ? 'blocked' : 'ok',
  guard: 'file_boundary',
  ...(index % 5 === 0 && { reason: 'outside' }),
  risk: 0,
  runtime: 'claude-code',
  durationMs: index,
  ...more,
});

const evaluations = (from: number, to: number): readonly AuditRecord[] =>
  Array.from({ length: to - from + 1 }, (_, index) => evaluation(from + index));

/** Adds records to the trail of a project, as a call of its hook would. */
const record = (root: string, ...records: readonly AuditRecord[]): void => {
  const { audit, close } = sqliteState(join(root, '.licet', 'state.db'), { makeFolder: true });
  audit.appendAll(records);
  close();
};

const OLD = join('.licet', 'audit.jsonl');

/** A project with so many records: in its state, or in a trail of lines that an older version has left there. */
const withTrail = (store: 'lines' | 'sqlite', count = 20): string => {
  const root = project(POLICY);
  if (store === 'lines') writeOldTrail(join(root, OLD), evaluations(1, count));
  else record(root, ...evaluations(1, count));
  return root;
};

const choiceOf = (store: 'lines' | 'sqlite'): readonly string[] => (store === 'lines' ? ['--trail', OLD] : []);

const lines = (text: string): readonly string[] => text.trimEnd().split('\n');
const json = (text: string): unknown => JSON.parse(text);
const seqs = (root: string, ...args: string[]): readonly number[] => {
  const { stdout, status, stderr } = licet(root, ['audit', ...args, '--json']);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return stdout === '' ? [] : lines(stdout).map(line => (json(line) as { seq: number }).seq);
};

describe.each(['lines', 'sqlite'] as const)('licet audit on a trail in %s', store => {
  const root = withTrail(store);
  const choice = choiceOf(store);

  test.each<readonly [readonly string[], readonly number[]]>([
    [
      ['query', '--ruling', 'block'],
      [5, 10, 15, 20],
    ],
    [
      ['query', '--session', 'even', '--limit', '2'],
      [2, 4],
    ],
    [
      ['query', '--since', '2026-01-01T00:18:00Z', '--until', '2026-01-01T00:20:00Z'],
      [18, 19],
    ],
    [['query', '--text', 'SRC/7.ts'], [7]],
    [
      ['query', '--guard', 'file_boundary', '--code', 'blocked', '--tool', 'Read', '--kind', 'read', '--session', 'odd'],
      [5, 15],
    ],
    [['query', '--since', '1h'], []],
    [['query', '--type', 'outcome'], []],
    [['tail'], [11, 12, 13, 14, 15, 16, 17, 18, 19, 20]],
    [
      ['tail', '-n', '2', '--ruling', 'block'],
      [15, 20],
    ],
    [['show', '7'], [7]],
    [['show', 'call9'], [9]],
  ])('answers %j', (args, found) => expect(seqs(root, ...args, ...choice)).toEqual(found));

  it('verifies it, and finds what was changed with exit code 2', () => {
    const own = withTrail(store);
    const anchors = join(own, 'anchors.jsonl');
    expect(licet(own, ['audit', 'anchor', '--out', anchors, ...choice])).toMatchObject({ status: 0, stdout: '', stderr: '' });
    const well = licet(own, ['audit', 'verify', '--anchor', anchors, ...choice]);
    expect(well).toMatchObject({ status: 0, stderr: '' });
    expect(well.stdout).toMatch(/^ok .*\n +20 records, up to 20\n +held against 1 of 1 anchors\n$/);

    if (store === 'lines') {
      const file = join(own, OLD);
      writeFileSync(file, readFileSync(file, 'utf8').replace('src/7.ts', 'src/8.ts'));
    } else {
      const driver = installedSqlite(join(own, '.licet', 'state.db'));
      driver.exec("update audit set record = replace(record, 'src/7.ts', 'src/8.ts') where seq = 7");
      driver.close();
    }
    const { status, stdout } = licet(own, ['audit', 'verify', '--json', '--anchor', anchors, ...choice]);
    expect(status).toBe(2);
    expect(json(stdout)).toMatchObject({
      valid: false,
      bad: { seq: 7, why: 'its content does not match its hash' },
      anchors: 1,
    });
  });

  it('counts and times', () => {
    const { stdout } = licet(root, ['audit', 'stats', '--json', ...choice]);
    const stats = json(stdout) as { counts: object; durationMs: { runtime: Record<string, { p50: number; count: number }> } };

    expect(stats.counts).toMatchObject({ ruling: { pass: 16, block: 4 }, tool: { Read: 20 }, code: { ok: 16, blocked: 4 } });
    expect(stats.durationMs.runtime['claude-code']?.count).toBe(20);
    expect(stats.durationMs.runtime['claude-code']?.p50).toBeCloseTo(10, 0);
    expect(licet(root, ['audit', 'stats', ...choice]).stdout).toMatch(/by ruling\n +16 {2}pass\n +4 {2}block/);
  });
});

describe('licet audit', () => {
  const root = withTrail('sqlite');

  it('prunes for a human only, and what stays can be verified', () => {
    const own = withTrail('sqlite');
    const prune = (args: readonly string[], more: Readonly<Record<string, string>> = {}) =>
      licet(own, ['audit', 'prune', ...args], '', BUNDLE, more);
    expect(prune(['--before', '1970-01-02'])).toMatchObject({ status: 3, stderr: expect.stringContaining('is for a human') });
    expect(prune(['--before', '2999-01-01', '--yes'])).toMatchObject({
      status: 3,
      stderr: expect.stringContaining('in the past'),
    });
    expect(prune(['--before', 'soon', '--yes'])).toMatchObject({
      status: 3,
      stderr: expect.stringContaining('`--before` must be'),
    });
    expect(prune(['--before', '1h', '--yes'], { CLAUDECODE: '1' })).toMatchObject({ status: 3 });
    expect(seqs(own, 'query')).toHaveLength(20);

    expect(prune(['--before', '2020-01-01', '--yes']).stdout).toContain('nothing is older');
    expect(json(prune(['--before', '1s', '--yes', '--json']).stdout)).toMatchObject({ removed: 20, first: 21 });
    expect(licet(own, ['audit', 'verify'])).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('begins with record 21'),
    });
    expect(licet(own, ['audit', 'tail'])).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('pruned  records from 21 on'),
    });
  });

  it('shows decisions in one line each, and hides nothing in them', () => {
    const own = project(POLICY);
    record(
      own,
      evaluation(5, {
        payload: { command: '\u001b[2J\u202e\nrm' },
        reason: 'a\u001b]0;title\u0007b',
        ruling: 'block',
        enforced: 'pass',
      }),
    );
    const { stdout } = licet(own, ['audit', 'tail']);
    const shown = licet(own, ['audit', 'show', '1']).stdout;

    expect(stdout).toMatch(/^1 {2}2026-01-01 \d\d:\d5:00 {2}block {2}/u);
    expect(stdout).toContain(
      'Read \\u{1b}[2J\\u{202e}\\nrm  only observed: a\\u{1b}]0;title\\u{7}b (file_boundary, the policy has changed since)  session odd\n',
    );
    expect(shown).not.toMatch(/[\u001b\u202e]/);
  });

  it('follows a trail that another process writes', async () => {
    const own = withTrail('sqlite', 2);
    const child = spawn(process.execPath, [BUNDLE, 'audit', 'tail', '-f', '-n', '1', '--json'], { cwd: own });
    let output = '';
    const until = (text: string): Promise<void> =>
      new Promise(resolve => {
        const look = (): void => (output.includes(text) ? resolve() : undefined);
        child.stdout.on('data', look);
        look();
      });
    child.stdout.on('data', chunk => (output += String(chunk)));
    await until('"seq":2,');
    for (const index of [3, 4, 5]) record(own, evaluation(index));
    await until('"callId":"call5"');
    child.kill();

    const found = lines(output).map(line => (json(line) as { seq: number }).seq);
    expect(found).toEqual([2, 3, 4, 5]);
  });

  it('exports in every format, to a new file only', () => {
    const out = join(root, 'out.json');
    expect(licet(root, ['audit', 'export', '--out', out])).toMatchObject({ status: 0, stdout: '' });
    expect(json(readFileSync(out, 'utf8'))).toMatchObject({ schema: 'licet.audit', version: 1, records: { length: 20 } });
    expect(licet(root, ['audit', 'export', '--out', out])).toMatchObject({ status: 3, stderr: /exists already/ as never });

    const jsonl = lines(licet(root, ['audit', 'export', '--format', 'jsonl', '--limit', '3']).stdout).map(json);
    expect(jsonl).toMatchObject([{ schema: 'licet.audit' }, { seq: 1 }, { seq: 2 }, { seq: 3 }]);

    const ocsf = lines(licet(root, ['audit', 'export', '--format', 'ocsf', '--limit', '5']).stdout).map(json);
    expect(ocsf[0]).toMatchObject({
      class_uid: 6003,
      type_uid: 600302,
      status: 'Success',
      severity: 'Informational',
      api: { operation: 'Read' },
    });
    expect(ocsf[4]).toMatchObject({
      status: 'Failure',
      status_id: 2,
      severity: 'Medium',
      status_code: 'blocked',
      status_detail: 'outside',
    });
  });

  it('writes CSV that no spreadsheet takes for a formula', () => {
    const own = project(POLICY);
    record(
      own,
      evaluation(5, { tool: '=cmd()', sessionId: ' @sum', agentId: '-2+3', reason: 'says "no",\r\n+1', principal: '\t=1' }),
    );
    const { stdout } = licet(own, ['audit', 'export', '--format', 'csv']);

    expect(stdout.split('\r\n')[0]).toMatch(/^seq,time,type,session,agent,/);
    expect(stdout).toContain(
      `1,2026-01-01T00:05:00.000Z,evaluation,' @sum,'-2+3,'\t=1,claude-code,read,'=cmd(),block,block,file_boundary,blocked,"says ""no"",\r\n+1",0,5,`,
    );
  });

  it('reports what an observing policy would have stopped, and the line that would have', () => {
    const own = project(POLICY);
    const event = (path: string): string =>
      JSON.stringify({
        hook_event_name: 'PreToolUse',
        session_id: 's',
        cwd: own,
        tool_name: 'Write',
        tool_use_id: path,
        tool_input: { file_path: join(own, path), content: 'x' },
      });
    for (const path of ['docs/a.md', 'docs/a.md', 'src/a.ts'])
      expect(licet(own, ['hook', 'claude-code', '--policy', join(own, 'governance.yaml')], event(path))).toMatchObject({
        status: 0,
        stdout: '{}\n',
      });
    const { stdout } = licet(own, ['audit', 'report']);
    const groups = json(licet(own, ['audit', 'report', '--json']).stdout);

    expect(groups).toMatchObject({
      evaluations: 3,
      enforced: 0,
      groups: [{ guard: 'file_boundary', count: 2, place: 'governance.yaml:7' }],
    });
    expect(stdout).toMatch(
      /^3 decisions, 2 of them would have been stopped\n\n {5}2 x block {2}file_boundary {2}governance\.yaml:7\n/,
    );
    writeFileSync(join(own, 'governance.yaml'), POLICY.replace('src', 'lib'));
    expect(licet(own, ['audit', 'report']).stdout).toContain('the policy has changed since');
  });

  it('exports lines as they come, closes files, and goes on where it was killed', { timeout: 120_000 }, async () => {
    const own = withTrail('sqlite', 3);
    const out = join(own, 'export', 'trail.jsonl');
    mkdirSync(join(own, 'export'));
    const exporting = () =>
      spawn(process.execPath, [BUNDLE, 'audit', 'export', '--format', 'jsonl', '--follow', '--rotate', '2KiB', '--out', out], {
        cwd: own,
      });
    const written = (): string => {
      try {
        return readFileSync(out, 'utf8');
      } catch {
        // A file that is closed gets another name, and for a moment none has this one.
        return '';
      }
    };
    const until = async (text: string): Promise<void> => {
      while (!written().includes(text)) await new Promise(resolve => setTimeout(resolve, 50));
    };
    const first = exporting();
    await until('"callId":"call3"');
    first.kill('SIGKILL');
    writeFileSync(out, '{"seq":4,"prev"', { flag: 'a' });
    record(own, ...evaluations(4, 12));
    const second = exporting();
    await until('"callId":"call12"');
    record(own, evaluation(13));
    await until('"callId":"call13"');
    second.kill();

    expect(readdirSync(join(own, 'export')).length).toBeGreaterThan(2);
    const checked = licet(own, ['audit', 'verify', '--trail', out]);
    expect(checked.stdout).toMatch(/^ok .*\n +13 records, up to 13\n/);
    expect(seqs(own, 'query', '--trail', out, '--ruling', 'block')).toEqual([5, 10]);
  });

  it.each(['lines', 'sqlite'] as const)('finds a cut end in %s', store => {
    const own = withTrail(store);
    if (store === 'lines') {
      const file = join(own, OLD);
      truncateSync(file, readFileSync(file, 'utf8').split('\n').slice(0, 12).join('\n').length + 1);
    } else {
      const event = {
        hook_event_name: 'PreToolUse',
        session_id: 's',
        cwd: own,
        tool_name: 'Read',
        tool_input: { file_path: 'src/a' },
      };
      record(own, ...evaluations(21, 63));
      licet(own, ['hook', 'claude-code', '--policy', join(own, 'governance.yaml')], JSON.stringify(event));
      const driver = installedSqlite(join(own, '.licet', 'state.db'));
      driver.exec('delete from audit where seq > 12');
      driver.close();
    }
    const { status, stdout, stderr } = licet(own, ['audit', 'verify', ...choiceOf(store)]);

    expect(status).not.toBe(0);
    expect(`${stdout}${stderr}`).toMatch(
      store === 'lines'
        ? /FAILED .*\n +record 13: the trail ends before the anchor: it has been cut\n +12 records before that, up to 12\n +without an anchor/
        : /was in use before, and its trail does not hold record 64 as it was: an older copy is there, or the end was cut off/,
    );
  });

  it('knows a trail without its policy, and one that is not there yet', () => {
    const own = project();

    expect(licet(own, ['audit', 'verify', '--trail', join(root, '.licet', 'state.db')])).toMatchObject({ status: 0 });
    const unused = project(`${POLICY}audit: { store: sqlite }\n`);
    expect(licet(unused, ['audit', 'verify'])).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('0 records') as string,
    });
    expect(licet(unused, ['audit', 'tail'])).toEqual({ status: 0, signal: null, stdout: '', stderr: '' });
    expect(licet(unused, ['audit', 'anchor'])).toMatchObject({ status: 3 });
  });

  it.each([
    [['query', '--since', 'yesterday'], /`--since` must be a time like/],
    [['query', '--until', '2026-02-31'], /`--until` must be a time like|^$/],
    [['query', '--ruling', 'no'], /`--ruling` must be one of/],
    [['query', '--type', 'x'], /`--type` must be one of/],
    [['query', '--limit', '-1'], /`--limit` must be a whole number/],
    [['export', '--format', 'toString'], /`--format` must be one of json, jsonl, csv, ocsf, syslog, receipts/],
    [['show', '999'], /there is no record `999`/],
    [['show', '--trail', 'a', '--policy', 'b', 'x'], /exclude each other/],
    [['verify', '--anchor', 'governance.yaml'], /line 1 of `governance\.yaml` is no anchor/],
    [['anchor', '--out', 'governance.yaml'], /line 1 of `governance\.yaml` is no anchor/],
    [['anchor', '--trail', 'none.jsonl'], /there is no trail `.*none\.jsonl`/],
    [['verify', '--trail', 'none.db'], /there is no trail `.*none\.db`/],
    [['tail', '--trail', '.'], /the audit trail `.*` cannot be read: EISDIR/],
  ])('ends with 3 and a way out for %j', (args, message) => {
    const ended = licet(root, ['audit', ...args]);

    expect(ended.stderr).toMatch(message);
    if (ended.stderr !== '') expect(ended).toMatchObject({ status: 3, stdout: '' });
  });

  it('says that a policy keeps no trail', () => {
    expect(licet(project(`${POLICY}audit: { store: none }\n`), ['audit', 'tail'])).toMatchObject({ status: 3 });
  });
});
