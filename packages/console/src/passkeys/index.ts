export { RP_ID, assertionProblem, counterOf, counterProblem } from './assertion.ts';
export { answerProblem, changeChallenge, changeProblem, endOf, isChange, isOrigin, keyLogFrom, readKeys } from './keyLog.ts';
export type { KeyLog, ReadKeys } from './keyLog.ts';
