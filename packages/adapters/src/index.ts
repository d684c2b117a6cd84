export { ActionBlockedError } from './actionBlockedError.ts';
export type { Capabilities } from './runtimes/capabilities.ts';
export type { Runtime } from './runtimes/runtime.ts';
export { faultText, fixText, placeText, reasonText } from './message.ts';
export { waitingText } from './approvalText.ts';
export { groupCommit } from './stores/groupCommit.ts';
export type { GroupCommit, GroupCommitOptions } from './stores/groupCommit.ts';
