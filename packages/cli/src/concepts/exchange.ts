import { readFileSync, writeFileSync } from 'node:fs';

import type { SeedName } from '@licet/epistemic';
import { exportGraph, graphJson, importGraph, SEEDS } from '@licet/epistemic';

import { UsageError } from '../exit.ts';
import type { Terminal } from '../text/terminal.ts';
import { withGraph } from './openStore.ts';
import type { StoreOption } from './options.ts';

/** Loads one of the graphs that come with Licet. `clear` removes what is there first. */
export async function seedGraph(
  name: string,
  options: StoreOption & { readonly clear?: boolean },
  terminal: Terminal,
): Promise<number> {
  if (!Object.hasOwn(SEEDS, name))
    throw new UsageError(`the seed must be one of ${Object.keys(SEEDS).join(', ')}, found \`${name}\``);
  return withGraph(options.store, async graph => {
    if (options.clear === true) terminal.print(`removed ${await graph.clear()} concepts`);
    terminal.print(`loaded ${await importGraph(graph, SEEDS[name as SeedName], { now: Date.now() })} concepts`);
    return 0;
  });
}

/** Reads a YAML or JSON file, or standard input for `-`, into the graph: all of it or nothing. */
export async function importFile(
  file: string,
  options: StoreOption & { readonly clear?: boolean },
  terminal: Terminal,
): Promise<number> {
  const { readGraphYaml } = await import('@licet/epistemic/yaml');
  return withGraph(options.store, async graph => {
    const document = readGraphYaml(readText(file));
    if (options.clear === true) terminal.print(`removed ${await graph.clear()} concepts`);
    terminal.print(`imported ${await importGraph(graph, document, { now: Date.now() })} concepts`);
    return 0;
  });
}

/** Writes the graph as YAML or JSON, to a file or to standard output. */
export async function exportFile(
  file: string | undefined,
  options: StoreOption & { readonly format?: string },
  terminal: Terminal,
): Promise<number> {
  const format = options.format ?? (file?.endsWith('.json') === true ? 'json' : 'yaml');
  if (format !== 'json' && format !== 'yaml') throw new UsageError(`\`--format\` must be yaml or json, found \`${format}\``);
  const { graphYaml } = await import('@licet/epistemic/yaml');
  return withGraph(options.store, async graph => {
    const document = await exportGraph(graph);
    const text = format === 'json' ? graphJson(document) : graphYaml(document);
    if (file === undefined) terminal.print(text.trimEnd());
    else writeFileSync(file, text);
    return 0;
  });
}

function readText(file: string): string {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8');
  } catch (cause) {
    throw new UsageError(`the file \`${file}\` cannot be read`, { cause });
  }
}
