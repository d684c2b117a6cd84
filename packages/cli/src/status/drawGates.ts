import { escapeText } from '@licet/core';

import type { Gate, GateGraph, GraphFact, GraphObligation } from './gates.ts';
import { folded, nameText } from '@licet/core/command';

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
  return lines.flatMap(folded).join('\n');
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
