import { createInterface } from 'node:readline/promises';

import type { Json } from '@licet/core';
import type { LearningAnswer, LearningCandidate, LearningRequest } from '@licet/epistemic';
import { formatTree, gapLine, learnAll, parseDepth, visible } from '@licet/epistemic';

import { EXIT } from '../exit.ts';
import type { Terminal } from '../text/terminal.ts';
import { withNewGraph } from './openStore.ts';
import type { StoreOption } from './options.ts';
import { depthOption, pairOption, relationOption } from './options.ts';

/** Puts a question and returns the answer, trimmed; undefined when nobody answers any more. */
type Asks = (question: string) => Promise<string | undefined>;

/** Closes gaps by asking a person, one gap after the other. Exit code 0 when the concepts end up grounded, 2 otherwise. */
export async function learnConcepts(
  concepts: readonly string[],
  options: StoreOption & { readonly minDepth?: string },
  terminal: Terminal,
): Promise<number> {
  const minDepth = options.minDepth === undefined ? undefined : depthOption('--min-depth', options.minDepth);
  const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
  const asks: Asks = async question => {
    terminal.print(question);
    const { done, value } = await lines.next();
    return done === true ? undefined : value.trim();
  };
  return withNewGraph(options.store, async graph => {
    const learner = { propose: async (request: LearningRequest) => propose(request, asks, terminal) };
    const { result } = await learnAll(graph, concepts, learner, {
      now: Date.now(),
      minDepth,
      answerTimeoutMs: Number.POSITIVE_INFINITY,
    });
    terminal.print(formatTree(result));
    return result.grounded ? EXIT.pass : EXIT.block;
  });
}

async function propose(request: LearningRequest, asks: Asks, terminal: Terminal): Promise<LearningAnswer> {
  terminal.print(`\n⚠ ${gapLine(request.gap)}`);
  if (request.refusal !== undefined) terminal.print(`  refused: ${request.refusal}`);
  const candidate = await fill(request.template, asks);
  terminal.print(JSON.stringify(candidate, null, 2));
  const answer = await asks('[a]ccept, [m]odify, [s]kip, [r]eject?');
  if (answer?.startsWith('a') === true) return { decision: 'accepted', candidate };
  if (answer?.startsWith('s') === true) return { decision: 'skipped', candidate: null };
  if (answer?.startsWith('m') === true) return { decision: 'modified', candidate: await fill(request.template, asks) };
  return { decision: 'rejected', candidate: null };
}

async function fill(template: LearningCandidate, asks: Asks): Promise<LearningCandidate> {
  if (template.kind === 'EXISTENCE') {
    return { ...template, d1: { level: 1, properties: await properties(`what is ${visible(template.name)} (D1)?`, asks) } };
  }
  if (template.kind === 'AMBIGUITY')
    return { ...template, targetName: (await asks(`which concept is ${visible(template.alias)}?`)) ?? null };
  if (template.kind === 'REACHABILITY') return fillEdge(asks);
  const newDepths = [];
  for (const { level } of template.newDepths)
    newDepths.push({ level, properties: await properties(`what is known at D${level}?`, asks) });
  return { kind: template.kind, newDepths };
}

async function fillEdge(asks: Asks): Promise<LearningCandidate> {
  const text = (await asks('the edge, as `source@D2 APPLIES_TO target@D2`:')) ?? '';
  const match = /^(.+)@([Dd][0-4])\s+(\w+)\s+(.+)@([Dd][0-4])$/.exec(text);
  const [, sourceName, from, relation, targetName, to] = match ?? [];
  const isWhole =
    sourceName !== undefined && from !== undefined && relation !== undefined && targetName !== undefined && to !== undefined;
  if (!isWhole)
    return { kind: 'REACHABILITY', sourceName: null, targetName: null, relation: null, sourceDepth: null, targetDepth: null };
  return {
    kind: 'REACHABILITY',
    sourceName,
    targetName,
    relation: relationOption(relation),
    sourceDepth: parseDepth(from),
    targetDepth: parseDepth(to),
  };
}

async function properties(question: string, asks: Asks): Promise<Record<string, Json>> {
  const text = await asks(`${question} (key=value, one or more, separated by \`;\`)`);
  const parts = (text ?? '')
    .split(';')
    .map(part => part.trim())
    .filter(part => part.includes('='));
  return parts.reduce<Record<string, Json>>((pairs, part) => pairOption(part, pairs), {});
}
