import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, describe, expect, it, test } from 'vitest';

import { UsageError } from '@licet/core/command';
import { commandSubject, digestSubject, fileSubject, kindsOf } from 'licet/source/grants/subject.ts';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'subject-')));
afterAll(() => rmSync(root, { recursive: true }));
mkdirSync(join(root, 'config'));
writeFileSync(join(root, 'a'), '');
writeFileSync(join(root, '[a]*'), '');
symlinkSync(join(root, 'a'), join(root, 'link'));
const subject = (text: string) => fileSubject(text, ['read'], root);

describe('the meaning of a path of the command line', () => {
  it('is one file, where it leads now', () => {
    expect(subject('link')).toEqual({ path: join(root, 'link'), resolved: join(root, 'a'), kinds: ['read'] });
    expect(subject('new')).toMatchObject({ path: join(root, 'new'), resolved: join(root, 'new') });
  });

  it('is the file that exists, even if it looks like a pattern', () => {
    expect(subject('[a]*')).toMatchObject({ path: join(root, '[a]*') });
    expect(subject('*.ts')).toEqual({ pattern: `${root}/*.ts`, kinds: ['read'] });
  });

  it('is a folder only where it is written as one', () => {
    expect(subject('config/')).toEqual({ pattern: `${root}/config/**`, kinds: ['read'] });
    expect(() => subject('config')).toThrow('is a folder: write `config/`');
  });

  it('is no pattern that cannot be read', () => {
    expect(() => subject('[z-a]')).toThrow(UsageError);
  });
});

test.each([
  ['read', ['read']],
  ['read, write,read', ['read', 'write']],
])('%j allows %j', (text, kinds) => {
  expect(kindsOf(text)).toEqual(kinds);
});

it.each([
  () => kindsOf('run'),
  () => kindsOf(''),
  () => commandSubject(' ', '/p'),
  () => digestSubject('abc'),
  () => digestSubject('A'.repeat(64)),
])('refuses what has no meaning: %s', make => {
  expect(make).toThrow(UsageError);
});

it('is a command to the letter, in its folder', () => {
  expect(commandSubject(' rm  x', '/p')).toEqual({ command: ' rm  x', cwd: '/p' });
  expect(digestSubject('a'.repeat(64))).toEqual({ digest: 'a'.repeat(64) });
});
