import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { installedSqlite, sqliteState } from '@licet/adapters/sqlite';
import { PolicyEngine } from '@licet/core';
import { Budget } from '@licet/guards';
import { storeFindings } from 'licet/source/status/storeFindings.ts';
import { afterAll, describe, expect, it, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'licet-findings-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const policy = Budget({ max: 5, per: 'project', name: 'calls' });
const built = { policy, settings: { audit: { store: 'sqlite' as const } } };
const NOW = Date.now();

/** A project whose state has been used, and the file of it. */
function used(): { readonly root: string; readonly file: string } {
  const root = mkdtempSync(join(folder, 'p-'));
  mkdirSync(join(root, '.licet'));
  const file = join(root, '.licet', 'state.db');
  const state = sqliteState(file);
  const { sessions, approvals, audit } = state;
  const engine = new PolicyEngine(policy, { sessions, approvals, audit });
  for (let call = 0; call < 3; call++) engine.evaluateSync({ kind: 'bash', sessionId: 's', callId: `${call}` });
  state.close();
  return { root, file };
}

const change = (file: string, sql: string): void => {
  const driver = installedSqlite(file);
  driver.exec(sql);
  driver.close();
};

const wrong = async (root: string, now = NOW): Promise<readonly string[]> =>
  (await storeFindings(built, root, now)).flatMap(({ ok, warns, name, detail }) =>
    ok && warns !== true ? [] : [`${ok ? 'warns' : 'fails'}: ${name}: ${detail}`],
  );

describe('what a doctor finds in the stores', () => {
  it('is nothing in a state that is well, and is everything that was looked at', async () => {
    const { root } = used();

    expect(await wrong(root)).toEqual([]);
    expect((await storeFindings(built, root, NOW)).map(({ name }) => name)).toEqual([
      'the state can be opened',
      'the state can be written',
      'the state has a write-ahead log',
      'the state is sound',
      'the clock agrees with the records',
      'reservations without an outcome',
      'the trail in the state is one chain',
      'only its owner can read it',
      'there is room on the disk',
    ]);
  });

  it('is a graph that lies in the file of the state, and not one with its own file', async () => {
    const { root } = used();
    const graphs = { own: { store: 'sqlite' as const }, shared: { store: 'sqlite' as const, path: './.licet/state.db' } };
    const found = await storeFindings({ ...built, settings: { ...built.settings, graphs } }, root, NOW);

    expect(found.filter(({ warns }) => warns === true)).toEqual([
      {
        name: 'the state has its file to itself',
        ok: true,
        warns: true,
        detail: expect.stringMatching(/the graph `shared` lies in it: .*another `path`/u),
      },
    ]);
  });

  it('is where a state can be made that is not there yet, and makes nothing', async () => {
    const root = mkdtempSync(join(folder, 'p-'));
    const [finding, ...others] = await storeFindings(built, root, NOW);

    expect(finding).toMatchObject({ ok: true, detail: root });
    expect(finding?.name).toMatch(/can be made/);
    expect(others).toEqual([]);
  });

  test.each<[string, string, RegExp]>([
    [
      'a changed record',
      `update audit set record = replace(record, 'bash', 'read') where seq = 2`,
      /fails: the trail.*record 2: its content/,
    ],
    [
      'a record of the future',
      `update audit set at = ${NOW + 7_200_000} where seq = 3`,
      /fails: the clock.*2 h ahead: set the clock/,
    ],
    ['another journal', 'pragma journal_mode = delete', /warns: the state has a write-ahead log.*`delete`/],
    ['an older format', 'pragma user_version = 1', /fails: the state can be opened.*format 1.*`licet reset --state`/],
    ['a newer format', 'pragma user_version = 99', /fails: the state can be opened.*format 99.*`licet reset --state`/],
    ['the mark of another program', 'pragma application_id = 7', /fails: the state can be opened.*another program/],
    ['a table that is gone', 'drop table entries', /fails: the state can be opened.*damaged; a person can move it aside/],
  ])('is %s', async (_what, sql, finding) => {
    const { root, file } = used();
    change(file, sql);

    expect((await wrong(root)).join('\n')).toMatch(finding);
  });

  it('is what has lapsed without an outcome', async () => {
    const { root } = used();

    expect((await storeFindings(built, root, NOW + 86_400_000)).map(({ detail }) => detail).join()).toMatch(
      /3 expired: forgotten/,
    );
  });

  test.each([
    [0o644, /^warns: only its owner can read it: others can read .*chmod 600/],
    [0o666, /^fails: only its owner can read it: others can change .*chmod 600/],
  ])('is a state with the rights %o', async (mode, finding) => {
    const { root, file } = used();
    chmodSync(file, mode);

    expect(await wrong(root)).toEqual([expect.stringMatching(finding) as string]);
  });

  it('is a state that is no database, or a folder', async () => {
    const { root, file } = used();
    writeFileSync(file, 'no database at all'.repeat(300));
    expect((await wrong(root)).join()).toMatch(/fails: the state can be opened.*damaged/);
    rmSync(file);
    mkdirSync(file);
    expect((await wrong(root)).join()).toMatch(/fails: the state can be opened.*cannot be/);
  });

  it('is a state that another process keeps locked', async () => {
    const { root, file } = used();
    const holder = installedSqlite(file);
    holder.exec('begin immediate');

    expect((await wrong(root)).join()).toMatch(/fails: the state can be written: .*locked by another process/);
    holder.exec('rollback');
    holder.close();
    expect(await wrong(root)).toEqual([]);
  });

  it('is a folder in the place of the file', async () => {
    const root = mkdtempSync(join(folder, 'p-'));
    mkdirSync(join(root, '.licet', 'state.db'), { recursive: true });

    expect(await wrong(root)).toContainEqual(expect.stringMatching(/cannot be (?:used|opened)/));
  });

  it('leaves a state with all its rows as it was', async () => {
    const { root, file } = used();
    const rows = (): unknown => {
      const driver = installedSqlite(file);
      const found = ['audit', 'entries', 'totals', 'sessions'].map(name => driver.prepare(`select * from ${name}`).all());
      driver.close();
      return found;
    };
    const before = rows();
    await wrong(root);

    expect(rows()).toEqual(before);
  });
});
