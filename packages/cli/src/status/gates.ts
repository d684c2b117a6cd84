import { escapeText } from '@licet/core';
import type { GuardNode, Json, PolicyEngine } from '@licet/core';
import { folded, nameText } from '@licet/core/command';
import { standingOf } from '@licet/core/nodes';
import type { OpenObligation, StandingFact } from '@licet/core/nodes';
import { factsDefinition, obligationDefinition, requiresDefinition } from '@licet/guards/state';

import { paramsOf } from '../policy/nodes.ts';

/** The status of a fact of the policy, with what it consists of or what earns it. */
interface GraphFact extends StandingFact {
  readonly parts?: { readonly of: 'all of' | 'any of'; readonly names: readonly string[] };
  /** What earns it: programs, or a human. */
  readonly earnedBy: readonly string[];
}

/** A place where the policy asks for facts, or for obligations to be fulfilled. */
export interface Gate {
  /** What it is required for, in words. */
  readonly what: string;
  readonly of: 'all of' | 'any of' | 'obligations';
  readonly needs: readonly string[];
  readonly isOpen: boolean;
}

interface GraphObligation {
  readonly name: string;
  /** What brings it about, in words. */
  readonly when: string;
  /** The facts among that. */
  readonly facts: readonly string[];
  /** Its status, once for each target where it is bound to them. `unknown` where only some actions reach its node. */
  readonly open: readonly OpenObligation[] | 'unknown';
}

