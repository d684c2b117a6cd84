import { depthLabel } from '@licet/epistemic/model';
import { exportSnapshot } from '@licet/epistemic/exchange';
import { formatTrace, visible } from '@licet/epistemic/render';
import { groundIn } from '@licet/epistemic';

import { jsonText } from '../text/json.ts';
import type { Terminal } from '../text/terminal.ts';
import { resultJson } from './check.ts';
import { withGraph } from './openStore.ts';
import type { StoreOption } from './options.ts';
import { conceptNamed } from './options.ts';

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
        terminal.print(`${visible(name)}  ${depthLabel(depth as 0 | null)}  ${edges} ${edges === 1 ? 'edge' : 'edges'}`);
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
