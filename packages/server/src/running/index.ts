export { statusOf, isThere, stopServer, pairWith, hasGone } from './askServer.ts';
export type { ServerStatus, AdmittedPage } from './askServer.ts';
export { readTokens } from './readTokens.ts';
export { makeToken, runFolder, readToken } from './runFolder.ts';
export type { RunningServer, RunFolder } from './runFolder.ts';
