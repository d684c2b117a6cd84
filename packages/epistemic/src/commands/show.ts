import { depthLabel } from '../model/index.ts';
import { exportSnapshot } from '../exchange/index.ts';
import { formatTrace, formatTree, treeColors, visible } from '../render/index.ts';
import { ground } from '../index.ts';
import type { GroundingResult } from '../index.ts';

import { counted, EXIT, jsonText } from '@licet/core/command';
import type { Terminal } from '@licet/core/command';
import type { StoreOption } from './options.ts';
import { conceptNamed, depthOption } from './options.ts';
import type { ConceptProgram } from './program.ts';

/** The options of commands that print data. */
export interface JsonOption extends StoreOption {
  readonly json?: boolean;
}

/** Lists the concepts by name, with the depth each is known to. */
export async function listConcepts(options: JsonOption, terminal: Terminal, program: ConceptProgram): Promise<number> {
  return program.withGraph(options.store, async graph => {
    const { names, depths, edgeStart } = await graph.snapshot();
    const rows = names.map((name, index) => {
      const depth = depths[index]!;
      return { name, depth: depth < 0 ? null : depth, edges: edgeStart[index + 1]! - edgeStart[index]! };
    });
    if (options.json === true) terminal.print(jsonText(rows, 2));
    else if (rows.length === 0) terminal.print('no concepts');
    else
      for (const { name, depth, edges } of rows)
        terminal.print(`${visible(name)}  ${depthLabel(depth as 0 | null)}  ${counted(edges, 'edge')}`);
    return 0;
  });
}

/** Shows everything that is known of one concept: also what is cut off, and edges to concepts that are not pulled in. */
export async function showConcept(
  name: string,
  options: JsonOption,
  terminal: Terminal,
  program: ConceptProgram,
): Promise<number> {
  return program.withGraph(options.store, async graph => {
    const { name: stored } = await conceptNamed(graph, name);
    const document = exportSnapshot(await graph.snapshot()).primitives.find(each => each.name === stored);
    if (options.json === true) {
      terminal.print(jsonText(document, 2));
      return 0;
    }
    const { graphYaml } = await import('../exchange/graphYaml.ts');
    const text = graphYaml({ version: 1, primitives: document === undefined ? [] : [document] });
    terminal.print(text.split('\n').map(visible).join('\n').trimEnd());
    return 0;
  });
}

/** The trace of concepts as text for a system message. */
export async function traceConcepts(
  concepts: readonly string[],
  options: JsonOption,
  terminal: Terminal,
  program: ConceptProgram,
): Promise<number> {
  return program.withKnowledge(options.store, async graph => {
    const result = await ground(graph, concepts, { now: Date.now() });
    terminal.print(options.json === true ? jsonText(resultJson(result), 2) : formatTrace(result));
    return 0;
  });
}

/** The options of `licet concepts check`. */
export interface CheckOptions extends StoreOption {
  readonly minDepth?: string;
  readonly component?: boolean;
  readonly exact?: boolean;
  readonly json?: boolean;
}

/** Grounds concepts and shows the trace. Exit code 0 when they are grounded, 2 when there are gaps. */
export async function checkConcepts(
  concepts: readonly string[],
  options: CheckOptions,
  terminal: Terminal,
  program: ConceptProgram,
): Promise<number> {
  const minDepth = options.minDepth === undefined ? undefined : depthOption('--min-depth', options.minDepth);
  return program.withKnowledge(options.store, async graph => {
    const result = await ground(graph, concepts, {
      minDepth,
      reachability: options.component === true ? 'component' : 'edge',
      inflections: options.exact !== true,
      now: Date.now(),
    });
    terminal.print(options.json === true ? jsonText(resultJson(result), 2) : formatTree(result, treeColors(terminal)));
    return result.grounded ? EXIT.pass : EXIT.block;
  });
}

/** A grounding as data, evidence included. */
export function resultJson(result: GroundingResult): object {
  const { grounded, resolved, notes, minDepth, gaps, version, trace } = result;
  const { conceptIds, primitives, pathway } = trace;
  return { grounded, resolved, notes, minDepth, gaps, version, trace: { conceptIds, primitives, pathway } };
}
