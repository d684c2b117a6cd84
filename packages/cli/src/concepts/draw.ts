import type { ConceptGraph } from '@licet/epistemic';
import { acceptEdge, pendingEdges, rejectEdge } from '@licet/epistemic/learning';
import { formatDot, formatMermaid, visible } from '@licet/epistemic/render';
import { ground, lintGraph } from '@licet/epistemic';

import { EXIT, jsonText, oneOf, UsageError } from '@licet/core/command';
import type { Terminal } from '@licet/core/command';
import { printDrawing } from '../text/picture.ts';
import { resultJson } from './show.ts';
import { withGraph } from './openStore.ts';
import type { JsonOption } from './show.ts';

const DRAWN: readonly string[] = ['mermaid', 'dot', 'svg', 'png'];

/** Draws what the concepts are grounded on, with the gaps marked; without concepts, the whole graph. */
export async function drawConcepts(
  concepts: readonly string[],
  options: JsonOption & { readonly format: string; readonly out?: string },
  terminal: Terminal,
): Promise<number> {
  const { format, out } = options;
  oneOf('--format', format, DRAWN);
  return withGraph(options.store, async graph => {
    const wanted = concepts.length > 0 ? concepts : (await graph.snapshot()).names;
    const result = await ground(graph, wanted, { reachability: 'component' });
    if (options.json === true) terminal.print(jsonText(resultJson(result), 2));
    else await printDrawing(format === 'mermaid' ? formatMermaid(result) : formatDot(result), { format, out }, terminal);
    return 0;
  });
}

/** Reports what in the graph is probably not meant. Exit code 0 when there is nothing, 2 otherwise. */
export async function lintConcepts(options: JsonOption, terminal: Terminal): Promise<number> {
  return withGraph(options.store, async graph => {
    const findings = lintGraph(await graph.snapshot());
    if (options.json === true) terminal.print(jsonText(findings, 2));
    else for (const { code, subject, message } of findings) terminal.print(`${code}  ${visible(subject)}: ${message}`);
    if (options.json !== true && findings.length === 0) terminal.print('nothing found');
    return findings.length === 0 ? EXIT.pass : EXIT.block;
  });
}

/** Shows the edges that failures have suggested, accepts one, or rejects one. */
export async function pendingConcepts(
  options: JsonOption & { readonly accept?: string; readonly reject?: string },
  terminal: Terminal,
): Promise<number> {
  return withGraph(options.store, async graph => {
    if (options.accept !== undefined) await acceptEdge(graph, options.accept, Date.now());
    if (options.reject !== undefined) await reject(graph, options.reject);
    const proposals = await pendingEdges(graph);
    if (options.json === true) terminal.print(jsonText(proposals, 2));
    else if (proposals.length === 0) terminal.print('nothing is pending');
    else
      for (const each of proposals) {
        const edge = `${visible(each.source)} D${each.sourceDepth} ${each.relation} ${visible(each.target)}@D${each.targetDepth}`;
        terminal.print(`${visible(each.id)}  ${edge}  (${each.cause}: ${each.error})`);
      }
    return 0;
  });
}

async function reject(graph: ConceptGraph, id: string): Promise<void> {
  const ids = (await pendingEdges(graph)).map(each => each.id);
  if (!ids.includes(id)) throw new UsageError(`expected a pending proposal, found none with the id \`${id}\``);
  await rejectEdge(graph, id);
}
