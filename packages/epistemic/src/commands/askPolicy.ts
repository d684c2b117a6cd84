import type { ConceptGraph, Depth, Primitive } from '../index.ts';
import { DEFAULT_CONFIRMATION, foldConceptName } from '../model/index.ts';
import { visible } from '../render/index.ts';

import { UsageError } from '@licet/core/command';
import type { Terminal } from '@licet/core/command';
import { asker } from '@licet/core/command';
import type { Asks } from '@licet/core/command';
import type { StoreOption } from './options.ts';
import type { PolicyOptions } from './policy.ts';
import { editPolicy, policyLine, showEdges } from './policy.ts';
import type { ConceptProgram } from './program.ts';

/**
 * Asks for a policy, step by step: the act, the object, the edge where there are several, and the fields; shows what it
 * would write, and writes it after a `y`. A user who stops answering has changed nothing.
 */
export async function askPolicy({ store }: StoreOption, terminal: Terminal, program: ConceptProgram): Promise<number> {
  const asks = asker(terminal);
  const chosen = await program.withGraph(store, async graph => choose(graph, asks, terminal));
  if (chosen === undefined) return nothing(terminal);
  const { source, target, depth, present } = chosen;
  if (present.length > 0) terminal.print(`there is already: ${present.join('; ')}`);
  const options = await fields(asks);
  if (options === undefined) return nothing(terminal);
  const { name, confirm, onFail, cardinality, message = DEFAULT_CONFIRMATION, callback } = options;
  const manner = confirm ? `asks ${onFail === true ? 'when the callback fails' : 'always'}: ${visible(message)}` : 'blocks';
  const code = callback === undefined ? '' : `, callback ${visible(callback)}`;
  terminal.print(
    `${visible(source)} → ${visible(target)} at D${depth}: ${visible(name)}, about ${cardinality} objects, ${manner}${code}`,
  );
  if ((await asks('save it? [y/N]')) !== 'y') return nothing(terminal);
  return editPolicy(source, target, { ...options, depth: `D${depth}`, ...(store !== undefined && { store }) }, terminal, program);
}

function nothing(terminal: Terminal): number {
  terminal.print('nothing was changed');
  return 0;
}

interface Place {
  readonly source: string;
  readonly target: string;
  readonly depth: number;
  readonly present: readonly string[];
}

async function choose(graph: ConceptGraph, asks: Asks, terminal: Terminal): Promise<Place | undefined> {
  const acts = await actsOf(graph);
  const source = await named(graph, acts, 'which act?', asks);
  if (source === undefined) return undefined;
  await showEdges(graph, source, terminal);
  const edges = source.depths.flatMap(depth => depth.relata.filter(isAct).map(relatum => ({ depth, relatum })));
  const { ids, names } = await graph.snapshot();
  const objects = [...new Set(edges.map(({ relatum }) => names[ids.indexOf(relatum.targetId)]!))];
  const target = await named(graph, objects, 'which object?', asks);
  if (target === undefined) return undefined;
  const fitting = edges.filter(({ relatum }) => relatum.targetId === target.id);
  const levels = fitting.map(({ depth }) => depth.level);
  const depth = levels.length === 1 ? levels[0] : await oneOf(levels.map(String), `which level: D${levels.join(', D')}?`, asks);
  if (depth === undefined) return undefined;
  const own = fitting.filter(each => each.depth.level === Number(depth));
  const present = own.flatMap(({ relatum }) => relatum.policies.map(policyLine));
  return { source: source.name, target: target.name, depth: Number(depth), present };
}

const isAct = (relatum: Depth['relata'][number]): boolean => relatum.relation === 'APPLIES_TO';

/** The concepts that own an APPLIES_TO edge, by name. */
async function actsOf(graph: ConceptGraph): Promise<readonly string[]> {
  const snapshot = await graph.snapshot();
  const all = snapshot.names.map((_, index) => snapshot.primitive(index));
  const acts = all.filter(each => each.depths.some(depth => depth.relata.some(isAct))).map(each => each.name);
  if (acts.length > 0) return acts;
  throw new UsageError('there is no APPLIES_TO edge that a policy could hang on: add one with `licet concepts link`');
}

async function named(
  graph: ConceptGraph,
  names: readonly string[],
  question: string,
  asks: Asks,
): Promise<Primitive | undefined> {
  let hint = ` (${names.map(visible).join(', ')})`;
  for (;;) {
    const name = await asks(`${question}${hint}`);
    if (name === undefined || name === '') return undefined;
    const found = names.find(each => foldConceptName(each) === foldConceptName(name));
    if (found !== undefined) return graph.find({ name: found });
    hint = ` there is no \`${visible(name)}\` among ${names.map(visible).join(', ')}`;
  }
}

/** Asks until the answer is one of these, with or without a D; the first one for an empty answer. */
async function oneOf(values: readonly string[], question: string, asks: Asks): Promise<string | undefined> {
  for (;;) {
    const answer = (await asks(question))?.replace(/^[dD](?=[0-4]$)/, '');
    if (answer === undefined) return undefined;
    if (answer === '') return values[0];
    if (values.includes(answer)) return answer;
  }
}

async function fields(asks: Asks): Promise<(Omit<PolicyOptions, 'name'> & { readonly name: string }) | undefined> {
  const name = await asks('the name of the policy?');
  if (name === undefined || name === '') return undefined;
  const confirm = await oneOf(['yes', 'no', 'y', 'n'], 'ask a person? [Y/n] (no blocks)', asks);
  const cardinality = await oneOf(
    ['always', 'single', 'multiple'],
    'for how many objects: always, single, multiple? [always]',
    asks,
  );
  const message = await asks(`what does the person read? [${DEFAULT_CONFIRMATION}]`);
  const callback = await asks('the key of a callback? [none]');
  if (confirm === undefined || cardinality === undefined || message === undefined || callback === undefined) return undefined;
  const isAsking = confirm.startsWith('y');
  const onFail =
    callback !== '' && isAsking ? await oneOf(['no', 'yes', 'n', 'y'], 'ask only when the callback fails? [y/N]', asks) : 'no';
  if (onFail === undefined) return undefined;
  return {
    name,
    confirm: isAsking,
    cardinality,
    onFail: onFail.startsWith('y'),
    ...(message !== '' && { message }),
    ...(callback !== '' && { callback }),
  };
}
