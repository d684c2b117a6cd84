import { PolicyEngine } from '@licet/core';
import { analyzeEffects } from '@licet/effects';
import { memoryFiles } from '@licet/effects/places';
import { SelfProtection } from '@licet/guards';
import { describe, expect, it } from 'vitest';

const files = memoryFiles({
  '/opt/licet/dist/licet.cjs': { text: 'the program' },
  '/opt/licet/dist/main.cjs': { text: 'its commands' },
  '/project/node_modules/licet/dist/licet.cjs': { text: 'another version' },
  '/project/copy.cjs': { text: 'the program' },
  '/project/tool.cjs': { text: 'a tool of the project' },
  '/project/scripts/release.js': { text: 'a release' },
});

const engine = new PolicyEngine(SelfProtection({ root: '/project', home: '/home/u', files, program: ['/opt/licet/dist'] }), {
  effects: analyzeEffects({ root: '/project', home: '/home/u', env: {}, files }),
});

const ruling = async (command: string): Promise<string> =>
  (await engine.evaluate({ kind: 'bash', tool: 'Bash', cwd: '/project', payload: { command } })).ruling;

describe('a copy of the program', () => {
  it.each([
    'cp node_modules/licet/dist/licet.cjs x.cjs && node x.cjs fact grant tests_passing',
    'cp node_modules/licet/dist/licet.cjs x.cjs && node x.cjs passkey add eve',
    'cp -r node_modules/licet /tmp/l && node /tmp/l/dist/licet.cjs approve 1234',
    'cp -r /opt/licet /tmp/l; cd /tmp/l/dist; node main.cjs approvals approve 1234',
    'ln -s node_modules/licet/dist/licet.cjs q && ./q allow-once .env',
    'install -m 755 node_modules/licet/dist/licet.cjs q && ./q reset',
  ])('is the program, made by the same command: %s', async command => {
    expect(await ruling(command)).toBe('block');
  });

  it('is the program where it holds the same, whenever it was made', async () => {
    expect(await ruling('node copy.cjs approve 1234')).toBe('block');
    expect(await ruling('./copy.cjs fact grant tests_passing')).toBe('block');
  });

  it('is the program by any of its files', async () => {
    expect(await ruling('node /opt/licet/dist/main.cjs approve 1234')).toBe('block');
    expect(await ruling('bun node_modules/licet/dist/anything.js fact revoke x')).toBe('block');
    expect(await ruling('node node_modules/licet/dist/licet.cjs check --command ls')).toBe('pass');
  });
});

describe('something that may be a copy', () => {
  it('is stopped for the words that no other program has', async () => {
    expect(await ruling('node tool.cjs fact grant tests_passing')).toBe('block');
    expect(await ruling('./tool.cjs approvals deny 1234')).toBe('block');
  });

  it('asks for all words of humans behind a program that lends a terminal', async () => {
    expect(await ruling("script -qc 'node tool.cjs approve 1234' /dev/null")).toBe('ask');
    expect(await ruling('env -u CLAUDECODE unbuffer node tool.cjs approve 1234')).toBe('ask');
  });

  it('is left alone otherwise', async () => {
    expect(await ruling('node scripts/release.js approve 12')).toBe('pass');
    expect(await ruling('node tool.cjs reset')).toBe('pass');
    expect(await ruling('node copy.cjs --version')).toBe('pass');
  });
});
