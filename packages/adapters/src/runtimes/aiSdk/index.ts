export { ActionBlockedError } from '../../actionBlockedError.ts';
export type { CallOptions } from '../seenCall.ts';
export { aiSdk, aiSdkTools } from './facts.ts';
export { licet } from './licet.ts';
export type { LicetOptions, LicetSettings } from './licet.ts';
export { licetTools } from './enforce.ts';
export type { AiSdkOptions } from './enforce.ts';
