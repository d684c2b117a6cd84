import type { PolicyEngine } from '@licet/core';
import type { OpenObligation, Standing } from '@licet/core/nodes';
import { escapeText } from '@licet/core';
import { standingOf } from '@licet/core/nodes';
import { coverageLines, endWords, scopeOf } from '@licet/core/store';

import type { Decision, RuntimeEvent } from './event.ts';
import { present } from './fields.ts';
import { rulesText } from './rulesText.ts';

const MOST = 4_000;

/** Calls in this form need no question of a person most often. */
const QUIET =
  'Licet: a plain command of a well-known program runs without a question. Leave out `$(…)`, variables, wrappers such as `sh -c`, and what it does not need.';
const MOST_FACTS = 20;

/** The status of the session of an event, for the agent that the event is about. */
export function standingFor(
  engine: PolicyEngine,
  event: Pick<RuntimeEvent, 'sessionId' | 'agentId' | 'agentType'>,
): Promise<Standing> {
  const { sessionId, agentId, agentType } = event;
  return standingOf(engine, { sessionId, ...present({ agentId, agentType }) });
}

/**
 * Returns what an agent is told when a session begins: the rules, what else it should know, what is open, which facts hold and
 * the way to the others. At most 4,000 characters: the rules are cut first.
 */
export async function contextText(
  engine: PolicyEngine,
  who: Pick<RuntimeEvent, 'sessionId' | 'agentId' | 'agentType'>,
  knowledge?: string,
): Promise<string> {
  const standing = await standingFor(engine, who);
  const covered = await coveredLines(engine, who.sessionId);
  const quiet = engine.certifies ? [QUIET] : [];
  const more = [
    ...(knowledge === undefined ? [] : [knowledge]),
    ...quiet,
    ...openLines(standing),
    ...factLines(standing),
    ...covered,
  ].join('\n');
  const rules = rulesText(engine.advice(), MOST - more.length - 1);
  const all = more === '' ? rules : `${rules}\n${more}`;
  return all.length <= MOST ? all : `${all.slice(0, MOST - 1)}…`;
}

/** What is told at every prompt: what is open, and nothing when nothing is. */
export function turnText(standing: Standing): string | undefined {
  const lines = openLines(standing);
  return lines.length === 0 ? undefined : lines.join('\n');
}

/**
 * What is said to an agent that wants to stop: once, what is still to be done. An agent on hold can do nothing but stop, and the
 * user is told how it goes on. A sub-agent is kept for what it has brought about itself.
 */
export function stopDecision(standing: Standing, { again, agentId }: Extract<RuntimeEvent, { phase: 'stop' }>): Decision {
  if (standing.held !== undefined)
    return agentId === undefined ? { do: 'tell', text: `licet: ${heldText(standing.held)}` } : { do: 'nothing' };
  const left = standing.obligations.filter(each => agentId === undefined || each.agentId === agentId);
  if (again || left.length === 0) return { do: 'nothing' };
  const text = ['licet: before you stop, this is still to be done:', ...left.map(lineOf)].join('\n');
  return { do: 'goOn', text: `${text}\nIf it cannot be done, say so and stop: you are told once.` };
}

function openLines({ failed, paused, held, obligations }: Standing): readonly string[] {
  return [
    ...(failed === undefined ? [] : [`Licet: not all of the status of this session is known: ${escapeText(failed)}`]),
    ...(paused === undefined ? [] : [`Licet: ${pausedLine(paused)}`]),
    ...(held === undefined ? [] : [`Licet: ${heldText(held)}`]),
    ...(obligations.length === 0 ? [] : ['Licet: still to be done in this session:', ...obligations.map(lineOf)]),
  ];
}

function factLines({ facts }: Standing): readonly string[] {
  if (facts.length === 0) return [];
  const lines = facts
    .slice(0, MOST_FACTS)
    .map(({ name, holds, way }) => `- ${escapeText(name)}: ${holds ? 'holds' : `does not hold: ${escapeText(way)}`}`);
  return [
    'Licet: facts that rules ask for:',
    ...lines,
    ...(facts.length > MOST_FACTS ? [`… and ${facts.length - MOST_FACTS} more`] : []),
  ];
}

/** What a person has approved for several calls. It is only told, so what cannot be read is left out. */
async function coveredLines(engine: PolicyEngine, sessionId: string): Promise<readonly string[]> {
  const found = await engine.inForce(sessionId).catch(() => []);
  const lines = found.flatMap(stored => {
    const [scope, { generalization }] = [scopeOf(stored), stored.request];
    if (scope === undefined || generalization === undefined) return [];
    return [`- it ${endWords(scope)}:`, ...coverageLines(generalization, scope.region).map(line => `    ${line}`)];
  });
  return lines.length === 0
    ? []
    : ['Licet: a person has approved every call that does only this:', ...lines.map(line => escapeText(line))];
}

const pausedLine = ({ until, reason }: NonNullable<Standing['paused']>): string =>
  `a person has paused the policy until ${new Date(until).toISOString().slice(0, 16)}Z (${escapeText(reason)}): what it would stop goes ahead and is recorded, except for its floor. Keep to the rules all the same`;

const heldText = (reason: string): string =>
  `the session is on hold: ${escapeText(reason)}. Only reading goes on until a person says \`licet continue\` in a terminal`;

const lineOf = ({ name, target, late, way }: OpenObligation): string =>
  `- ${escapeText(name)}${target === undefined ? '' : ` for ${escapeText(target)}`}${late ? ' (late)' : ''}: ${escapeText(way)}`;
