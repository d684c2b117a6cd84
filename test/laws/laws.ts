import { evaluationLaws } from './evaluation.ts';
import { faultLaws } from './faults.ts';
import { historyLaws } from './history.ts';
import { latticeLaws } from './lattice.ts';
import type { Law } from './law.ts';
import { reversalLaws } from './reversal.ts';
import { skipLaws } from './skips.ts';

/** Every law of the algebra, as properties over policies. `docs/algebra.md` states each by the same name. */
export const laws: readonly Law[] = Object.freeze([
  ...latticeLaws,
  ...reversalLaws,
  ...faultLaws,
  ...skipLaws,
  ...evaluationLaws,
  ...historyLaws,
]);
