export { celCondition } from '../cel/celCondition.ts';
export { MAX_POLICY_LENGTH } from './checkText.ts';
export { PolicyLoadError, formatIssue } from './issue.ts';
export type { Place, PolicyIssue } from './issue.ts';
export { POLICY_VERSION } from './loadFile.ts';
export { loadPolicy } from './loadPolicy.ts';
export type { LoadOptions, LoadedPolicy } from './options.ts';
export type { ShortForm, ShortFormOf } from './shortForm.ts';
