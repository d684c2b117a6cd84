import { describe, expect, test } from 'vitest';
import { analyzeEffects } from '@licet/effects';
import { memoryFiles } from '@licet/effects/places';
import type { EffectOptions } from '@licet/effects';
import type { ActionInput } from '@licet/core';
import { showEffect } from './showEffect.ts';

const files = memoryFiles({ '/w/.env': 'file', '/w/src/a.ts': 'file' });

const effectsOf = async (action: ActionInput, options: EffectOptions = {}): Promise<string[]> => {
  const analyze = analyzeEffects({ root: '/w', home: '/home/u', env: {}, files, ...options });
  return (await analyze({ payload: {}, sessionId: 's', ...action })).map(showEffect);
};

describe('analyzeEffects', () => {
  test('one file read looks the same from a tool, a shell and code', async () => {
    expect(await effectsOf({ kind: 'read', tool: 'Read', payload: { file_path: '.env' } })).toContain('read /w/.env');
    expect(await effectsOf({ kind: 'bash', tool: 'Bash', payload: { command: 'cat .env' } })).toContain('read /w/.env');
    const code = "require('fs').readFileSync('.env')";
    expect(await effectsOf({ kind: 'execute_code', payload: { language: 'javascript', code } })).toContain('read /w/.env');
  });

  test('code for a tool of one language that is told another is judged in the one it is written in, or in both', async () => {
    const code = (language: string, text: string): Promise<string[]> =>
      effectsOf({ kind: 'execute_code', tool: 'python', payload: { language, code: text } });

    expect(await code('javascript', "const fs = require('fs'); fs.readFileSync('.env')")).toEqual(['read /w/.env']);
    expect(await code('javascript', "import os\nos.remove('.env')")).toContain('delete /w/.env');
    expect(await code('javascript', "eval('1'); open('.env')")).toContain('read /w/.env');
    expect(await code('cobol', 'DISPLAY "a".')).toEqual(['unknown !']);
  });

  test('relative paths start in the working directory of the action', async () => {
    expect(await effectsOf({ kind: 'read', tool: 'Read', cwd: '/w/src', payload: { file_path: '../.env' } })).toEqual([
      'read /w/.env',
    ]);
    expect(await effectsOf({ kind: 'bash', cwd: '/w/src', payload: { command: 'cat ../.env' } })).toContain('read /w/.env');
  });

  test('files are marked by name whatever touches them', async () => {
    const analyze = analyzeEffects({ root: '/w', home: '/home/u', env: {}, files });
    const effects = await analyze({ kind: 'read', tool: 'Read', payload: { file_path: '.env' }, sessionId: 's' });
    expect(effects[0]?.tags).toEqual(['secret']);
    const removed = await analyze({ kind: 'tool', tool: 'delete_file', payload: { path: 'node_modules' }, sessionId: 's' });
    expect(removed[0]?.tags).toContain('regenerable');
  });

  test('overrides reach the tools', async () => {
    expect(
      await effectsOf(
        { kind: 'tool', tool: 'frob', payload: { at: 'x' } },
        { overrides: { frob: { arguments: { at: 'write' } } } },
      ),
    ).toEqual(['write /w/x']);
  });

  test('called with an action it analyses it in the world of the process', async () => {
    const effects = await analyzeEffects()({ kind: 'read', tool: 'Read', payload: { file_path: '/etc/passwd' }, sessionId: 's' });
    expect(effects.map(showEffect)).toEqual(['read /etc/passwd']);
  });

  test('stays synchronous for tools, commands and JavaScript', () => {
    const analyze = analyzeEffects();
    expect(Array.isArray(analyze({ kind: 'bash', payload: { command: 'ls | head' }, sessionId: 's' }))).toBe(true);
    expect(Array.isArray(analyze({ kind: 'execute_code', payload: { language: 'js', code: '1' }, sessionId: 's' }))).toBe(true);
  });

  test('code in a language without a scanner is unknown', async () => {
    expect(await effectsOf({ kind: 'execute_code', payload: { language: 'cobol', code: 'x' } })).toEqual(['unknown !']);
  });

  test('code in code in code ends', async () => {
    const code = Array.from({ length: 20 }, () => 0).reduce<string>(inner => `eval(${JSON.stringify(inner)})`, '1');
    expect(await effectsOf({ kind: 'execute_code', payload: { language: 'js', code } })).toEqual(['unknown !']);
  });

  test('Python makes a promise once, while its parser loads, and nothing else does', async () => {
    const analyze = analyzeEffects({ root: '/w', home: '/home/u', env: {}, files });
    const code = { kind: 'execute_code', payload: { language: 'python', code: "open('.env').read()" }, sessionId: 's' };
    const first = analyze(code);
    expect(first).toBeInstanceOf(Promise);
    expect((await first).map(showEffect)).toEqual(['read /w/.env']);
    expect(Array.isArray(analyze(code))).toBe(true);
    expect(Array.isArray(analyze({ kind: 'read', tool: 'Read', payload: { file_path: 'a' }, sessionId: 's' }))).toBe(true);
  });

  test('calls that arrive while the parser loads wait for it too', async () => {
    const analyze = analyzeEffects({ root: '/w', home: '/home/u', env: {}, files });
    const code = { kind: 'execute_code', payload: { language: 'python', code: "open('.env').read()" }, sessionId: 's' };
    const both = await Promise.all([analyze(code), analyze(code)]);
    expect(both.map(effects => effects.map(showEffect))).toEqual([['read /w/.env'], ['read /w/.env']]);
  });

  test('a parser that cannot be loaded leaves the code unknown and is not tried again', async () => {
    let tries = 0;
    const python = (): Promise<never> => {
      tries += 1;
      return Promise.reject(new Error('no such parser'));
    };
    const javascript = (): never => {
      throw new Error('no such parser');
    };
    const analyze = analyzeEffects({ root: '/w', files: false, parsers: { python, javascript } });
    const run = async (language: string): Promise<string[]> =>
      (await analyze({ kind: 'execute_code', payload: { language, code: '1' }, sessionId: 's' })).map(showEffect);
    expect(await run('python')).toEqual(['unknown !']);
    expect(await run('python')).toEqual(['unknown !']);
    expect(await run('javascript')).toEqual(['unknown !']);
    expect(tries).toBe(1);
  });
});
