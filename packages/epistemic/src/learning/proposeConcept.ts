import type { ConceptGraph, PendingProposal } from '../graph/conceptGraph.ts';
import { writeInTurn } from '../graph/turns.ts';
import { EpistemicError } from '../model/errors.ts';
import { foldConceptName } from '../model/name.ts';
import { provenance } from '../model/provenance.ts';
import { visible } from '../render/escape.ts';
import { learnGap } from './learnGap.ts';

/** A concept that an agent suggests. All of it is the agent's word. */
export interface ConceptSuggestion {
  readonly concept: string;
  /** What it is, in a sentence. */
  readonly meaning: string;
  /** Where the agent has that from: a file, an answer of the user, the output of a command. */
  readonly evidence: string;
}

/** A suggested concept that waits for a person, or that one has rejected. It takes no part in grounding. */
export interface ConceptProposal extends ConceptSuggestion {
  readonly id: string;
  /** Who suggested it. */
  readonly by: string;
  /** When, ISO 8601 in UTC. */
  readonly at: string;
  /** When a person rejected it: it is not suggested again. */
  readonly rejectedAt?: string;
}

/** What became of a suggestion. */
export type ProposalAnswer = { readonly isKept: true; readonly id: string } | { readonly isKept: false; readonly why: string };

const PREFIX = 'concept/';

/** Tells by its id whether a proposal is of this kind. */
export const isConceptProposal = (id: string): boolean => id.startsWith(PREFIX);

/** How many suggested concepts may wait for a person, and how many of one hour: a person does not read a flood. */
const [MOST_WAITING, MOST_AN_HOUR] = [20, 5];
/** How many rejections are remembered. */
const MOST_REJECTED = 100;
const HOUR_MS = 3_600_000;
/** The longest texts, in UTF-16 units. */
const LONGEST: Readonly<Record<keyof ConceptSuggestion, number>> = { concept: 80, meaning: 500, evidence: 500 };

/**
 * Keeps a concept that an agent suggests until a person decides: see {@link acceptConcept}. It teaches nothing. Refused are a concept
 * that is known, one that waits or was rejected, texts that are empty or too long, the sixth within an hour, and the
 * twenty-first that waits.
 *
 * @example
 * ```ts
 * import { memoryGraph } from '@licet/epistemic';
 * import { proposeConcept } from '@licet/epistemic/learning';
 *
 * const graph = memoryGraph();
 * const deploy = { concept: 'deploy', meaning: 'puts a build on the servers', evidence: 'README.md' };
 * await proposeConcept(graph, deploy, { now: 0, by: 'an agent' }); // => { isKept: true, id: 'concept/deploy' }
 * (await proposeConcept(graph, deploy, { now: 0, by: 'an agent' })).isKept; // => false
 * graph.snapshot().size; // => 0
 * ```
 */
export async function proposeConcept(
  graph: ConceptGraph,
  suggestion: ConceptSuggestion,
  { now, by }: { readonly now: number; readonly by: string },
): Promise<ProposalAnswer> {
  const { concept, meaning, evidence } = suggestion;
  const malformed = problemOf(suggestion);
  if (malformed !== undefined) return { isKept: false, why: malformed };
  const id = `${PREFIX}${foldConceptName(concept)}`;
  return writeInTurn(graph, async (): Promise<ProposalAnswer> => {
    const { byName, byAlias } = await graph.snapshot();
    const key = foldConceptName(concept);
    if (byName.has(key) || byAlias.has(key)) return { isKept: false, why: `\`${visible(concept)}\` is known already` };
    const why = refusalOf(id, conceptProposalsIn(await graph.proposals()), now);
    if (why !== undefined) return { isKept: false, why };
    const proposal: ConceptProposal = { id, concept, meaning, evidence, by, at: new Date(now).toISOString() };
    await graph.write([{ type: 'propose', proposal: { id, content: JSON.stringify(proposal) } }]);
    return { isKept: true, id };
  });
}

