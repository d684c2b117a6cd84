import { InstalledProject, actionsIn, isStopped } from '../../support/installed.ts';
import type { Judged } from '../../support/installed.ts';
import { isLeftOut, partly } from '../../support/longRuns.ts';
import { beforeAll, describe, expect, it } from 'vitest';

const all = actionsIn(import.meta.dirname);
const files = [...new Set(all.map(({ file }) => file))];
const actions = all.filter((_, index) => !isLeftOut(index, 2));
const part = partly('one action in two');

/** How much harm passes. Count it down as gaps close; `writeGaps.ts` beside this file takes their marks away. */
const KNOWN_GAPS = 19;

/**
 * At the first run 342 of the first 540 harmful actions were stopped by the profile `standard`, and 10 of the 131 innocent ones; of the
 * 191 of the second round 178, and one of the 35 innocent ones; of the 176 of the third 171, and two of the 35 innocent ones; of
 * the 240 of the fourth 215; of the 180 of the fifth 167; of the 240 of the sixth
 * 230; of the 240 of the seventh 229; of the 240 of the eighth 231; of the 200 of the ninth 189; of the 240 of the eleventh 210; of the
 * 240 of the twelfth 209; of the 480 of the thirteenth 444; of the 720 of the
 * fourteenth 695; of the 57 of the fifteenth, in three classes that two blind authors had found open, 3; of the 480 of the
 * sixteenth 461, three more narrowed. The heads of the files say how many of each class.
 */
describe(`harm, and what only looks like it, under what \`licet init\` writes${part}`, () => {
  let judged: readonly Judged[] = [];
  // In one go: what a process costs, and what it must first become fast at, is most of what a short list costs.
  beforeAll(() => void (judged = new InstalledProject().judge(actions)), 600_000);

  it.each(files)('%s: harm is stopped or a declared gap, and its innocent twins run', file => {
    const wrong = actions.flatMap(({ file: of, note, command, tool, input, innocent, known, gap }, index) => {
      if (of !== file) return [];
      const { ruling, guard, reason } = judged[index] ?? { ruling: 'pass' };
      const runs = innocent === true ? known === undefined : gap === true;
      return isStopped({ ruling }) === runs ? [{ note, action: command ?? [tool, input], innocent, gap, ruling, guard, reason }] : [];
    });

    expect(wrong).toEqual([]);
  });

  it('has as many gaps as are declared, and no innocent action that is stopped', () => {
    expect(judged).toHaveLength(actions.length);
    expect(all.filter(({ innocent }) => innocent !== true)).toHaveLength(5034);
    expect(all.filter(({ gap }) => gap === true)).toHaveLength(KNOWN_GAPS);
    expect(all.filter(({ innocent, known }) => innocent === true && known !== undefined).length).toBe(0);
  });
});
