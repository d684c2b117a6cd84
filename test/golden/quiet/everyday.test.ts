import { readFileSync } from 'node:fs';

import { analyzeEffects, createCertifier } from '@licet/effects';
import { memoryFiles } from '@licet/effects/places';
import { parse } from 'yaml';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';

const [root, home] = ['/work/shop', '/home/ann'];

const PACKAGE = JSON.stringify({
  name: 'shop',
  version: '1.0.0',
  scripts: {
    test: 'vitest run',
    lint: 'eslint . && prettier --check .',
    typecheck: 'tsc --noEmit',
    build: 'tsc -b && vite build',
    check: 'npm run lint && npm run typecheck && npm test',
    start: 'node dist/server.js',
    deploy: 'aws s3 sync dist s3://shop',
    'clean-all': 'rm -rf ../cache',
  },
});
const MAKEFILE = `.PHONY: all test deploy release
NAME := shop
all: test

test: lint
\t@pytest -q
lint:
\truff check .
deploy:
	rsync -a . host:/srv
release:
\tgit push --tags
`;
/** What git holds as it is. `untracked.txt` is there and not held. */
const HELD = ['src/a.ts', 'src/b.ts', 'README.md', 'docs/data.csv'];
const stored = memoryFiles({
  '/work': 'folder',
  [root]: 'folder',
  ...Object.fromEntries(
    ['src', 'test', 'tests', 'docs', 'bin', 'dist', 'node_modules', 'node_modules/.bin', '.git'].map(name => [`${root}/${name}`, 'folder' as const]),
  ),
  ...Object.fromEntries(
    [...HELD, 'untracked.txt', '.env', 'docs/guide.md', 'docs/logo.svg', 'tsconfig.json', 'bin/run.sh', 'test/b.test.ts', 'tests/test_b.py'].map(name => [`${root}/${name}`, 'file' as const]),
  ),
  ...Object.fromEntries(
    ['tsc', 'vitest', 'eslint', 'prettier'].map(name => [`${root}/node_modules/.bin/${name}`, 'file' as const]),
  ),
  [`${root}/src/link.ts`]: { link: '/etc/passwd' },
  [home]: 'folder',
});
const texts: Readonly<Record<string, string>> = { [`${root}/package.json`]: PACKAGE, [`${root}/Makefile`]: MAKEFILE };
const files = {
  ...stored,
  identity: (path: string) => stored.identity(path) ?? (path in texts ? { device: 1, inode: 9, links: 1 } : undefined),
  text: (path: string) => texts[path] ?? stored.text?.(path),
  isKnownToGit: (paths: readonly string[]) => paths.every(path => HELD.some(name => path === `${root}/${name}`)),
  isHeldByGit: (paths: readonly string[]) => paths.every(path => HELD.some(name => path === `${root}/${name}`)),
};
const effects = analyzeEffects({ root, home, files, env: { HOME: home, PATH: '/usr/bin' } });
const certify = createCertifier({ root, home, files, effects, level: 'trusted_build' });

const levels = ['look', 'edit', 'build', 'none'] as const;
const commands = z
  .strictObject(Object.fromEntries(levels.map(level => [level, z.array(z.string().min(1))])) as Record<(typeof levels)[number], z.ZodArray<z.ZodString>>)
  .parse(parse(readFileSync(`${import.meta.dirname}/everyday.yaml`, 'utf8')));

const levelOf = async (command: string): Promise<string> => {
  const action = { kind: 'bash', tool: 'Bash', cwd: root, payload: { command }, sessionId: 's' } as const;
  return certify(action, await effects(action))?.level ?? 'none';
};

describe('everyday commands', () => {
  describe.each(levels)('at the level %s', level => {
    test.each(commands[level])('%s', async command => {
      expect(await levelOf(command)).toBe(level);
    });
  });
});
