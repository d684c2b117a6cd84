import { chmodSync, mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { socketOf, socketProblem, changeProblem, readService, roleOf, hasService } from '@licet/server/service';
import type { ServiceConfig } from '@licet/server/service';

const user = (name: string, uid: number) => ({ name, uid, gid: uid, home: `/home/${name}` });
const CONFIG: ServiceConfig = {
  version: 1,
  user: user('licet', 999),
  state: '/var/lib/licet',
  run: '/run/licet',
  node: '/usr/bin/node',
  program: '/usr/lib/licet/dist/licet.cjs',
  governed: [user('ann', 1001)],
  approvers: [user('bob', 1002)],
};

const folder = (): string => realpathSync(mkdtempSync(join(tmpdir(), 'licet-config-')));
/** Who may own what lies in the temporary folder: the user who runs the tests. */
const mine = [process.getuid?.() ?? 0];

describe('roleOf', () => {
  it.each([
    [0, 'approver'],
    [1001, 'governed'],
    [1002, 'approver'],
    [999, 'stranger'],
    [1003, 'stranger'],
  ])('user %s: %s', (uid, want) => {
    expect(roleOf(CONFIG, uid)).toBe(want);
  });
});

describe('changeProblem', () => {
  it('is none for a file in folders that no other user can write', () => {
    const file = join(folder(), 'file');
    writeFileSync(file, '');

    expect(changeProblem(file, mine)).toBeUndefined();
  });

  it.each([
    ['the file', (at: string) => chmodSync(join(at, 'in', 'file'), 0o666), 'in/file'],
    ['its folder', (at: string) => chmodSync(join(at, 'in'), 0o777), 'in'],
    ['the group of its folder', (at: string) => chmodSync(join(at, 'in'), 0o770), 'in'],
  ])('names %s where others may write to it', (_name, spoil, named) => {
    const at = folder();
    mkdirSync(join(at, 'in'));
    writeFileSync(join(at, 'in', 'file'), '');
    spoil(at);

    expect(changeProblem(join(at, 'in', 'file'), mine)).toBe(`others may write to \`${join(at, named)}\``);
  });

  it('looks at what a link leads to', () => {
    const at = folder();
    writeFileSync(join(at, 'file'), '');
    chmodSync(join(at, 'file'), 0o666);
    symlinkSync('file', join(at, 'link'));

    expect(changeProblem(join(at, 'link'), mine)).toContain('others may write to');
  });
});

describe('readService', () => {
  it('is undefined where nothing is written down', () => {
    const file = join(folder(), 'service.json');

    expect([hasService(file), readService(file)]).toEqual([false, undefined]);
  });

  it('returns what root has written down', ({ skip }) => {
    skip(process.getuid?.() !== 0, 'only root can write what root has written');
    const file = join(folder(), 'service.json');
    writeFileSync(file, JSON.stringify(CONFIG));

    expect(readService(file)).toEqual(CONFIG);
  });

  it.each([
    ['no JSON', '{'],
    ['another version', JSON.stringify({ ...CONFIG, version: 2 })],
    ['users without numbers', JSON.stringify({ ...CONFIG, governed: [{ name: 'ann' }] })],
    ['a relative folder', JSON.stringify({ ...CONFIG, run: 'run' })],
    ['no object', 'null'],
  ])('throws for %s', (_name, text) => {
    const file = join(folder(), 'service.json');
    writeFileSync(file, text);

    expect(() => readService(file)).toThrow('the service of this machine cannot be trusted');
  });
});

describe('socketProblem', () => {
  it('names what is missing, and what others may write to', () => {
    const run = folder();
    const config = { ...CONFIG, run, user: user('licet', process.getuid?.() ?? 0) };
    const socket = socketOf(config, 'ask', 1001);
    expect(socketProblem(config, socket)).toBe(`\`${join(run, 'ask', '1001')}\` is not there`);

    mkdirSync(join(socket, '..'), { recursive: true });
    chmodSync(join(run, 'ask'), 0o777);
    expect(socketProblem(config, socket)).toBe(`others may write to \`${join(run, 'ask')}\``);
  });
});
