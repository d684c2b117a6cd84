import { memoryFiles } from '@licet/effects/places';
import { analyzeEffects, createCertifier } from '@licet/effects';
import { PolicyEngine, createRegistry } from '@licet/core';
import { buildPolicy } from '@licet/core/policy';
import { loadPolicy } from '@licet/core/yaml';
import { guardDefinitions, includePack, profileText } from '@licet/guards';
import { describe, expect, it } from 'vitest';

import { HELD, OTHERS, actionsIn, isToBeStopped } from '../support/installed.ts';
import { isLeftOut, partly } from '../support/longRuns.ts';
import { readCases } from './effects/commands.ts';

const [root, home] = ['/golden/project', '/golden/home'];
const names = [...HELD, ...OTHERS, 'src/a.ts', 'src/app.ts', 'app/main.py', '.env', '.git/config', '.claude/settings.json'];
const folders = names.flatMap(name => name.split('/').slice(0, -1).map((_part, at, parts) => parts.slice(0, at + 1).join('/')));
const stored = memoryFiles({
  '/golden': 'folder',
  [home]: 'folder',
  [root]: 'folder',
  ...Object.fromEntries(folders.map(name => [`${root}/${name}`, 'folder' as const])),
  ...Object.fromEntries(names.map(name => [`${root}/${name}`, { text: `${name}\n` }])),
});
const isHeld = (paths: readonly string[]): boolean => paths.every(path => !OTHERS.some(name => path === `${root}/${name}`));
const files = { ...stored, isKnownToGit: isHeld, isHeldByGit: isHeld };
const registry = createRegistry(guardDefinitions);
const { compiled } = loadPolicy(profileText('standard'), { registry, root, home, include: includePack });
const effects = analyzeEffects({ root, home, files, env: {} });
const engine = new PolicyEngine(buildPolicy(compiled, { registry, root, home, files }).policy, {
  effects,
  certify: createCertifier({ root, home, files, effects, level: 'trusted_build' }),
});

async function isCertified(command: string): Promise<boolean> {
  const action = { kind: 'bash', tool: 'Bash', cwd: root, payload: { command }, sessionId: 's' } as const;
  return (await engine.evaluate(action)).certificate !== undefined;
}

describe('certificates', () => {
  it(`are given to none of the harmful commands of the golden lists, at any level${partly('one command in four')}`, async () => {
    const hostile = actionsIn(`${import.meta.dirname}/hostile`).filter(isToBeStopped);
    const commands = [
      ...readCases().flatMap(({ command, label }) => (label === 'harmful' ? [command] : [])),
      ...hostile.flatMap(({ command }) => command ?? []),
    ];
    const certified: string[] = [];
    for (const command of commands.filter((_, index) => !isLeftOut(index, 4))) if (await isCertified(command)) certified.push(command);

    expect(commands.length).toBeGreaterThan(5_000);
    expect(certified).toEqual([]);
  }, 600_000);
});
