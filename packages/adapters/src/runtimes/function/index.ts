export { ActionBlockedError } from '../../actionBlockedError.ts';
export { guarded } from './guarded.ts';
export type { GuardedOptions } from './call.ts';
export { withLicet } from './enforce.ts';
export type { ToolOptions } from './enforce.ts';
