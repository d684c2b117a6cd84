export { grantedFact } from './workflow/grantedFact.ts';
export { factsIn } from './workflow/factView.ts';
export type { FactView, Told } from './workflow/factView.ts';
export { CONTINUED_FACT, HOLD_FACT, reasonIn } from './workflow/hold.ts';
export type { ObligationStanding } from './workflow/obligation.ts';
export { budgetPrefix } from './resource/budget.ts';
export { GRANT_KINDS, grantCounter, grantFact, grantsOf, grantUses, isGrantFact } from './resource/grant.ts';
export type { Grant, GrantKind, GrantUse } from './resource/grant.ts';
export { rateLimitPrefix } from './resource/rateLimit.ts';
