import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { runtimes } from '@licet/adapters/runtimes';
import { describe, expect, it } from 'vitest';

const PROGRAM = { name: 'licet', version: '1.2.3', description: 'policies', bundle: 'dist/licet.cjs' };

const packaged = async (name: string): Promise<Readonly<Record<string, string>>> =>
  (await runtimes[name]?.())?.settings.packaged?.(PROGRAM) ?? {};

interface Extension {
  readonly hooks: Readonly<Record<string, readonly { readonly hooks: readonly { readonly command: string }[] }[]>>;
}

interface OpenCodePlugin {
  readonly Licet: (
    host: object,
  ) => Promise<Readonly<Record<'tool.execute.before', (call: object, output: object) => Promise<void>>>>;
}

/** The package of OpenCode in a folder, beside a program that answers every event with a text. */
async function openCodePackage(answer?: string): Promise<Awaited<ReturnType<OpenCodePlugin['Licet']>>> {
  const root = mkdtempSync(join(tmpdir(), 'licet-packaged-'));
  const files = {
    ...(await packaged('opencode')),
    ...(answer !== undefined && { 'dist/licet.cjs': `process.stdout.write(${JSON.stringify(answer)})` }),
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const { Licet } = (await import(pathToFileURL(join(root, 'opencode', 'index.js')).href)) as OpenCodePlugin;
  return Licet({ client: {}, directory: root });
}

const CALL = [{ tool: 'bash', sessionID: 's', callID: 'c' }, { args: { command: 'ls' } }] as const;

describe('the package as a plugin', () => {
  it.each(Object.keys(runtimes))('has for %s only files that no other runtime has', async name => {
    const others = await Promise.all(Object.keys(runtimes).map(async each => (each === name ? {} : packaged(each))));
    const taken = new Set(others.flatMap(files => Object.keys(files)));

    expect(Object.keys(await packaged(name)).filter(path => taken.has(path))).toEqual([]);
  });

  it('starts its program from Gemini CLI, and stops a call where that is gone', async () => {
    const files = await packaged('gemini');
    const { hooks } = JSON.parse(files['gemini/hooks/hooks.json'] ?? '') as Extension;
    const lines = Object.entries(hooks).map(([event, groups]) => [event, groups[0]?.hooks[0]?.command] as const);

    expect(JSON.parse(files['gemini/gemini-extension.json'] ?? '')).toEqual({
      name: 'licet',
      version: '1.2.3',
      description: 'policies',
    });
    expect(lines.every(([, line]) => line?.includes('node "${extensionPath}/../dist/licet.cjs" hook gemini') === true)).toBe(
      true,
    );
    expect(Object.fromEntries(lines)['BeforeTool']).toMatch(/ \|\| exit 2$/u);
    expect(Object.fromEntries(lines)['AfterTool']).toMatch(/ --after \|\| exit 1$/u);
  });

  it('lets a call of OpenCode run where its program has no objection, and stops it where it has', async () => {
    await expect((await openCodePackage('{}'))['tool.execute.before'](...CALL)).resolves.toBeUndefined();
    await expect((await openCodePackage('{"deny":"not that"}'))['tool.execute.before'](...CALL)).rejects.toThrow('not that');
  });

  it.each([
    ['is gone', undefined],
    ['says nothing', ''],
    ['says what is no JSON', 'yes'],
  ])('stops a call of OpenCode where its program %s', async (_how, answer) => {
    await expect((await openCodePackage(answer))['tool.execute.before'](...CALL)).rejects.toThrow();
  });
});
