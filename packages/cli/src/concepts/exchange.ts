import { readFileSync, writeFileSync } from 'node:fs';

import type { ConceptGraph, GraphDocument, SeedName } from '@licet/epistemic';
import { EpistemicError, exportGraph, graphJson, importGraph, SEEDS } from '@licet/epistemic';

import { UsageError } from '../exit.ts';
import type { Terminal } from '../text/terminal.ts';
import { withGraph, withNewGraph } from './openStore.ts';
import type { StoreOption } from './options.ts';

/** Loads one of the graphs that come with Licet. `clear` removes what is there first. */
export async function seedGraph(
  name: string,
  options: StoreOption & { readonly clear?: boolean },
  terminal: Terminal,
): Promise<number> {
  if (!Object.hasOwn(SEEDS, name))
    throw new UsageError(`the seed must be one of ${Object.keys(SEEDS).join(', ')}, found \`${name}\``);
  return withNewGraph(options.store, async graph => {
    terminal.print(`loaded ${await load(graph, SEEDS[name as SeedName], options, terminal)} concepts`);
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
  const text = readText(file);
  const document = inFile(file, () => readGraphYaml(text));
  return withNewGraph(options.store, async graph => {
    terminal.print(`imported ${await load(graph, document, options, terminal)} concepts`);
    return 0;
  });
}

/** Says in one line which file is no graph, and everything that is wrong with it. */
function inFile<T>(file: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    if (!(cause instanceof EpistemicError)) throw cause;
    throw new UsageError(`the file \`${file}\` holds no graph: ${cause.message.replaceAll('\n', '; ')}`, { cause });
  }
}

/** Imports a document, in the place of what is there with `clear`: in one write, so that a refused document loses nothing. */
async function load(
  graph: ConceptGraph,
  document: GraphDocument,
  { clear = false }: { readonly clear?: boolean },
  terminal: Terminal,
): Promise<number> {
  const { size } = await graph.snapshot();
  const count = await importGraph(graph, document, { now: Date.now(), replace: clear });
  if (clear) terminal.print(`removed ${size} concepts`);
  return count;
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
    else {
      writeText(file, text);
      terminal.print(`exported ${document.primitives.length} concepts to ${file}`);
    }
    return 0;
  });
}

function writeText(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (cause) {
    throw new UsageError(`the file \`${file}\` cannot be written`, { cause });
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8');
  } catch (cause) {
    throw new UsageError(`the file \`${file}\` cannot be read`, { cause });
  }
}
