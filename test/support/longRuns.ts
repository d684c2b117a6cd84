import { it } from 'vitest';
import type { TestContext } from 'vitest';

/** The long runs are asked for by continuous integration; anyone may, with `LICET_LONG_RUNS=1`. */
export const isLongRun: boolean = process.env['LICET_LONG_RUNS'] === '1' || process.env['LICET_LONG_RUNS'] === 'all';

/** Whether also those cases run that take continuous integration too long: `LICET_LONG_RUNS=all`. */
export const isWholeRun: boolean = process.env['LICET_LONG_RUNS'] === 'all';

/** What a test that is left out says about itself. */
export const LONG_RUN = 'a long run: set LICET_LONG_RUNS=1';

/** One case in so many is tried by a property, and with a seed of the moment, which is there to look further. */
const SHARE = process.env['LICET_SEED'] === 'random' ? 4 : 10;

/** How many cases a property tries: all of them in a long run, a part of them otherwise, and ten at least. */
export function cases(all: number): number {
  return isLongRun ? all : Math.max(Math.min(all, 10), Math.ceil(all / SHARE));
}

/** Leaves cases of a dear list out of a plain run, which then prints it: all but one in so many. */
export function isLeftOut(index: number, every: number): boolean {
  return !isLongRun && index % every !== 0;
}

/** What the title of a test says of a part that a plain run takes: `one action in two`. */
export function partly(part: string): string {
  return isLongRun ? '' : ` (${part}; all: ${LONG_RUN})`;
}

/** A list whose entries know what {@link isLeftOut} says of them. */
export function oneIn<T extends object>(every: number, all: readonly T[]): readonly (T & { readonly leftOut: boolean })[] {
  return all.map((each, index) => ({ ...each, leftOut: isLeftOut(index, every) }));
}

/** A test for long runs: others leave it out, and print that. */
export function longIt(title: string, body: (context: TestContext) => unknown): void {
  it(title, async context => (isLongRun ? body(context) : context.skip(LONG_RUN)));
}
