import { describe, it } from 'vitest';

import { gapOf } from './row.ts';
import type { Player, Row } from './row.ts';
import { scenarios } from './scenarios.ts';

/** Plays every scenario to one runtime: it holds, or what the table has in its place does. */
export function describeRow(row: Row, play: Player): void {
  describe(row.title, () => {
    for (const { name, needs = [], holds, otherwise } of scenarios) {
      const gap = needs.map(need => gapOf(row, need)).find(reason => reason !== undefined);
      if (gap === undefined) it(name, () => holds({ row, play }));
      else if (otherwise !== undefined) it(`cannot: ${name}: ${otherwise[0]}`, () => otherwise[1]({ row, play }));
    }
  });
}
