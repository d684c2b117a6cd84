/** The long runs are asked for by continuous integration; anyone may, with `LICET_LONG_RUNS=1`. */
export const isLongRun: boolean = process.env['LICET_LONG_RUNS'] === '1';

/** What a test that is left out says about itself. */
export const LONG_RUN = 'a long run: set LICET_LONG_RUNS=1';

/** How many cases a property tries: all of them in a long run, a quarter of them otherwise, and ten at least. */
export function cases(all: number): number {
  return isLongRun ? all : Math.max(Math.min(all, 10), Math.ceil(all / 4));
}
