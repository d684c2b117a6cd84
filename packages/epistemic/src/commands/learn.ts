import type { LearningAnswer, LearningCandidate, LearningRequest, ProposedDepth, ProposedRelatum } from '../learning/index.ts';
import { formatTree, gapFix, gapLine, visible } from '../render/index.ts';
import { learnAll } from '../learning/index.ts';
import { parseDepth, RELATION_TYPES } from '../model/index.ts';

import { EXIT } from '@licet/core/command';
import type { Terminal } from '@licet/core/command';
import { asker } from '@licet/core/command';
import type { Asks } from '@licet/core/command';
import type { StoreOption } from './options.ts';
import { depthOption, pairsOption, relationNamed } from './options.ts';
import type { ConceptProgram } from './program.ts';

/** Closes gaps by asking a person, one gap after the other. Exit code 0 when the concepts end up grounded, 2 otherwise. */
export async function learnConcepts(
  concepts: readonly string[],
  options: StoreOption & { readonly minDepth?: string },
  terminal: Terminal,
  program: ConceptProgram,
): Promise<number> {
  const minDepth = options.minDepth === undefined ? undefined : depthOption('--min-depth', options.minDepth);
  const asks = asker(terminal);
  await program.withNewGraph(options.store, async () => undefined);
  return program.withKnowledge(options.store, async graph => {
    const learner = { propose: async (request: LearningRequest) => propose(request, asks, terminal) };
    const { result, outcomes } = await learnAll(graph, concepts, learner, {
      now: Date.now(),
      minDepth,
      answerTimeoutMs: Number.POSITIVE_INFINITY,
    });
    for (const { outcome, candidate, message } of outcomes) {
      if (outcome === 'unwritten' || outcome === 'resolved')
        terminal.complain(`not written: ${visible(message ?? '')}: ${visible(JSON.stringify(candidate))}`);
    }
    terminal.print(formatTree(result));
    return result.grounded ? EXIT.pass : EXIT.block;
  });
}

async function propose(request: LearningRequest, asks: Asks, terminal: Terminal): Promise<LearningAnswer> {
  terminal.print(`\n⚠ ${gapLine(request.gap)}`);
  if (request.refusal !== undefined) terminal.print(`  refused: ${request.refusal}`);
  const { template } = request;
  if (template.kind === 'FADED') {
    terminal.print(`  ${gapFix(request.gap)}`);
    return { decision: 'skipped', candidate: null };
  }
  for (let decision: 'accepted' | 'modified' = 'accepted'; ; decision = 'modified') {
    const candidate = await fill(template, asks);
    terminal.print(JSON.stringify(candidate, null, 2).split('\n').map(visible).join('\n'));
    const answer = await asks('[a]ccept, [m]odify, [s]kip, [r]eject?');
    if (answer?.startsWith('a') === true) return { decision, candidate };
    if (answer?.startsWith('s') === true) return { decision: 'skipped', candidate: null };
    if (answer?.startsWith('m') !== true) return { decision: 'rejected', candidate: null };
  }
}

async function fill(template: Exclude<LearningCandidate, { readonly kind: 'FADED' }>, asks: Asks): Promise<LearningCandidate> {
  if (template.kind === 'EXISTENCE') {
    return { ...template, d1: { level: 1, ...(await content(`what is ${visible(template.name)} (D1)?`, asks)) } };
  }
  if (template.kind === 'AMBIGUITY')
    return { ...template, targetName: (await asks(`which concept is ${visible(template.alias)}?`)) ?? null };
  if (template.kind === 'REACHABILITY') return fillEdge(asks);
  const newDepths = [];
  for (const { level } of template.newDepths) newDepths.push({ level, ...(await content(`what is known at D${level}?`, asks)) });
  return { kind: template.kind, newDepths };
}

async function fillEdge(asks: Asks): Promise<LearningCandidate> {
  let hint = '';
  for (;;) {
    const text = await asks(`the edge, as \`source@D2 APPLIES_TO target@D2\`:${hint}`);
    const match = /^(.+)@([Dd][0-4])\s+(\w+)\s+(.+)@([Dd][0-4])$/.exec(text ?? '');
    const [, sourceName = '', from, named = '', targetName = '', to] = match ?? [];
    const relation = relationNamed(named);
    if (match !== null && relation !== undefined) {
      return {
        kind: 'REACHABILITY',
        sourceName,
        targetName,
        relation,
        sourceDepth: parseDepth(from),
        targetDepth: parseDepth(to),
      };
    }
    if (text === undefined || text === '') {
      return { kind: 'REACHABILITY', sourceName: null, targetName: null, relation: null, sourceDepth: null, targetDepth: null };
    }
    hint = `\n  not understood: ${visible(text)}; the relations are ${RELATION_TYPES.join(', ')}`;
  }
}

/** Reads what a level holds: `key=value` and `RELATION target@D2`, separated by semicolons. What is neither is said, not dropped. */
async function content(question: string, asks: Asks): Promise<Omit<ProposedDepth, 'level'>> {
  let hint = '';
  for (;;) {
    const text = await asks(`${question} (key=value or RELATION target@D2, one or more, separated by \`;\`)${hint}`);
    const parts = (text ?? '')
      .split(';')
      .map(part => part.trim())
      .filter(Boolean);
    const edges = parts.map(edgeNamed);
    const strange = parts.filter((part, at) => edges[at] === undefined && part.indexOf('=') < 1);
    if (strange.length > 0) {
      hint = `\n  not understood: ${strange.map(visible).join('; ')}`;
      continue;
    }
    const relata = edges.filter(each => each !== undefined);
    const pairs = parts.filter((_, at) => edges[at] === undefined);
    const properties = pairsOption(pairs);
    return relata.length === 0 ? { properties } : { properties, relata };
  }
}

function edgeNamed(text: string): ProposedRelatum | undefined {
  const match = /^(\w+)\s+([^=]+)@([Dd][0-4])$/.exec(text);
  const relation = relationNamed(match?.[1] ?? '');
  if (match === null || relation === undefined) return undefined;
  return { relation, target: match[2]!.trim(), targetDepth: parseDepth(match[3]) };
}
