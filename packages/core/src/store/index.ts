export {
  approvalStatus,
  currentAmong,
  isOpen,
  judgeClaim,
  newestOf,
  openAmong,
  standingOf,
  storedApproval,
} from './approvalRules.ts';
export { refusalOf, takeAnswer } from './takeAnswer.ts';
export type { ApproverRefusal } from './takeAnswer.ts';
export { GENESIS, chainCheck, chainHash } from './auditChain.ts';
export type { ChainCheck, ChainCheckOptions, ChainLink, HashText } from './auditChain.ts';
export { matchesQuery } from './auditReader.ts';
export { emptySession, foldSession } from './foldSession.ts';
export { callChange } from './openCalls.ts';
export type { CallChange } from './openCalls.ts';
export { LATE_SETTLEMENT_MS, OPEN_CALL_MS } from '../ports/session.ts';
export { TRAIL } from '../ports/audit.ts';
export { isCounterOf } from '../ports/inspect.ts';
export { LATE, timely } from '../model/timely.ts';
