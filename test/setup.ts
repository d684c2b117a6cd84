// Properties run with one seed, so that a change is judged by itself and not by luck; `pnpm test:random` looks further
// with a seed of the day, which it prints.
import { configureGlobal } from 'fast-check';

const { LICET_SEED = '20261120' } = process.env;
configureGlobal({ seed: LICET_SEED === 'random' ? Date.now() : Number(LICET_SEED) });

// Programs that tests start write into pipes: the terminal of the tests decides nothing about their colors.
delete process.env['FORCE_COLOR'];

// A hook that a test starts leaves no process behind. Tests of the process that stays say otherwise, and end it.
process.env['LICET_RESIDENT'] ??= '0';
