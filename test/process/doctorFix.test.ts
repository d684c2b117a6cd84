import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { installedSqlite } from '@licet/adapters/sqlite';
import { describe, expect, it, test } from 'vitest';

import { command as licet } from '../support/cli.ts';
import type { Ended } from '../support/cli.ts';
import { LONG_RUN, isLongRun, longIt } from '../support/longRuns.ts';
import { OLDER_FORMATS, writeOlderState } from '../support/olderState.ts';

interface Place {
  readonly root: string;
  readonly run: (args: readonly string[], root?: string, more?: Readonly<Record<string, string>>, input?: string) => Ended;
}

/** A project into which `licet init` was run, with a home of its own. */
function initialized(...options: readonly string[]): Place {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'licet-fix-')));
  const [root, home] = [join(base, 'project'), join(base, 'home')];
  for (const folder of [root, home]) mkdirSync(folder);
  const run: Place['run'] = (args, cwd = root, more = {}, input = '') =>
    licet(cwd, args, input, undefined, { HOME: home, ...more });
  expect(run(['init', 'claude-code', ...options])).toMatchObject({ status: 0 });
  return { root, run };
}

/** Sends a Read of a call to the hook, and returns what it prints. */
const judging =
  ({ root, run }: Place) =>
  (id: string): string => {
    const call = { tool_name: 'Read', tool_input: { file_path: join(root, 'README.md') } };
    const event = { hook_event_name: 'PreToolUse', session_id: 's', cwd: root, tool_use_id: id, ...call };
    return run(['hook', 'claude-code'], root, {}, JSON.stringify(event)).stdout;
  };

/** How long calls take is nothing that is mended. */
const DOCTOR = ['doctor', '--no-timing'];

