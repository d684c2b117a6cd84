import type { ConceptGraph } from '../index.ts';
import type { ConceptProposal, EdgeProposal } from '../learning/index.ts';
import {
  acceptConcept,
  acceptEdge,
  isConceptProposal,
  pendingConceptProposals,
  pendingEdges,
  rejectConcept,
  rejectEdge,
} from '../learning/index.ts';
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

/**
 * Shows what waits for a person: edges that failures have suggested, and concepts that agents have. Accepts one, or rejects one, which is
 * refused in the shell of an agent: an agent that could accept what it has suggested would teach itself.
 */
export async function pendingConcepts(
  options: JsonOption & { readonly accept?: string; readonly reject?: string },
  terminal: Terminal,
  program: ConceptProgram,
): Promise<number> {
  const { accept, reject } = options;
  if (accept !== undefined || reject !== undefined)
    program.requireHuman(`licet concepts pending --${accept === undefined ? 'reject' : 'accept'}`);
  return program.withGraph(options.store, async graph => {
    if (accept !== undefined) await acceptPending(graph, accept, program.userName());
    if (reject !== undefined) await rejectPending(graph, reject);
    const [edges, concepts] = [await pendingEdges(graph), await pendingConceptProposals(graph)];
    if (options.json === true) terminal.print(jsonText([...concepts, ...edges], 2));
    else if (edges.length + concepts.length === 0) terminal.print('nothing is pending');
    else for (const line of [...concepts.map(conceptLine), ...edges.map(edgeLine)]) terminal.print(line);
    return 0;
  });
}

function conceptLine({ id, concept, meaning, evidence, by, at }: ConceptProposal): string {
  return visible(`${id}  ${concept}: ${meaning}  (${evidence}; suggested by ${by}, ${at.slice(0, 10)})`);
}

function edgeLine({ id, source, sourceDepth, relation, target, targetDepth, cause, error }: EdgeProposal): string {
  const edge = `${visible(source)} D${sourceDepth} ${relation} ${visible(target)}@D${targetDepth}`;
  return `${visible(id)}  ${edge}  (${cause}: ${error})`;
}

async function acceptPending(graph: ConceptGraph, id: string, by: string): Promise<void> {
  if (isConceptProposal(id)) await acceptConcept(graph, id, { now: Date.now(), by });
  else await acceptEdge(graph, id, Date.now());
}

async function rejectPending(graph: ConceptGraph, id: string): Promise<void> {
  if (isConceptProposal(id)) return rejectConcept(graph, id, Date.now());
  const ids = (await pendingEdges(graph)).map(each => each.id);
  if (!ids.includes(id)) throw new UsageError(`expected a pending proposal, found none with the id \`${id}\``);
  await rejectEdge(graph, id);
}
