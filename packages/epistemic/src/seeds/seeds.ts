import type { GraphDocument } from '../exchange/document.ts';
import { cloudSeed } from './cloud.ts';
import { containersSeed } from './containers.ts';
import { databaseSeed } from './database.ts';
import { filesystemSeed } from './filesystem.ts';
import { gapsSeed } from './gaps.ts';
import type { SeedName } from './names.ts';
import { networkSeed } from './network.ts';

/**
 * The graphs that come with Licet, by name: `filesystem` to start from, `network`, `database`, `cloud` and `containers` to
 * add to it, and `gaps` to see what a gap is. Importing one twice changes nothing the second time, and their order does
 * not matter.
 */
export const SEEDS: Readonly<Record<SeedName, GraphDocument>> = Object.freeze({
  filesystem: filesystemSeed,
  network: networkSeed,
  database: databaseSeed,
  cloud: cloudSeed,
  containers: containersSeed,
  gaps: gapsSeed,
});
