export { ActionBlockedError } from './actionBlockedError.ts';
export type { Adapter, Capabilities } from './adapter.ts';
export { faultText, fixText, reasonText } from './message.ts';
export { groupCommit } from './stores/groupCommit.ts';
export type { GroupCommit, GroupCommitOptions } from './stores/groupCommit.ts';
