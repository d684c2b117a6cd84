import type { GuardNode, Json, PolicyEngine } from '@licet/core';
import type { OpenObligation, StandingFact } from '@licet/core/nodes';
import { standingOf } from '@licet/core/nodes';
import { factsDefinition, obligationDefinition, requiresDefinition } from '@licet/guards/state';

import { paramsOf } from '../policy/nodes.ts';

/** A fact of the policy as it stands, with what it consists of or what earns it. */
export interface GraphFact extends StandingFact {
  readonly parts?: { readonly of: 'all of' | 'any of'; readonly names: readonly string[] };
  /** What earns it: programs, or a human. */
  readonly earnedBy: readonly string[];
}

/** A place where the policy asks for facts, or for obligations to be fulfilled. */
export interface Gate {
  /** What it stands before, in words. */
  readonly what: string;
  readonly of: 'all of' | 'any of' | 'obligations';
  readonly needs: readonly string[];
  readonly isOpen: boolean;
}

/** An obligation of the policy. */
export interface GraphObligation {
  readonly name: string;
  /** What brings it about, in words. */
  readonly when: string;
  /** The facts among that. */
  readonly facts: readonly string[];
  /** How it stands, once for each target where it is bound to them. `unknown` where only some actions bring its node up. */
  readonly open: readonly OpenObligation[] | 'unknown';
}

/** Gates, facts and obligations of a policy as they stand in a session. */
export interface GateGraph {
  readonly session: string;
  readonly held?: string;
  /** Why some of it is unknown. */
  readonly failed?: string;
  readonly gates: readonly Gate[];
  readonly facts: readonly GraphFact[];
  readonly obligations: readonly GraphObligation[];
}

/** A node with the conditions above it. */
interface Placed {
  readonly guard: GuardNode;
  readonly conditions: readonly string[];
}

/** Looks at a session and changes nothing. */
export async function gateGraph(policy: GuardNode, engine: PolicyEngine, sessionId: string): Promise<GateGraph> {
  const standing = await standingOf(engine, { sessionId });
  const nodes = placed(policy, []);
  const facts = nodes.flatMap(({ guard }) => factsOf(guard, standing.facts));
  const obligations = nodes.flatMap(node => obligationOf(node, standing.obligations) ?? []);
  const holds = (name: string): boolean => facts.some(fact => fact.name === name && fact.holds);
  const areFulfilled = obligations.every(({ open }) => open !== 'unknown' && open.length === 0);
  return {
    session: sessionId,
    ...(standing.held !== undefined && { held: standing.held }),
    ...(standing.failed !== undefined && { failed: standing.failed }),
    gates: nodes.flatMap(node => gateOf(node, holds, areFulfilled) ?? []),
    facts,
    obligations,
  };
}

function placed(guard: GuardNode, conditions: readonly string[]): readonly Placed[] {
  const { if: condition } = (guard.params ?? {}) as { readonly if?: { readonly source?: Json; readonly text: string } };
  const below = (index: number): readonly string[] => {
    if (guard.join?.by !== 'branch' || condition === undefined) return conditions;
    return [...conditions, index === 0 ? wordsOf(condition) : `not ${wordsOf(condition)}`];
  };
  return [{ guard, conditions }, ...(guard.children ?? []).flatMap((child, index) => placed(child, below(index)))];
}

/** A match of programs alone is told by their names. */
function wordsOf({ source, text }: { readonly source?: Json; readonly text: string }): string {
  if (typeof source !== 'object' || source === null || Array.isArray(source)) return text;
  const { runs, ...rest } = source as { readonly [member: string]: Json };
  const programs = [runs].flat().filter(each => typeof each === 'string');
  return programs.length > 0 && Object.keys(rest).length === 0 ? programs.join(' or ') : text;
}

function factsOf(guard: GuardNode, standing: readonly StandingFact[]): readonly GraphFact[] {
  const { facts = {} } = paramsOf(guard, factsDefinition) ?? {};
  return Object.entries(facts).map(([name, { earnedBy, allOf, anyOf }]) => {
    const parts = allOf ?? anyOf;
    const found = standing.find(fact => fact.name === name) ?? { name, holds: false, way: 'it stands below a condition' };
    return {
      ...found,
      ...(parts !== undefined && {
        parts: { of: allOf === undefined ? ('any of' as const) : ('all of' as const), names: parts },
      }),
      earnedBy: earnedBy === 'human' ? ['a human'] : [earnedBy?.runs ?? earnedBy?.tool ?? []].flat(),
    };
  });
}

function obligationOf({ guard, conditions }: Placed, standing: readonly OpenObligation[]): GraphObligation | undefined {
  const own = paramsOf(guard, obligationDefinition);
  if (own === undefined) return undefined;
  const { name, when } = own;
  const mine = standing.filter(each => each.name === name);
  const isFact = typeof when === 'string';
  const words = isFact
    ? when
    : Object.entries(when)
        .map(([key, value]) => `${key}: ${[value].flat().join(' | ')}`)
        .join(', ');
  return {
    name,
    when: words,
    facts: isFact ? [when] : [],
    open: mine.length === 0 && conditions.length > 0 ? 'unknown' : mine,
  };
}

function gateOf({ guard, conditions }: Placed, holds: (name: string) => boolean, areFulfilled: boolean): Gate | undefined {
  const own = paramsOf(guard, requiresDefinition);
  if (own === undefined) return undefined;
  const { fact, allOf, anyOf } = own;
  const what = conditions.length === 0 ? 'everything' : conditions.join(', and ');
  const needs = fact === undefined ? (allOf ?? anyOf) : [fact];
  if (needs === undefined) return { what, of: 'obligations', needs: [], isOpen: areFulfilled };
  const of = anyOf === undefined ? 'all of' : 'any of';
  return { what, of, needs, isOpen: of === 'all of' ? needs.every(holds) : needs.some(holds) };
}
