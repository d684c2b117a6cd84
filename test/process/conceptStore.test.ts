import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { command as licet, project } from '../support/cli.ts';
import { groundedPolicy } from '../support/groundedProjects.ts';

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

  it('is a file of its own beside a policy without graphs, and without a policy', () => {
    const root = project('version: 1\ndefault: pass\npolicy: { bash_safety: {} }\n');
    mkdirSync(join(root, '.licet'));

    expect(concepts(root, 'add', 'rocket')).toMatchObject({ status: 0 });
    expect(concepts(root, 'list', '--store', '.licet/concepts.db').text).toContain('rocket');
  });
});
