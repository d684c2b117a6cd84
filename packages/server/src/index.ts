export { createServer } from './createServer.ts';
export type { DecisionServer } from './createServer.ts';
export type { AccessToken, Right } from './access.ts';
export type { FaultCode } from './http/fault.ts';
export type { ServerExtension, ServerLimits, ServerOptions } from './options.ts';
export type { OpenPolicy, ServedPolicy, SignedGraphText } from './servedPolicy.ts';
