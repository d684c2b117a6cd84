import type { Cardinality, ConceptGraph, Depth, EdgePolicy, Primitive } from '../index.ts';
import { edgePolicy } from '../index.ts';
import { visible } from '../render/index.ts';

import { didYouMean } from '@licet/core/text';
import { counted, UsageError } from '@licet/core/command';
import type { Terminal } from '@licet/core/command';
import type { StoreOption } from './options.ts';
import { conceptNamed, depthOption } from './options.ts';
import type { ConceptProgram } from './program.ts';

/** The options of `licet concepts policy`. */
export interface PolicyOptions extends StoreOption {
  readonly name?: string;
  readonly depth?: string;
  /** Set to false by `--no-confirm`: a violation then blocks. */
  readonly confirm: boolean;
  readonly onFail?: boolean;
  readonly cardinality: string;
  readonly message?: string;
  readonly callback?: string;
  readonly remove?: boolean;
}

/**
 * Puts a policy on an APPLIES_TO edge, replaces the one of the same name, or removes it. Without a target, or without a
 * name, it shows the edges of the source, or the policies of the edge.
 */
export async function editPolicy(
  source: string,
  target: string | undefined,
  options: PolicyOptions,
  terminal: Terminal,
  program: ConceptProgram,
): Promise<number> {
  return program.changeGraph(options.store, async graph => {
    const { version } = await graph.snapshot([]);
    const from = await conceptNamed(graph, source);
    if (target === undefined) return showEdges(graph, from, terminal);
    const to = await conceptNamed(graph, target);
    const level = levelOf(from, to, options.depth);
    const isEdge = (each: Depth['relata'][number]): boolean => each.relation === 'APPLIES_TO' && each.targetId === to.id;
    const present = from.depths
      .find(depth => depth.level === level)!
      .relata.filter(isEdge)
      .flatMap(each => each.policies);
    if (options.name === undefined) {
      for (const policy of present) terminal.print(policyLine(policy));
      if (present.length === 0) terminal.print(`no policies on ${visible(from.name)} → ${visible(to.name)}`);
      return 0;
    }
    const others = present.filter(policy => policy.name !== options.name);
    if (options.remove === true && others.length === present.length) {
      const names = present.map(policy => policy.name);
      throw new UsageError(`there is no policy \`${options.name}\` on this edge${didYouMean(options.name, names)}`);
    }
    const policies = options.remove === true ? others : [...others, readPolicy(options.name, options)];
    const depths = from.depths.map(depth => (depth.level === level ? withPolicies(depth, isEdge, policies) : depth));
    await graph.write([{ type: 'put', primitive: { ...from, depths } }], { ifVersion: version });
    terminal.print(
      `${visible(from.name)} → ${visible(to.name)} at D${level}: ${policies.map(policyLine).join('; ') || 'no policies'}`,
    );
    return 0;
  });
}

function withPolicies(depth: Depth, isEdge: (each: Depth['relata'][number]) => boolean, policies: readonly EdgePolicy[]): Depth {
  return { ...depth, relata: depth.relata.map(each => (isEdge(each) ? Object.assign({}, each, { policies }) : each)) };
}

function readPolicy(name: string, { confirm, onFail, cardinality, message, callback }: PolicyOptions): EdgePolicy {
  if (!['always', 'single', 'multiple'].includes(cardinality)) {
    throw new UsageError(`\`--cardinality\` must be always, single or multiple, found \`${cardinality}\``);
  }
  return edgePolicy({
    name,
    requiresConfirmation: confirm,
    confirm: onFail === true ? 'on_fail' : 'always',
    triggerCardinality: cardinality === 'always' ? null : (cardinality as Cardinality),
    callback: callback ?? null,
    ...(message !== undefined && { confirmationMessage: message }),
  });
}

function levelOf(from: Primitive, to: Primitive, wanted: string | undefined): number {
  const owns = (depth: Depth): boolean => depth.relata.some(each => each.relation === 'APPLIES_TO' && each.targetId === to.id);
  const levels = from.depths.filter(owns).map(depth => depth.level);
  const chosen = wanted === undefined ? undefined : depthOption('--depth', wanted);
  if (levels.length === 0) throw new UsageError(`\`${from.name}\` has no APPLIES_TO edge to \`${to.name}\``);
  if (chosen === undefined && levels.length === 1) return levels[0]!;
  if (chosen !== undefined && levels.includes(chosen)) return chosen;
  throw new UsageError(`choose the level of the edge with \`--depth\`: ${levels.map(level => `D${level}`).join(', ')}`);
}

/** Prints the edges of a concept, one a line; those that policies may hang on have a star. */
export async function showEdges(graph: ConceptGraph, from: Primitive, terminal: Terminal): Promise<number> {
  const { ids, names } = await graph.snapshot();
  for (const depth of from.depths) {
    for (const { relation, targetId, targetDepth, policies } of depth.relata) {
      const target = visible(names[ids.indexOf(targetId)] ?? targetId);
      const mark = relation === 'APPLIES_TO' ? '*' : ' ';
      terminal.print(
        `${mark} D${depth.level}  ${relation}  ${target}@D${targetDepth}  ${counted(policies.length, 'policy', 'policies')}`,
      );
    }
  }
  return 0;
}

/** Says in one line what a policy does. */
export function policyLine(policy: EdgePolicy): string {
  const manner = policy.requiresConfirmation ? `asks ${policy.confirm === 'always' ? 'always' : 'on failure'}` : 'blocks';
  const callback = policy.callback === null ? '' : `, callback ${visible(policy.callback)}`;
  return `${visible(policy.name)} (${manner}, ${policy.triggerCardinality ?? 'any number'}${callback})`;
}
