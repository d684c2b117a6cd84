import type { Ruling } from '@licet/core';
import { PolicyEngine, createRegistry } from '@licet/core';
import { loadPolicy } from '@licet/core/yaml';
import { analyzeEffects } from '@licet/effects';
import { guardDefinitions } from '@licet/guards';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
const home = '/home/someone';
const text = readFileSync(join(root, 'governance.yaml'), 'utf8');
const { policy, warnings } = loadPolicy(text, { registry: createRegistry(guardDefinitions), root, home });
const engine = new PolicyEngine(policy, { effects: analyzeEffects({ root, home, env: {} }) });

const bash = async (command: string): Promise<Ruling> =>
  (await engine.evaluate({ kind: 'bash', tool: 'Bash', cwd: root, payload: { command } })).ruling;
const write = async (file: string): Promise<Ruling> =>
  (await engine.evaluate({ kind: 'write', tool: 'Write', cwd: root, payload: { file_path: resolve(root, file), content: 'x' } }))
    .ruling;

describe("the repository's own governance.yaml", () => {
  it('loads without a warning', () => {
    expect(warnings).toEqual([]);
  });

  it.each([
    ['git status', 'pass'],
    ['git commit -m "Mend it"', 'pass'],
    ['git push origin main', 'ask'],
    ['git push --force origin main', 'ask'],
    ['git commit --no-verify -m "Mend it"', 'block'],
    ['rm -rf ~', 'block'],
    ['cat .env', 'block'],
  ] as const)('says to `%s`: %s', async (command, want) => {
    expect(await bash(command)).toBe(want);
  });

  it.each([
    ['packages/core/src/algebra.ts', 'pass'],
    ['docs/algebra.md', 'pass'],
    ['governance.yaml', 'block'],
    ['pnpm-lock.yaml', 'block'],
    ['schema/governance.schema.json', 'block'],
    ['/srv/elsewhere.txt', 'block'],
  ] as const)('says to a change of %s: %s', async (file, want) => {
    expect(await write(file)).toBe(want);
  });
});
