import { homedir } from 'node:os';

/** The folder that holds `.licet` with what Licet keeps for a user. */
export const licetHome = (): string => (process.platform === 'win32' ? '' : (process.env['HOME'] ?? '')) || homedir();
