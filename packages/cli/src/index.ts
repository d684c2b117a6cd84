import { resolve } from 'node:path';

import { openEngine as openCompiled } from './policy/openEngine.ts';
import type { HostOptions, OpenedPolicy } from './policy/openEngine.ts';
import { servedPolicy } from './policy/readPolicy.ts';

export { PolicyError } from './exit.ts';
export type { HostOptions, OpenedPolicy } from './policy/openEngine.ts';

/**
 * Opens a policy file and everything that it names: packs, effects, stores, audit trail, graphs, defaults, modes and time
 * limits. The managed policy of the machine is above it. State and trail start from the folder of the file. Rejects with a `PolicyError`, whose `issues` have every mistake with its
 * place, for a file that does not load, and with an `InvariantError` for a policy that something is missing for.
 *
 * @example
 * ```ts
 * import { openEngine } from 'licet';
 *
 * const { engine } = await openEngine('governance.yaml');
 * const evaluation = await engine.evaluate({ kind: 'bash', tool: 'Bash', payload: { command: 'rm -rf ~/' } });
 * evaluation.ruling; // => 'block'
 * ```
 */
export async function openEngine(file: string = 'governance.yaml', options: HostOptions = {}): Promise<OpenedPolicy> {
  const path = resolve(file);
  return openCompiled(await servedPolicy(path), { records: true, livesOn: true, host: 'program', ...options });
}
