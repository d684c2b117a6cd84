export { ActionBlockedError } from '../../actionBlockedError.ts';
export { guarded } from './guarded.ts';
export type { GuardedOptions } from './options.ts';
