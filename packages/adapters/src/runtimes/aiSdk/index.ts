export { ActionBlockedError } from '../../actionBlockedError.ts';
export type { CallOptions } from '../seenCall.ts';
export { aiSdk, aiSdkTools } from './facts.ts';
export { licet } from './licet.ts';
export type { LicetSettings } from './licet.ts';
export { licetTools } from './licetTools.ts';
export type { AiSdkOptions } from './licetTools.ts';
