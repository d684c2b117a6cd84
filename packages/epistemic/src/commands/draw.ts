import type { ConceptGraph } from '../index.ts';
import { acceptEdge, pendingEdges, rejectEdge } from '../learning/index.ts';
import { formatDot, formatMermaid, visible } from '../render/index.ts';
import { ground, lintGraph } from '../index.ts';

import { EXIT, jsonText, UsageError } from '@licet/core/command';
import type { Terminal } from '@licet/core/command';
import { resultJson } from './show.ts';
import type { JsonOption } from './show.ts';
import type { ConceptProgram } from './program.ts';

/** Draws what the concepts are grounded on, with the gaps marked; without concepts, the whole graph. */
export async function drawConcepts(
  concepts: readonly string[],
  options: JsonOption & { readonly format: string; readonly out?: string },
  terminal: Terminal,
  program: ConceptProgram,
): Promise<number> {
  const { format, out } = options;
  return program.withGraph(options.store, async graph => {
    const wanted = concepts.length > 0 ? concepts : (await graph.snapshot()).names;
    const result = await ground(graph, wanted, { reachability: 'component', now: Date.now() });
    if (options.json === true) terminal.print(jsonText(resultJson(result), 2));
    else await program.draw(format === 'mermaid' ? formatMermaid(result) : formatDot(result), { format, out }, terminal);
    return 0;
  });
}

/** Reports what in the graph is probably not meant. Exit code 0 when there is nothing, 2 otherwise. */
export async function lintConcepts(options: JsonOption, terminal: Terminal, program: ConceptProgram): Promise<number> {
  return program.withGraph(options.store, async graph => {
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
  program: ConceptProgram,
): Promise<number> {
  return program.withGraph(options.store, async graph => {
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
