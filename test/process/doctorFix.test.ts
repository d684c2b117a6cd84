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

import { describe, expect, it } from 'vitest';

import { command as licet } from '../support/cli.ts';
import type { Ended } from '../support/cli.ts';
import { longIt } from '../support/longRuns.ts';

interface Place {
  readonly root: string;
  readonly run: (args: readonly string[], root?: string, more?: Readonly<Record<string, string>>, input?: string) => Ended;
}

/** A project into which `licet init` was run, with its own home. */
function initialized(...options: readonly string[]): Place {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'licet-fix-')));
  const [root, home] = [join(base, 'project'), join(base, 'home')];
  for (const folder of [root, home]) mkdirSync(folder);
  const run: Place['run'] = (args, cwd = root, more = {}, input = '') =>
    licet(cwd, args, input, undefined, { HOME: home, ...more });
  expect(run(['init', 'claude-code', ...options])).toMatchObject({ status: 0 });
  return { root, run };
}

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
    expect(stderr).toContain('only a human can repair what still fails: `licet validate`');
    expect(stderr).not.toContain('`licet doctor --fix` mends');
  });

  longIt('rewrites a launcher of another version', () => {
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
