import type { ConceptGraph, GraphDocument, ImportMode, SeedName } from '../index.ts';
import { EpistemicError, exportGraph, importGraph, SEEDS } from '../index.ts';
import { graphJson } from '../exchange/index.ts';

import { jsonText, UsageError, withProgress } from '@licet/core/command';
import type { Terminal } from '@licet/core/command';
import { writeNamed } from './options.ts';
import type { StoreOption } from './options.ts';
import type { ConceptProgram } from './program.ts';

/** How a document enters the graph: by default it is merged, and refused where it contradicts what is known. */
interface ImportChoice extends StoreOption {
  /** Take the document's word where it contradicts what is known. */
  readonly update?: boolean;
  /** Give the concepts of the document its content, whatever else was known of them. */
  readonly replace?: boolean;
  /** Remove everything first. */
  readonly clear?: boolean;
  readonly json?: boolean;
}

/** Loads one of the graphs that come with Licet. */
export async function seedGraph(
  name: SeedName,
  options: ImportChoice,
  terminal: Terminal,
  program: ConceptProgram,
): Promise<number> {
  return program.withNewGraph(options.store, graph => load(graph, SEEDS[name], { ...options, done: 'loaded' }, terminal));
}

/** What `import` reads from: a document, or a graph of VRE on a Neo4j server. */
interface ImportSource extends ImportChoice {
  readonly from?: 'vre';
}

/**
 * Reads a YAML or JSON file, or standard input for `-`, into the graph: all of it or nothing. With `from: 'vre'` the file
 * is the address of a Neo4j server on which VRE keeps a graph; nothing is changed there.
 */
export async function importFile(
  file: string,
  options: ImportSource,
  terminal: Terminal,
  program: ConceptProgram,
): Promise<number> {
  if (options.from === 'vre') return importVre(file, options, terminal, program);
  const document = await readDocument(file, program);
  return program.withNewGraph(options.store, graph => load(graph, document, { ...options, done: 'imported' }, terminal));
}

async function importVre(uri: string, options: ImportChoice, terminal: Terminal, program: ConceptProgram): Promise<number> {
  const { document, notes } = await program.readVre(uri);
  return program.withNewGraph(options.store, async graph => {
    const code = await load(graph, document, { ...options, done: 'imported' }, terminal);
    for (const note of notes) terminal.complain(note);
    return code;
  });
}

/** Says in one line which file is no graph, and everything that is wrong with it. */
async function readDocument(file: string, program: ConceptProgram): Promise<GraphDocument> {
  const { readGraphYaml } = await import('../exchange/graphYaml.ts');
  const text = program.readText(file, 'the file');
  try {
    return readGraphYaml(text);
  } catch (cause) {
    if (!(cause instanceof EpistemicError)) throw cause;
    throw new UsageError(`the file \`${file}\` holds no graph: ${cause.message.replaceAll('\n', '; ')}`, { cause });
  }
}

type Loading = ImportChoice & { readonly done: 'loaded' | 'imported' };

/** Imports a document in one write, so that a refused document loses nothing, and says what was lost. */
async function load(graph: ConceptGraph, document: GraphDocument, options: Loading, terminal: Terminal): Promise<number> {
  const mode = modeOf(options);
  const total = document.primitives.length;
  try {
    const { concepts, lost } = await withProgress(`importing ${total} concepts`, () =>
      importGraph(graph, document, { now: Date.now(), mode }),
    );
    if (options.json === true) terminal.print(jsonText({ concepts, mode, lost }));
    else if (mode === 'clear') terminal.print(`removed ${lost.length} concepts`);
    else for (const each of lost) terminal.print(`lost: ${each}`);
    if (options.json !== true) terminal.print(`${options.done} ${concepts} concepts`);
    return 0;
  } catch (error) {
    if (!(error instanceof EpistemicError) || error.code !== 'import_conflict') throw error;
    const way = 'take its word for these with `--update`, or all of its content for its concepts with `--replace`';
    throw new UsageError(`${error.message}: ${way}`, { cause: error });
  }
}

function modeOf(options: ImportChoice): ImportMode {
  const chosen = (['update', 'replace', 'clear'] as const).filter(mode => options[mode] === true);
  if (chosen.length > 1) throw new UsageError(`choose one of ${chosen.map(mode => `\`--${mode}\``).join(', ')}`);
  return chosen[0] ?? 'merge';
}

/** Writes the graph as YAML or JSON, to a file or to standard output. */
export async function exportFile(
  file: string | undefined,
  options: StoreOption & { readonly format?: 'yaml' | 'json' },
  terminal: Terminal,
  program: ConceptProgram,
): Promise<number> {
  const format = options.format ?? (file?.endsWith('.json') === true ? 'json' : 'yaml');
  const { graphYaml } = await import('../exchange/graphYaml.ts');
  return program.withGraph(options.store, async graph => {
    const document = await exportGraph(graph);
    const text = format === 'json' ? graphJson(document) : graphYaml(document);
    if (file === undefined) terminal.print(text.trimEnd());
    else {
      writeNamed(file, text);
      terminal.print(`exported ${document.primitives.length} concepts to ${file}`);
    }
    return 0;
  });
}