describe('licet doctor --fix', () => {
  it('writes nothing where all is well', () => {
    const { run } = initialized();

    const { status, stdout } = run([...DOCTOR, '--fix']);

    expect(status).toBe(0);
    expect(stdout).not.toContain('mended');
  });

  it('writes what is missing around the hook, and says what', () => {
    const { root, run } = initialized();
    for (const name of ['licet.sh', '.gitignore', 'governance.schema.json']) rmSync(join(root, '.licet', name));

    const before = run(DOCTOR);
    const after = run([...DOCTOR, '--fix']);

    expect(before.status).toBe(2);
    expect(before.stderr).toContain('`licet doctor --fix` mends');
    expect(after).toMatchObject({ status: 0, stderr: '' });
    expect(after.stdout).toMatch(/^mended {2}\.licet\/licet\.sh {2}\(the launcher that the hooks start was missing\)$/m);
    expect(after.stdout).toMatch(/^mended {2}\.licet\/\.gitignore /m);
    expect(run([...DOCTOR, '--fix']).stdout).not.toContain('mended');
  });

  it('says what a human can do about what it does not mend', () => {
    const { root, run } = initialized();
    writeFileSync(join(root, 'governance.yaml'), 'version: 1\ndefault: pas\n');

    const { status, stdout, stderr } = run([...DOCTOR, '--fix']);

    expect(status).toBe(2);
    expect(stdout).toMatch(/^FAILED {2}the policy loads/m);
    expect(stderr).toContain('what still fails is for a human to mend: `licet validate`');
    expect(stderr).not.toContain('`licet doctor --fix` mends');
  });

  it('saves what can be read of a damaged state, keeps the rest, and the next call is judged', () => {
    const { root, run } = initialized();
    const judged = judging({ root, run });
    expect(judged('one')).toBe('{}\n');
    const state = join(root, '.licet', 'state.db');
    for (const end of ['-wal', '-shm']) rmSync(`${state}${end}`, { force: true });
    writeFileSync(state, Buffer.alloc(20_000, 'damaged '));

    expect(judged('two')).toContain('`licet doctor --fix`');
    expect(run(DOCTOR).status).toBe(2);
    const fixed = run([...DOCTOR, '--fix']);
    expect(fixed.stdout).toMatch(
      /^mended {2}\.licet\/state\.db {2}\(it was damaged: saved 0 sessions .*kept as state\.db\.damaged-/m,
    );
    expect(fixed).toMatchObject({ status: 0, stderr: '' });
    expect(judged('three')).toBe('{}\n');
    expect(run(['audit', 'verify']).status).toBe(0);
    expect(run(['audit', 'query', '--json']).stdout).toContain('state_salvaged');
  });

  test.for(OLDER_FORMATS)(
    'stops calls over a state of format %i, and brings it up to date beside a copy of it',
    (format, context) => {
      if (!isLongRun && format !== OLDER_FORMATS[0]) return context.skip(LONG_RUN);
      const { root, run } = initialized();
      const judged = judging({ root, run });
      const state = join(root, '.licet', 'state.db');
      writeOlderState(installedSqlite, state, format, [{ type: 'fact', at: 1, name: 'kept', value: true }]).close();

      expect(judged('one')).toMatch(/"permissionDecision":"deny".*older format.*`licet doctor --fix`/);
      for (const command of [['status'], ['audit', 'export']]) {
        const { status, stdout, stderr } = run(command);
        expect([status, stdout + stderr]).toEqual([3, expect.stringContaining('`licet doctor --fix`')]);
      }
      expect(run(DOCTOR).stdout).toMatch(/^FAILED {2}the state has the format of this version /m);
      const fixed = run([...DOCTOR, '--fix']);

      const said = `mended  .licet/state.db  (it had the older format ${format} and has 6 now; a copy of it as it was is kept as state.db.format-${format}-`;
      expect(fixed.stdout).toContain(said);
      expect(fixed).toMatchObject({ status: 0, stderr: '' });
      expect(fixed.stdout.match(/^mended/gm)).toHaveLength(1);
      expect(judged('two')).toBe('{}\n');
      expect(run(['status', '--session', 's']).stdout).toContain('kept');
      expect(run(['audit', 'query', '--json']).stdout).toContain('state_upgraded');
      expect(run(['audit', 'verify']).status).toBe(0);
    },
  );

  longIt('writes a launcher of another version anew', () => {
    const { root, run } = initialized();
    const good = readFileSync(join(root, '.licet', 'licet.sh'), 'utf8');
    writeFileSync(join(root, '.licet', 'licet.sh'), '#!/bin/sh\nexit 2\n');

    const fixed = run([...DOCTOR, '--fix']);

    expect(fixed).toMatchObject({ status: 0 });
    expect(readFileSync(join(root, '.licet', 'licet.sh'), 'utf8')).toBe(good);
  });

  it('finds the program again where it lies elsewhere now', () => {
    const { root, run } = initialized();
    const own = join(root, '..', 'home', '.licet', 'program');
    writeFileSync(own, `${process.execPath}\n/gone/licet.cjs\n`);

    expect(run(DOCTOR).status).toBe(2);
    expect(run([...DOCTOR, '--fix'])).toMatchObject({ status: 0 });
    expect(readFileSync(own, 'utf8')).not.toContain('/gone/');
  });

  longIt('mends the local settings of a folder that was moved, and keeps the rest of them', () => {
    const { root, run } = initialized('--local');
    const moved = join(root, '..', 'moved');
    const settings = join('.claude', 'settings.local.json');
    const text = readFileSync(join(root, settings), 'utf8');
    writeFileSync(join(root, settings), text.replace('{', '{\n  "model": "opus",'));
    renameSync(root, moved);

    const before = run([...DOCTOR, '--json'], moved);
    const after = run([...DOCTOR, '--fix', '--json'], moved);

    expect(before.status).toBe(2);
    expect(JSON.parse(before.stdout)).toMatchObject({
      findings: expect.arrayContaining([
        expect.objectContaining({ name: 'the hook judges by the policy of this folder', ok: false }),
      ]) as unknown,
    });
    expect(after.status).toBe(0);
    const mended = JSON.parse(after.stdout) as { mended: readonly { file: string }[] };
    expect(mended.mended.map(({ file }) => file)).toContain(join(moved, settings));
    expect(readFileSync(join(moved, settings), 'utf8')).toContain(`${moved}/governance.yaml`);
    expect(readFileSync(join(moved, settings), 'utf8')).toContain('"model": "opus"');
  });

  longIt('mends the copy of a folder, whose hook still judges by the other policy', () => {
    const { root, run } = initialized('--local');
    const copy = join(root, '..', 'copy');
    cpSync(root, copy, { recursive: true });

    expect(run(DOCTOR, copy).stdout).toMatch(/^FAILED {2}the hook judges by the policy of this folder/m);
    expect(run([...DOCTOR, '--fix'], copy)).toMatchObject({ status: 0 });
    expect(run(DOCTOR)).toMatchObject({ status: 0 });
    expect(run(['uninstall'], copy).status).toBe(0);
    expect(readFileSync(join(copy, '.claude', 'settings.local.json'), 'utf8')).not.toContain('licet');
  });

  it('names a hook of another that could say yes in place of the user', () => {
    const { root, run } = initialized();
    const other = { hooks: { PermissionRequest: [{ hooks: [{ type: 'command', command: 'yes' }] }] } };
    writeFileSync(join(root, '.claude', 'settings.local.json'), JSON.stringify(other));

    const { status, stdout } = run(DOCTOR);

    expect(status).toBe(0);
    expect(stdout).toContain('another hook can say yes to what the policy asks in Claude Code');
    expect(stdout).toContain('settings.local.json');
  });

  it('is not for an agent', () => {
    const { root, run } = initialized();
    rmSync(join(root, '.licet', 'licet.sh'));

    const ended = run([...DOCTOR, '--fix'], root, { CLAUDECODE: '1' });

    expect(ended).toMatchObject({ status: 3, stdout: '' });
    expect(ended.stderr).toContain('is for a human');
    expect(existsSync(join(root, '.licet', 'licet.sh'))).toBe(false);
  });
});
