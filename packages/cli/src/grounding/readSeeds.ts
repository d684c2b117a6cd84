import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { GovernanceError } from '@licet/core';
import type { GraphDocument, SeedName } from '@licet/epistemic';
import { SEEDS } from '@licet/epistemic';
import { readGraphDocument } from '@licet/epistemic/exchange';

import type { GroundingOptions, RequireFile } from './openGrounding.ts';

/**
 * Reads what a fresh graph starts from: a graph that comes with Licet, by name, else a document in a file, relative to
 * the policy's folder. Throws for a file that cannot be read and for what is no graph document.
 */
export async function readSeeds(
  names: readonly string[],
  { root, requireFile }: Pick<GroundingOptions, 'root' | 'requireFile'>,
): Promise<readonly GraphDocument[]> {
  const documents: GraphDocument[] = [];
  for (const name of names)
    documents.push(Object.hasOwn(SEEDS, name) ? SEEDS[name as SeedName] : await readSeed(resolve(root, name), requireFile));
  return documents;
}

async function readSeed(file: string, requireFile: RequireFile = () => undefined): Promise<GraphDocument> {
  requireFile(file, false);
  const text = readText(file);
  if (file.endsWith('.json')) return readGraphDocument(parsed(text, file));
  const { readGraphYaml } = await import('../policy/compile.ts');
  return readGraphYaml(text);
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    const message = `expected a seed (${Object.keys(SEEDS).join(', ')}) or a file, found nothing that can be read at \`${file}\``;
    throw new GovernanceError('store_unavailable', message, { cause });
  }
}

function parsed(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new GovernanceError('store_unavailable', `expected JSON in the seed \`${file}\`, found something else`, { cause });
  }
}
