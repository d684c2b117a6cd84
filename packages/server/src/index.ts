export { createServer } from './createServer.ts';
export type { DecisionServer } from './createServer.ts';
export type { AccessToken, Right } from './access.ts';
export type { Boxes, LayOut, Layout } from './console/layout.ts';
export type { Pairing } from './console/pairings.ts';
export type { GraphView, Holds, Knowledge, PolicyChange, PolicyEdit, PolicyEdits, SettledProposal } from './console/views.ts';
export type { FaultCode } from './http/fault.ts';
export type { ConsoleOptions, ServerLimits, ServerOptions } from './options.ts';
export type { OpenPolicy, ServedPolicy } from './servedPolicy.ts';
