import { styleText } from 'node:util';

import { depthLabel } from '@licet/epistemic/model';
import { exportSnapshot } from '@licet/epistemic/exchange';
import { formatTrace, visible, formatTree } from '@licet/epistemic/render';
import { groundIn, ground } from '@licet/epistemic';
import type { GroundingResult } from '@licet/epistemic';
import type { TreeColours } from '@licet/epistemic/render';

import { counted, EXIT, jsonText } from '@licet/core/command';
import type { Terminal } from '@licet/core/command';
import { withGraph } from './openStore.ts';
import type { StoreOption } from './options.ts';
import { conceptNamed, depthOption } from './options.ts';

/** The options of commands that print data. */
export interface JsonOption extends StoreOption {
  readonly json?: boolean;
}

/** Lists the concepts by name, with the depth each is known to. */
export async function listConcepts(options: JsonOption, terminal: Terminal): Promise<number> {
  return withGraph(options.store, async graph => {
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
export async function showConcept(name: string, options: JsonOption, terminal: Terminal): Promise<number> {
  return withGraph(options.store, async graph => {
    const { name: stored } = await conceptNamed(graph, name);
    const document = exportSnapshot(await graph.snapshot()).primitives.find(each => each.name === stored);
    if (options.json === true) {
      terminal.print(jsonText(document, 2));
      return 0;
    }
    const { graphYaml } = await import('@licet/epistemic/yaml');
    const text = graphYaml({ version: 1, primitives: document === undefined ? [] : [document] });
    terminal.print(text.split('\n').map(visible).join('\n').trimEnd());
    return 0;
  });
}

/** The trace of concepts as text for a system message. */
export async function traceConcepts(concepts: readonly string[], options: JsonOption, terminal: Terminal): Promise<number> {
  return withGraph(options.store, async graph => {
    const result = groundIn(await graph.snapshot(), concepts);
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
export async function checkConcepts(concepts: readonly string[], options: CheckOptions, terminal: Terminal): Promise<number> {
  const minDepth = options.minDepth === undefined ? undefined : depthOption('--min-depth', options.minDepth);
  return withGraph(options.store, async graph => {
    const result = await ground(graph, concepts, {
      minDepth,
      reachability: options.component === true ? 'component' : 'edge',
      inflections: options.exact !== true,
    });
    terminal.print(options.json === true ? jsonText(resultJson(result), 2) : formatTree(result, colours(terminal)));
    return result.grounded ? EXIT.pass : EXIT.block;
  });
}

/** A grounding as data, evidence included. */
export function resultJson(result: GroundingResult): object {
  const { grounded, resolved, notes, minDepth, gaps, version, trace } = result;
  const { conceptIds, primitives, pathway } = trace;
  return { grounded, resolved, notes, minDepth, gaps, version, trace: { conceptIds, primitives, pathway } };
}

/** Colours the marks of a tree where the terminal has colours. */
export function colours({ hasColor }: Terminal): TreeColours {
  const painted = (format: 'green' | 'red' | 'dim') => (text: string) =>
    hasColor ? styleText(format, text, { validateStream: false }) : text;
  return { good: painted('green'), bad: painted('red'), dim: painted('dim') };
}