function problemOf(suggestion: ConceptSuggestion): string | undefined {
  for (const [name, most] of Object.entries(LONGEST) as [keyof ConceptSuggestion, number][]) {
    const text = suggestion[name];
    if (text.trim() === '' || text.length > most || !text.isWellFormed())
      return `expected \`${name}\` as a text of 1 to ${most} characters, found ${text.length}`;
  }
  return /^[\p{L}\p{N}][\p{L}\p{N} _.-]*$/u.test(suggestion.concept)
    ? undefined
    : 'expected a concept of letters, digits, spaces, `_`, `.` and `-`';
}

function refusalOf(id: string, known: readonly ConceptProposal[], now: number): string | undefined {
  const same = known.find(each => each.id === id);
  if (same?.rejectedAt !== undefined) return `a person rejected it on ${same.rejectedAt.slice(0, 10)}`;
  if (same !== undefined) return 'it waits for a person already';
  if (known.filter(({ rejectedAt }) => rejectedAt === undefined).length >= MOST_WAITING)
    return `${MOST_WAITING} suggested concepts wait for a person already`;
  const recent = known.filter(({ at }) => now - Date.parse(at) < HOUR_MS).length;
  return recent >= MOST_AN_HOUR ? `${MOST_AN_HOUR} concepts were suggested within an hour` : undefined;
}

/** The suggested concepts that wait for a person, by id. */
export async function pendingConceptProposals(graph: ConceptGraph): Promise<ConceptProposal[]> {
  return conceptProposalsIn(await graph.proposals()).filter(({ rejectedAt }) => rejectedAt === undefined);
}

/**
 * Writes a suggested concept into the graph, as learned knowledge to D1, and settles it; one that is known by now is only settled.
 * Throws `not_found` where none waits. Call it for a person only.
 */
export async function acceptConcept(
  graph: ConceptGraph,
  id: string,
  { now, by }: { readonly now: number; readonly by: string },
): Promise<ConceptProposal> {
  const proposal = await waiting(graph, id);
  const { concept, meaning, evidence } = proposal;
  const origin = provenance('learned', now, `accepted by ${by}, suggested by ${proposal.by}: ${evidence}`);
  const primitive = { id: `unknown:${foldConceptName(concept)}`, name: concept, levels: [], provenance: origin };
  const d1 = { level: 1 as const, properties: { is: meaning } };
  try {
    await learnGap(graph, { kind: 'EXISTENCE', primitive }, { kind: 'EXISTENCE', name: concept, d1 }, origin);
  } catch (error) {
    if (!(error instanceof EpistemicError) || error.code !== 'gap_resolved') throw error;
  }
  await graph.write([{ type: 'settle', proposalId: id }]);
  return proposal;
}

/** Drops a suggested concept, and remembers that, so that no agent suggests it again. Throws `not_found` where none waits. */
export async function rejectConcept(graph: ConceptGraph, id: string, now: number): Promise<void> {
  await writeInTurn(graph, async () => {
    const proposal: ConceptProposal = { ...(await waiting(graph, id)), rejectedAt: new Date(now).toISOString() };
    const rejected = conceptProposalsIn(await graph.proposals())
      .filter(({ rejectedAt }) => rejectedAt !== undefined)
      .toSorted((a, b) => Date.parse(a.rejectedAt!) - Date.parse(b.rejectedAt!));
    const forgotten = rejected.slice(0, Math.max(0, rejected.length + 1 - MOST_REJECTED));
    await graph.write([
      ...forgotten.map(each => ({ type: 'settle', proposalId: each.id }) as const),
      { type: 'propose', proposal: { id, content: JSON.stringify(proposal) } },
    ]);
  });
}

async function waiting(graph: ConceptGraph, id: string): Promise<ConceptProposal> {
  const found = (await pendingConceptProposals(graph)).find(each => each.id === id);
  if (found !== undefined) return found;
  throw new EpistemicError('not_found', `expected a pending proposal \`${visible(id)}\`, found none`);
}

/** A proposal of another kind or form is passed over. */
function conceptProposalsIn(proposals: readonly PendingProposal[]): ConceptProposal[] {
  return proposals.flatMap(({ id, content }) => {
    if (!isConceptProposal(id)) return [];
    try {
      const value = JSON.parse(content) as ConceptProposal;
      return [value.concept, value.meaning, value.evidence, value.at].every(each => typeof each === 'string') ? [value] : [];
    } catch {
      return [];
    }
  });
}
