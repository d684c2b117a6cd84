export { createConsole } from './createConsole.ts';
export type { Console } from './createConsole.ts';
export type { ConsoleOptions } from './options.ts';
export type { Pairing } from './pairings.ts';
export type { Boxes, LayOut, Layout } from './pictures/layoutRoute.ts';
export type { Coverage, GraphView, Holds, Knowledge, Passkeys, SettledProposal } from './ports.ts';
export type { PolicyChange, PolicyEdit, PolicyEdits } from './ports.ts';
