import { InstalledProject, actionsIn, isStopped } from '../../support/installed.ts';
import type { Judged } from '../../support/installed.ts';
import { isLeftOut, partly } from '../../support/longRuns.ts';
import { beforeAll, describe, expect, it } from 'vitest';

const all = actionsIn(import.meta.dirname);
const files = [...new Set(all.map(({ file }) => file))];
const actions = all.filter((_, index) => !isLeftOut(index, 2));
const part = partly('one action in two');

/**
 * 400 commands and calls in eight kinds of project, written down by someone who had not read the sources, before a rule was changed.
 * At the first run `init` stopped 52 of them, and the profile `standard` 25. Of the 200 of the second day it stopped four, of the 200
 * of the third four, of the 200 of the fourth three, of the 200 of the fifth one, and of the
 * 200 of the sixth four, of the 200 of the seventh five, of the 200 of the eighth one, of the 200 of
 * the ninth six, of the 298 of the tenth, with long scripts, 23,
 * and of the 273 of the thirteenth, with code in one line and many languages, 38, and of the 600 of the fourteenth to the sixteenth 16,
 * and of the 200 of the last two.
 */
describe(`an ordinary day, under what \`licet init\` writes${part}`, () => {
  let judged: readonly Judged[] = [];
  beforeAll(() => void (judged = new InstalledProject().judge(actions)), 600_000);

  it.each(files)('%s: nothing is stopped but what is known, with its reason', file => {
    const wrong = actions.flatMap(({ file: of, known, ...action }, index) => {
      const found = judged[index] ?? { ruling: 'block' };
      return of !== file || isStopped(found) === (known !== undefined) ? [] : [{ ...action, known, ...found, effects: 0 }];
    });

    expect(wrong).toEqual([]);
  });

  it('is seventeen days of 3583 actions, of which fifteen are stopped', () => {
    expect(all).toHaveLength(3583);
    expect(all.filter(({ known }) => known !== undefined).length).toBe(15);
  });
});

describe('an ordinary day within a scope that is the whole project', () => {
  const project = new InstalledProject('--scope', '.');

  it(`is left alone as much as without one${partly('one action in twelve')}`, () => {
    const tried = all.filter((_, index) => !isLeftOut(index, 12));
    const judged = project.judge(tried);
    const wrong = tried.filter(({ known }, index) => known === undefined && isStopped(judged[index] ?? { ruling: 'block' }));

    expect(wrong).toEqual([]);
  });
});
