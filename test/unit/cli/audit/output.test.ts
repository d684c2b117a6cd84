import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeEach, describe, expect, it } from 'vitest';

import { openOutput, openRotating } from 'licet/source/audit/output.ts';

const above = mkdtempSync(join(tmpdir(), 'output-'));
afterAll(() => rmSync(above, { recursive: true }));
let folder = above;
beforeEach(() => {
  folder = mkdtempSync(join(above, 'one-'));
});
const terminal = { print: () => undefined, complain: () => undefined, hasColor: false };
const text = (name: string): string => readFileSync(join(folder, name), 'utf8');

describe('an export to a file', () => {
  it('has its lines', async () => {
    const output = openOutput(join(folder, 'a'), terminal);
    await output.line('one');
    await output.line('two');
    output.close();

    expect(text('a')).toBe('one\ntwo\n');
  });

  it('never overwrites one, and says why it cannot write', () => {
    writeFileSync(join(folder, 'a'), 'mine');

    expect(() => openOutput(join(folder, 'a'), terminal)).toThrow('exists already');
    expect(() => openOutput(join(folder, 'none', 'a'), terminal)).toThrow('cannot be written (ENOENT)');
    expect(text('a')).toBe('mine');
  });
});

describe('an export that goes on', () => {
  const options = { first: 'head', mostBytes: 12, goesOn: true };

  it('begins a new file, with its first line, before one grows too large', async () => {
    const output = openRotating(join(folder, 'a'), options);
    for (const line of ['111', '222', '333']) await output.line(line);
    output.close();

    expect(readdirSync(folder).toSorted()).toEqual(['a', 'a.000001', 'a.000002']);
    expect([text('a.000001'), text('a.000002'), text('a')]).toEqual(['head\n111\n', 'head\n222\n', 'head\n333\n']);
  });

  it('takes away a line that a killed process has not finished', async () => {
    writeFileSync(join(folder, 'a'), 'head\n1\n22');
    const output = openRotating(join(folder, 'a'), options);
    await output.line('3');
    output.close();

    expect(text('a')).toBe('head\n1\n3\n');
  });

  it('touches no file that it is not to go on with', () => {
    writeFileSync(join(folder, 'a'), 'mine');

    expect(() => openRotating(join(folder, 'a'), { ...options, goesOn: false })).toThrow('exists already');
  });

  it('writes a line that is longer than a file may be all the same', async () => {
    const output = openRotating(join(folder, 'a'), { ...options, first: undefined });
    await output.line('x'.repeat(50));
    output.close();

    expect(text('a')).toHaveLength(51);
  });
});
