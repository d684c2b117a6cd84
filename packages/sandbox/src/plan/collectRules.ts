import type { GuardNode, Json, Registry } from '@licet/core';
import type { Condition, Confinement, Join } from '@licet/core/nodes';

import type { Residual } from './sandboxPlan.ts';

/** What a plan speaks about. */
export type Dimension = 'write' | 'read' | 'hosts';

/** What one guard says, with its name. */
export interface GuardConfinement {
  readonly rule: string;
  readonly confinement: Confinement;
}

/** What a tree of guards says about files and hosts, joined in the strictest way. */
export interface CollectedRules {
  readonly confinements: readonly GuardConfinement[];
  /** What the tree does not clearly open, each with the node that is the reason. */
  readonly closed: readonly (Residual & { readonly dimension: Dimension })[];
  /** Guards that judge an action once, when it is asked for, and cannot follow what a program does later. */
  readonly residual: readonly Residual[];
  /** What some guard rules on in every case, so that the default of the policy is not asked. */
  readonly speaks: ReadonlySet<Dimension>;
}

const ALL: readonly Dimension[] = ['write', 'read', 'hosts'];

/**
 * Collects what the guards of a tree say about files and hosts. Every combinator is read as if all its children had to let an action
 * through: that is never wider than what the combinator says. Where even that is not certain, the dimension is closed.
 */
export function collectRules(node: GuardNode, registry: Registry): CollectedRules {
  const { kind, children = [], join, name } = node;
  const rule = node.id ?? kind ?? name;
  const parts = children.map(child => collectRules(child, registry));
  if (parts.length === 0) return ofLeaf(node, rule, registry);
  const both = joinParts(parts);
  if (join === undefined) return isDefaultOnly(name) ? both : closing(both, rule, ALL, 'its way of joining guards is not known');
  return { ...both, ...joined(join, node, rule, parts, both) };
}

function ofLeaf({ kind = '', params = {}, needs = [] }: GuardNode, rule: string, registry: Registry): CollectedRules {
  const definition = registry.get(kind);
  const confinement = definition?.confines?.(params as { readonly [name: string]: Json });
  const empty: CollectedRules = { confinements: [], closed: [], residual: [], speaks: new Set() };
  if (confinement !== undefined)
    return { ...empty, confinements: [{ rule, confinement }], speaks: new Set(dimensionsOf(confinement)) };
  const judgesOnce = { rule, text: 'judges the command that starts the program, not what the program does' };
  const withResidual = { ...empty, residual: [judgesOnce] };
  // Code of the host may judge any file and any host by itself.
  const isUnknown = definition === undefined && needs.includes('effects');
  return isUnknown ? closing(withResidual, rule, ['write', 'hosts'], 'what this guard judges is not known') : withResidual;
}

/** A guard that looks at hosts says nothing about files, and the reverse. */
const dimensionsOf = ({ hosts }: Confinement): readonly Dimension[] => (hosts === undefined ? ['write', 'read'] : ['hosts']);

/** The node by which a policy that is narrowed by another one keeps its own default, which the settings have too. */
const isDefaultOnly = (name: string): boolean => /_default_(?:warn|ask|block)$/u.test(name);

function joinParts(parts: readonly CollectedRules[]): CollectedRules {
  return {
    confinements: parts.flatMap(({ confinements }) => confinements),
    closed: parts.flatMap(({ closed }) => closed),
    residual: parts.flatMap(({ residual }) => residual),
    speaks: new Set(parts.flatMap(({ speaks }) => [...speaks])),
  };
}

function closing(rules: CollectedRules, rule: string, dimensions: readonly Dimension[], text: string): CollectedRules {
  return { ...rules, closed: [...rules.closed, ...dimensions.map(dimension => ({ rule, dimension, text }))] };
}

function joined(
  join: Join,
  { params }: GuardNode,
  rule: string,
  parts: readonly CollectedRules[],
  both: CollectedRules,
): CollectedRules {
  switch (join.by) {
    case 'worst':
    case 'best':
    case 'escalated':
      return both;
    case 'reverse':
      return both.confinements.length === 0 && both.closed.length === 0
        ? both
        : closing(both, rule, ALL, 'the opposite of a rule cannot be lowered into a sandbox');
    case 'kthBest': {
      const silent = ALL.filter(dimension => parts.filter(({ speaks }) => speaks.has(dimension)).length < join.k);
      return closing(both, rule, silent, `fewer than ${join.k} of its guards always rule on this`);
    }
    case 'branch': {
      const { if: condition } = (params ?? {}) as { readonly if?: Condition };
      const silent = { ...both, speaks: new Set<Dimension>() };
      const judges = both.residual.length > 0;
      return judges
        ? closing(silent, rule, concernedBy(condition), 'the rule depends on the action, and what a program does is none')
        : silent;
    }
  }
}

/** Most marks are of what is changed or sent. */
const isOfReads = (tag: Json): boolean => typeof tag !== 'string' || /secret|among|\*/u.test(tag);

/** Members of a match that are the same for the command and for all that it starts, or that no program inside can meet. */
const OF_COMMAND: ReadonlySet<string> = new Set(['tool', 'taskType', 'agentId', 'role', 'runs']);

/** The dimensions that the actions of a condition may be about, other than the command itself. */
function concernedBy(condition: Condition | undefined): readonly Dimension[] {
  const source = condition?.source;
  if (typeof source === 'string')
    return /\b(?:effects?|payload|input|kind|risk|target|path|host|session)\b/u.test(source) ? ['write', 'hosts'] : [];
  if (typeof source !== 'object' || source === null || Array.isArray(source)) return ['write', 'hosts'];
  const match = source as { readonly [member: string]: Json };
  if (Object.keys(match).some(member => OF_COMMAND.has(member))) return [];
  const tags = [match['tag'] ?? []].flat();
  if (tags.length > 0) return tags.some(isOfReads) ? ALL : ['write', 'hosts'];
  const words = [match['effect'] ?? [], match['kind'] ?? []].flat();
  return ALL.filter(dimension => words.some(word => typeof word === 'string' && touches(word, dimension)));
}

const TOUCHES: Readonly<Record<Dimension, RegExp>> = {
  write: /^(?:write|delete|configure|edit|unknown|.*\*.*)$/u,
  read: /^(?:read|search)$/u,
  hosts: /^(?:network|unknown|.*\*.*)$/u,
};

const touches = (word: string, dimension: Dimension): boolean => TOUCHES[dimension].test(word);
