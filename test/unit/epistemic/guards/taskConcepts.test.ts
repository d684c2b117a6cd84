import { PolicyEngine } from '@licet/core';
import { analyzeEffects } from '@licet/effects';
import { memoryFiles } from '@licet/effects/places';
import { Grounded, SEEDS, importGraph, memoryGraph } from '@licet/epistemic';
import { describe, expect, it } from 'vitest';

const files = memoryFiles({
  '/w': 'folder',
  '/home/ann': 'folder',
  '/w/Makefile': { text: 'deploy:\n\t./push.sh\n\nwipe:\n\trm -rf data\n' },
  '/w/package.json': { text: '{ "scripts": { "test": "vitest", "build": "tsc", "ship": "tsc" } }' },
  '/w/data': 'folder',
  '/w/data/a.txt': 'file',
});
const place = { root: '/w', home: '/home/ann', files };

/** What `grounded` says of a command under the seeds of everyday work: the ruling, the gaps, and what was resolved. */
async function said(command: string): Promise<readonly [ruling: string, gaps: readonly string[], resolved: readonly string[]]> {
  const graph = memoryGraph();
  for (const seed of [SEEDS.filesystem, SEEDS.network, SEEDS.containers]) await importGraph(graph, seed, { now: 0 });
  let resolved: readonly string[] = [];
  const guard = Grounded({ graph, onTrace: result => void (resolved = result.resolved) });
  const engine = new PolicyEngine(guard, { effects: analyzeEffects(place), default: 'pass' });
  const { ruling, gaps } = await engine.evaluate({ kind: 'bash', tool: 'Bash', payload: { command }, cwd: '/w' });
  return [ruling, gaps.map(({ concept }) => concept), resolved];
}

describe('what programs are about, under the seeds', () => {
  it.each([
    ['frobnicate x', 'frobnicate'],
    ['bash -c "frobnicate x"', 'frobnicate'],
    ['ls && frobnicate x', 'frobnicate'],
    ['make deploy', 'deploy'],
    ['make clean deploy', 'deploy'],
    ['npm run ship', 'ship'],
  ])('asks for a concept of what nothing is known: `%s`', async (command, concept) => {
    expect(await said(command)).toEqual(['block', [concept], expect.arrayContaining(['execute', concept])]);
  });

  it.each([
    ['make', ['execute', 'program']],
    ['npm test', ['execute', 'program']],
    ['npm run build', ['execute', 'program']],
    ['pytest tests/a.py', ['execute', 'program']],
    ['pnpm add zod', ['execute', 'program', 'request', 'network']],
    ['make dist/app.js', ['execute', 'program']],
    ['npm publish', ['publish', 'network']],
    ['docker run alpine', ['execute', 'container']],
    ['docker compose up -d', ['execute', 'container']],
    ['docker stop db', ['modify', 'container']],
  ])('goes by the effects of `%s`', async (command, resolved) => {
    expect(await said(command)).toEqual(['pass', [], expect.arrayContaining(resolved)]);
  });

  it.each(['ls', 'git status', 'docker ps'])('asks for no more than before for `%s`', async command => {
    expect((await said(command))[0]).toMatch(/^(?:pass|skip)/u);
  });

  it('goes by what a task does, in addition to its name', async () => {
    expect((await said('make wipe'))[2]).toEqual(expect.arrayContaining(['delete', 'file']));
  });
});
