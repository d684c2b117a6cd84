import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A hook that is tried: the line that starts it, as a shell reads it in the folder of the project. */
export interface Subject {
  readonly name: string;
  /** Absent for a hook that was named on the command line. */
  readonly version?: string;
  readonly command: string;
}

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const versionIn = (file: string): string => (JSON.parse(readFileSync(at(file), 'utf8')) as { readonly version: string }).version;

/** Licet as `licet init` installs it: its launcher, which asks a daemon. */
export const licetHook = (host: string): Subject => ({
  name: 'Licet',
  version: versionIn('../../../packages/cli/package.json'),
  command: `sh .licet/licet.sh hook ${host}`,
});

/** Hooks of others that this repository installs for its tests. */
export const PEERS: readonly Subject[] = [
  {
    name: 'cc-safety-net',
    version: versionIn('../../node_modules/cc-safety-net/package.json'),
    command: `${at('../../node_modules/.bin/cc-safety-net')} hook --claude-code`,
  },
];
