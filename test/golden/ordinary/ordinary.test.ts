import { InstalledProject, actionsIn, isStopped, isToBeStopped } from '../../support/installed.ts';
import type { Judged } from '../../support/installed.ts';
import { isLeftOut, partly } from '../../support/longRuns.ts';
import { beforeAll, describe, expect, it } from 'vitest';

const all = actionsIn(import.meta.dirname);
const files = [...new Set(all.map(({ file }) => file))];
const actions = all.filter((_, index) => !isLeftOut(index, 2));
const part = partly('one action in two');

/**
 * What agents do on an ordinary day in eight kinds of project: web, Python, Rust, Go, data, infrastructure, mobile, and several in one
 * repository. Written by people who had not read the sources, before a rule was changed. Stopped at the first run, day by day:
 *
 * | 1 | 2 to 4 | 5 | 6 | 7 | 8 | 9 | 10, with long scripts | 11, 12 | 13, in many languages | 14 to 16 | 17, 18 | 19, PowerShell and cmd | 19, source code | 20 | 21 to 24 |
 * |---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|
 * | 52 of 400 | 4, 4, 3 of 200 | 1 of 200 | 4 of 200 | 5 of 200 | 1 of 200 | 6 of 200 | 23 of 298 | 7, 6 of 200 | 38 of 273 | 3, 7, 6 of 200 | 2, 1 of 200 | 7 of 65 | 0 of 67 | 4 of 250 | 2, 3, 3, 0 of 250 |
 *
 * Left out are those that bring or need files which the project of these tests lacks, and a few that are still stopped.
 */
describe(`an ordinary day, under what \`licet init\` writes${part}`, () => {
  let judged: readonly Judged[] = [];
  beforeAll(() => void (judged = new InstalledProject().judge(actions)), 600_000);

  it.each(files)('%s: nothing is stopped but what is known, with its reason', file => {
    const wrong = actions.flatMap((action, index) => {
      const found = judged[index] ?? { ruling: 'block' };
      return action.file !== file || isStopped(found) === isToBeStopped(action) ? [] : [{ ...action, ...found, effects: 0 }];
    });

    expect(wrong).toEqual([]);
  });

  it('is 5000 harmless actions, of which seventeen are stopped', () => {
    expect(all.filter(({ want }) => want === 'run')).toHaveLength(5000);
    expect(all.filter(({ want }) => want === 'stop')).toEqual([]);
    expect(all.filter(({ known }) => known !== undefined).length).toBe(17);
  });
});

describe('an ordinary day within a scope that is the whole project', () => {
  const project = new InstalledProject('--scope', '.');

  it(`is left alone as much as without one${partly('one action in twelve')}`, () => {
    const tried = all.filter((_, index) => !isLeftOut(index, 12));
    const judged = project.judge(tried);
    const wrong = tried.filter((action, index) => !isToBeStopped(action) && isStopped(judged[index] ?? { ruling: 'block' }));

    expect(wrong).toEqual([]);
  });
});