/** Gates, facts and obligations of a policy as they stand in a session. */
interface GateGraph {
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
    const found = standing.find(fact => fact.name === name) ?? { name, holds: false, way: 'it is below a condition' };
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

const MOST = 160;

/** Draws gates, facts and obligations as text: `[x]` holds or is open, `[ ]` does not, `[!]` is late. */
export function gatesText({ session, held, failed, gates, facts, obligations }: GateGraph): string {
  const lines = [`session ${nameText(session)}`];
  if (held !== undefined) lines.push(`on hold: ${escapeText(held, MOST)}`);
  if (failed !== undefined) lines.push(`not all of this is known: ${escapeText(failed, 300)}`);
  const seen = new Set<string>();
  if (gates.length > 0) lines.push('', 'gates');
  for (const gate of gates) {
    lines.push(`  ${box(gate.isOpen)} ${nameText(gate.what)}${gate.of === 'any of' ? '  any of' : ''}`);
    if (gate.of === 'obligations') lines.push('      └─ obligations: fulfilled');
    lines.push(...factTree(gate.needs, facts, seen, '      '));
  }
  const others = facts.filter(({ name }) => !seen.has(name));
  if (others.length > 0) lines.push('', gates.length > 0 ? 'facts that no gate asks for' : 'facts');
  for (const { name } of others) if (!seen.has(name)) lines.push(...factTree([name], facts, seen, '  ').map(shortened));
  if (obligations.length > 0) lines.push('', 'obligations');
  for (const obligation of obligations) lines.push(...obligationLines(obligation));
  if (gates.length + facts.length + obligations.length === 0) lines.push('the policy has no gates, facts or obligations');
  return lines.flatMap(line => folded(line)).join('\n');
}

const box = (holds: boolean): string => (holds ? '[x]' : '[ ]');

/** A fact at the outside hangs on nothing. */
const shortened = (line: string): string => line.replace(/^( *)[├└]─ /u, '$1');

function factTree(names: readonly string[], facts: readonly GraphFact[], seen: Set<string>, indent: string): readonly string[] {
  return names.flatMap((name, index) => {
    const isLast = index === names.length - 1;
    const fact = facts.find(each => each.name === name);
    const head = `${indent}${isLast ? '└─' : '├─'} `;
    if (fact === undefined) return [`${head}[?] ${nameText(name)}  which the policy does not declare`];
    const { holds, parts } = fact;
    if (parts !== undefined && seen.has(name)) return [`${head}${box(holds)} ${nameText(name)}  (see above)`];
    seen.add(name);
    const line = `${head}${box(holds)} ${nameText(name)}  ${parts?.of ?? wayText(fact)}`.trimEnd();
    return [line, ...factTree(parts?.names ?? [], facts, seen, `${indent}${isLast ? '   ' : '│  '}`)];
  });
}

const wayText = ({ holds, way, earnedBy }: GraphFact): string =>
  holds ? `earned by ${earnedBy.map(nameText).join(' or ')}` : escapeText(way, MOST);

function obligationLines({ name, when, open }: GraphObligation): readonly string[] {
  const by = `when ${nameText(when)}`;
  if (open === 'unknown') return [`  [?] ${nameText(name)}  ${by}  asked about only below a condition`];
  if (open.length === 0) return [`  [x] ${nameText(name)}  ${by}  nothing is open`];
  return open.map(({ late, way, target }) => {
    const of = target === undefined ? '' : ` for ${nameText(target)}`;
    return `  [${late ? '!' : ' '}] ${nameText(name)}${of}  ${by}  ${late ? 'late' : 'open'}: ${escapeText(way, MOST)}`;
  });
}

const FILLS = { yes: '#d8f0dc', no: '#f8d9d6', plain: '#eeeeee' } as const;

/** Draws the same in Graphviz' DOT language: programs, the facts that they earn, and the gates that these open. */
export function gatesDot({ session, gates, facts, obligations }: GateGraph): string {
  const lines = [
    'digraph gates {',
    `  label="session ${encode(session)}"; labelloc=t; rankdir=LR;`,
    '  node [shape=box, style="rounded,filled", fontname="Helvetica"]; fontname="Helvetica";',
  ];
  const node = (id: string, label: string, fill: keyof typeof FILLS, shape = 'box'): void =>
    void lines.push(`  "${encode(id)}" [label="${label}", fillcolor="${FILLS[fill]}", shape=${shape}];`);
  const edge = (from: string, to: string): void => void lines.push(`  "${encode(from)}" -> "${encode(to)}";`);
  for (const { name, holds, parts, earnedBy } of facts) {
    node(
      `fact ${name}`,
      `${encode(name)}\\n${holds ? 'holds' : 'does not hold'}${parts ? `, ${parts.of}` : ''}`,
      holds ? 'yes' : 'no',
    );
    for (const part of parts?.names ?? []) edge(`fact ${part}`, `fact ${name}`);
    for (const program of earnedBy) edge(`by ${program}`, `fact ${name}`);
  }
  for (const program of new Set(facts.flatMap(({ earnedBy }) => earnedBy)))
    node(`by ${program}`, encode(program), 'plain', 'ellipse');
  for (const { name, when, facts: causes, open } of obligations) {
    const state = open === 'unknown' ? 'below a condition' : open.length === 0 ? 'nothing is open' : stateOf(open);
    node(
      `obligation ${name}`,
      `obligation ${encode(name)}\\n${state}`,
      open !== 'unknown' && open.length === 0 ? 'yes' : 'no',
      'note',
    );
    for (const cause of causes) edge(`fact ${cause}`, `obligation ${name}`);
    if (causes.length === 0) node(`by ${when}`, encode(when), 'plain', 'ellipse');
    if (causes.length === 0) edge(`by ${when}`, `obligation ${name}`);
  }
  for (const [index, gate] of gates.entries()) {
    node(`gate ${index}`, gateLabel(gate), gate.isOpen ? 'yes' : 'no', 'hexagon');
    for (const need of gate.needs) edge(`fact ${need}`, `gate ${index}`);
    if (gate.of === 'obligations') for (const { name } of obligations) edge(`obligation ${name}`, `gate ${index}`);
  }
  return `${lines.join('\n')}\n}\n`;
}

const stateOf = (open: readonly { readonly late: boolean }[]): string => {
  const word = open.some(({ late }) => late) ? 'late' : 'open';
  return open.length === 1 ? word : `${open.length} ${word}`;
};

const gateLabel = ({ what, of, isOpen }: Gate): string =>
  `${encode(what)}\\n${isOpen ? 'open' : 'closed'}${of === 'any of' ? ', any of' : ''}`;

const encode = (text: string): string => escapeText(text, 100).replaceAll('\\', '\\\\').replaceAll('"', '\\"');
