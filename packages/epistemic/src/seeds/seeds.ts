import type { GraphDocument } from '../exchange/document.ts';
import { filesystemSeed } from './filesystem.ts';
import { gapsSeed } from './gaps.ts';

/** The names of the graphs that come with Licet. */
export type SeedName = 'filesystem' | 'gaps';

/** The graphs that come with Licet, by name. Importing one twice changes nothing the second time. */
export const SEEDS: Readonly<Record<SeedName, GraphDocument>> = Object.freeze({ filesystem: filesystemSeed, gaps: gapsSeed });
