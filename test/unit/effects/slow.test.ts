import { All, PolicyEngine } from '@licet/core';
import type { Effect } from '@licet/core';
import { analyzeEffects, analyzeShell } from '@licet/effects';
import { createWork } from '../../../packages/effects/src/work.ts';
import { memoryFiles } from '@licet/effects/places';
import { BashSafety, FileBoundary, Floor, Network, SecretPaths, SelfProtection } from '@licet/guards';
import { describe, expect, it } from 'vitest';

import { LONG_RUN, oneIn } from '../../support/longRuns.ts';
import { slowActions } from '../../support/slowActions.ts';
import { slowShapes } from '../../support/slowShapes.ts';

const root = '/w';

/** A machine with 26 folders of 26 folders of 26 files each, so that patterns have something to find. */
const letters = Array.from({ length: 26 }, (_, i) => String.fromCharCode(97 + i));
const tree = Object.fromEntries(
  letters.flatMap(a => letters.flatMap(b => letters.map(c => [`/${a}/${b}/${c}`, 'file' as const]))),
);

let questions = 0;
const machine = memoryFiles({ ...tree, '/w/src/a.ts': 'file', '/w/config/a.json': 'file' });
const counted = {
  realPath: (path: string) => (questions++, machine.realPath(path)),
  readLink: (path: string) => (questions++, machine.readLink(path)),
  identity: (path: string) => (questions++, machine.identity(path)),
  list: (path: string) => (questions++, machine.list(path)),
};

const policy = All(
  Floor({ root, files: counted }),
  SelfProtection({ root, files: counted }),
  SecretPaths({ root, files: counted }),
  FileBoundary({ allow: ['**'], deny: ['**/.env*'], readOnly: ['config/**'], root, files: counted }),
  Network(),
  BashSafety({ root }),
);
const engine = new PolicyEngine(policy, { effects: analyzeEffects({ root, home: '/home/u', env: {}, files: counted }) });

/** What one action may cost: its budget of questions, and what the guards ask at commit about what they let through. */
const mostQuestions = 25_000;

/** The most effects that an action may have: each costs at least one unit of the budget. */
const mostEffects = 10_001;

describe('actions made to be slow', () => {
  it('are at least a hundred, each named once', () => {
    expect(slowActions.length).toBeGreaterThanOrEqual(100);
    expect(new Set(slowActions.map(({ name }) => name)).size).toBe(slowActions.length);
  });

  it.for(oneIn(8, slowActions))(
    'ends in a stop, or in a right answer, within the budget: $name',
    async ({ action, harmless, leftOut }, context) => {
      if (leftOut) return context.skip(LONG_RUN);
      questions = 0;
      const evaluation = await engine.evaluate({ ...action, cwd: root });

      expect(evaluation.errors.filter(({ code }) => code !== 'action_too_large')).toEqual([]);
      expect(evaluation.context.effects.length).toBeLessThanOrEqual(mostEffects);
      expect(questions).toBeLessThan(mostQuestions);
      if (harmless !== true) expect(evaluation.passed).toBe(false);
    },
  );

  it.for(
    oneIn(
      8,
      slowShapes.map(shape => ({ shape })),
    ),
  )('draw on the budget when they repeat or nest what a parser knows: $shape.name', async ({ shape, leftOut }, context) => {
    if (leftOut) return context.skip(LONG_RUN);
    questions = 0;
    const evaluation = await engine.evaluate({ ...shape.action, cwd: root });

    expect(evaluation.errors).toEqual([]);
    expect(evaluation.context.effects.length).toBeLessThanOrEqual(mostEffects);
    expect(questions).toBeLessThan(mostQuestions);
  });

  it.each([
    ['branches', 'a) ls x;;', 0],
    ['branches that fall through', 'a) ls x;&', 0],
    ['empty branches that fall through', 'a);;&', 0],
    ['empty branches', 'a);;', 3_000],
    ['patterns', 'a|b|c|d|e) ;;', 3_000],
  ])('draw on the budget for %s of `case`', (_what, branch, mostLeft) => {
    const work = createWork();
    const effects = analyzeShell(`case $1 in ${`${branch} `.repeat(12_000).slice(0, 100_000)}\nesac`, { cwd: root, work });

    expect(work.left).toBeLessThan(mostLeft);
    if (work.left < 0) expect(effects.at(-1)?.kind).toBe('unknown');
  });

  it('look at the first 128 kB of a command, and say so', () => {
    const long = (end: string): readonly Effect[] =>
      analyzeShell(`cat >a.txt <<'E'\n${'some text\n'.repeat(14_000)}E\n${end}`, { cwd: root });
    const fits = analyzeShell(`cat >a.txt <<'E'\n${'some text\n'.repeat(10_000)}E\nrm -rf /`, { cwd: root });

    expect(fits.some(({ tags = [] }) => tags.includes('catastrophic'))).toBe(true);
    expect(long('ls').map(({ kind, note }) => [kind, note])).toContainEqual(['unknown', 'more shell text than is looked at']);
    expect(
      long('ls').some(({ kind, target }) => kind === 'write' && target?.type === 'file' && target.lexical === '/w/a.txt'),
    ).toBe(true);
  });

  it('charge brackets by their depth, and not by their number', () => {
    const [flat, deep] = [createWork(), createWork()];
    analyzeShell(`# ${'(a) '.repeat(20_000)}`, { cwd: root, work: flat });
    analyzeShell(`# ${'${a['.repeat(10_000)}0${']}'.repeat(10_000)}`, { cwd: root, work: deep });

    expect(flat.left).toBeGreaterThan(5_000);
    expect(deep.left).toBeLessThan(0);
  });

  it('say so once when the budget is spent, and keep what was found until then', () => {
    const effects = analyzeShell(`rm -rf /; ${'rm a; '.repeat(20_000)}`, { cwd: root });
    const spent = effects.filter(({ note }) => note === 'too much to look at');

    expect(effects[0]?.kind).toBe('execute');
    expect(effects.some(({ tags = [] }) => tags.includes('catastrophic'))).toBe(true);
    expect(spent.map(({ kind }) => kind)).toEqual(['unknown']);
  });

  it.each(slowActions.filter(({ action }) => action.kind === 'bash'))('draw on what is left only: $name', ({ action }) => {
    const units = 60;
    const options = { cwd: root, files: machine, work: createWork(units) };
    const effects = analyzeShell(String(action.payload?.['command']), options);

    expect(effects.length).toBeLessThanOrEqual(units / 4 + 1);
    if (options.work.left < 0) expect(effects.at(-1)?.kind).toBe('unknown');
  });
});
