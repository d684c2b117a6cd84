/** The long runs are asked for by continuous integration; anyone may, with `LICET_LONG_RUNS=1`. */
export const isLongRun: boolean = process.env['LICET_LONG_RUNS'] === '1';

/** What a test that is left out says about itself. */
export const LONG_RUN = 'a long run: set LICET_LONG_RUNS=1';
