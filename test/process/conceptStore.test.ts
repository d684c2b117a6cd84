import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { BUNDLE, TEST_HOME, command as licet, humanEnv, project } from '../support/cli.ts';
import { groundedPolicy } from '../support/groundedProjects.ts';
import { runLeanLater } from '../support/lean.ts';
import { isLongRun } from '../support/longRuns.ts';

function concepts(root: string, ...args: string[]): { status: number | null; text: string } {
  const { status, stdout, stderr } = licet(root, ['concepts', ...args]);
  return { status, text: (stdout + stderr).trim() };
}

const TWO = groundedPolicy(
  '{ store: sqlite, path: knowledge/main.db, seeds: [filesystem] }\n  other: { store: sqlite, path: knowledge/other.db }',
);

describe('the graph that `licet concepts` works on', () => {
  it('is the one that the policy declares, from any folder of the project', () => {
    const root = project(groundedPolicy('{ store: sqlite, path: knowledge/main.db, seeds: [filesystem] }'));
    mkdirSync(join(root, 'deep', 'down'), { recursive: true });
    mkdirSync(join(root, 'knowledge'));

    expect(concepts(join(root, 'deep', 'down'), 'add', 'rocket')).toEqual({ status: 0, text: 'added rocket at D0' });
    expect(concepts(root, 'check', 'rocket')).toMatchObject({ status: 0 });
    expect(concepts(root, 'show', 'rocket', '--store', 'knowledge/main.db')).toMatchObject({ status: 0 });
    expect(concepts(root, 'check', 'delete', 'file')).toMatchObject({ status: 0 });
  });

  it('must be chosen by its name where the policy declares several', () => {
    const root = project(TWO);
    mkdirSync(join(root, 'knowledge'));

    expect(concepts(root, 'list')).toEqual({
      status: 3,
      text: 'licet: the policy declares several graphs: choose one with `--store`: main, other',
    });
    expect(concepts(root, 'add', 'rocket', '--store', 'other')).toMatchObject({ status: 0 });
    expect(concepts(root, 'list', '--store', 'other').text).toContain('rocket');
    expect(concepts(root, 'list', '--store', 'main').text).not.toContain('rocket');
  });

  it('is not guessed where the policy does not load, and not taught where it lives in memory', () => {
    const broken = project('version: 1\npolicy: { nonsense: {} }\n');
    const memory = project(groundedPolicy('{ store: memory, seeds: [filesystem] }'));

    expect(concepts(broken, 'add', 'rocket').text).toContain('the policy does not load, so its graph is unknown');
    expect(concepts(broken, 'add', 'rocket', '--store', '.licet-other.db')).toMatchObject({ status: 0 });
    expect(concepts(memory, 'add', 'rocket')).toMatchObject({ status: 3, text: expect.stringContaining('is kept in memory') });
  });

  it('is a separate file next to a policy without graphs, and without a policy', () => {
    const root = project('version: 1\ndefault: pass\npolicy: { bash_safety: {} }\n');
    mkdirSync(join(root, '.licet'));

    expect(concepts(root, 'add', 'rocket')).toMatchObject({ status: 0 });
    expect(concepts(root, 'list', '--store', '.licet/concepts.db').text).toContain('rocket');
  });
});

/** As many processes as wrote at once when the adds of most of them were lost, or half as many. */
const CROWD = isLongRun ? { writers: 8, adds: 6, imported: 5_000 } : { writers: 4, adds: 4, imported: 2_000 };

describe('a graph that several processes write to', { timeout: 300_000 }, () => {
  const env = { ...humanEnv(), NO_COLOR: '1', HOME: TEST_HOME };
  const run = (cwd: string, ...args: string[]) =>
    runLeanLater({ command: process.execPath, args: [BUNDLE, 'concepts', ...args], cwd, env });

  it('holds each concept whose command said that it was added, and all of an import beside them', async () => {
    const { writers, adds, imported } = CROWD;
    const root = project();
    mkdirSync(join(root, '.licet'));
    const primitives = Array.from({ length: imported }, (_, index) => ({ name: `thing ${index}`, depths: [{ level: 'D0' }] }));
    writeFileSync(join(root, 'big.json'), JSON.stringify({ version: 1, primitives }));
    const writer = async (name: string) => {
      const said: unknown[] = [];
      for (let round = 0; round < adds; round++) said.push(await run(root, 'add', `${name} ${round}`));
      return said;
    };
    const names = Array.from({ length: writers }, (_, index) => `writer ${index}`);
    const [loaded, ...said] = await Promise.all([run(root, 'import', 'big.json'), ...names.map(writer)]);
    const there = new Set(concepts(root, 'list', '--json').text.match(/"(?:writer|thing) [^"]*"/gu));

    expect(loaded).toMatchObject({ status: 0, stdout: `imported ${imported} concepts\n` });
    for (const [index, each] of said.entries())
      for (const [round, ended] of each.entries())
        expect(ended).toMatchObject({ status: 0, stdout: `added ${names[index]} ${round} at D0\n`, stderr: '' });
    expect(there.size).toBe(writers * adds + imported);
  });
});

/**
 * An import that must not need more memory than it is given. The heap has a limit, since V8 collects late where a machine has much memory: without
 * one the same import took between 380 and 615 MB.
 */
const LARGE = isLongRun ? { concepts: 100_000, mostMb: 400, heapMb: 256 } : { concepts: 10_000, mostMb: 200, heapMb: 128 };

describe('an import of many concepts', { timeout: 300_000 }, () => {
  it(`takes at most ${LARGE.mostMb} MB for ${LARGE.concepts} concepts`, async () => {
    const root = project();
    const primitives = Array.from({ length: LARGE.concepts }, (_, index) => ({
      name: `thing ${index}`,
      depths: [
        { level: 'D0' },
        {
          level: 'D1',
          properties: { what: `a thing of number ${index}` },
          relata: index === 0 ? [] : [{ relation: 'REQUIRES', target: `thing ${index >> 1}`, target_depth: 'D1' }],
        },
      ],
    }));
    writeFileSync(join(root, 'big.json'), JSON.stringify({ version: 1, primitives }));
    writeFileSync(join(root, 'measure.cjs'), "process.on('exit', () => console.error(process.resourceUsage().maxRSS));");
    const args = [
      `--max-old-space-size=${LARGE.heapMb}`,
      '--require',
      join(root, 'measure.cjs'),
      BUNDLE,
      'concepts',
      'import',
      'big.json',
      '--store',
      'big.db',
    ];
    const env = { ...humanEnv(), NO_COLOR: '1', HOME: TEST_HOME };
    const { status, stdout, stderr } = await runLeanLater({ command: process.execPath, args, cwd: root, env, timeout: 300_000 });

    expect([status, stdout]).toEqual([0, `imported ${LARGE.concepts} concepts\n`]);
    expect(Number(stderr.trim()) / 1024).toBeLessThan(LARGE.mostMb);
  });
});
