import { Environment } from '@marcbachmann/cel-js';

import type { Action } from '../model/action.ts';
import { actingRoles } from '../model/condition.ts';
import type { GovernanceContext } from '../model/context.ts';
import type { Effect } from '../model/effects.ts';
import { heldFacts } from '../ports/facts.ts';
import type { StepCounter } from './boundedSteps.ts';
import { HISTORY_FUNCTIONS, slotName } from './historyCalls.ts';
import type { LinearRegex } from './linearRegex.ts';
import type { HistorySlots } from './historySlots.ts';

/** The variables that a condition may use. */
export const CEL_VARIABLES = ['action', 'session', 'effects', 'risk'] as const;

/** One of the {@link CEL_VARIABLES}. */
export type CelVariable = (typeof CEL_VARIABLES)[number];

/** An effect as a condition sees it. What does not apply is an empty text. */
class CelEffect {
  readonly kind: string;
  readonly certainty: string;
  readonly program: string;
  /** The path as the action names it. */
  readonly path: string;
  /** The path as the links lead to. */
  readonly resolved: string;
  readonly host: string;
  /** The name of a variable, a service, a branch, a table. */
  readonly name: string;
  readonly tags: readonly string[];
  /** The words of a program that runs; one that is not known is `?`. */
  readonly argv: readonly string[];
  /** The names under which a program that runs may be spoken of: `git commit`, `tests`. */
  readonly runs: readonly string[];

  constructor({ kind, certainty, program, target, tags, runs }: Effect) {
    this.kind = kind;
    this.certainty = certainty;
    this.program = program ?? '';
    this.path = target?.type === 'file' ? target.lexical : '';
    this.resolved = target?.type === 'file' ? target.resolved : '';
    this.host = (target?.type === 'network' ? target.host : undefined) ?? '';
    this.name = target?.type === 'named' ? target.name : '';
    this.tags = tags ?? [];
    this.argv = target?.type === 'program' ? target.argv.map(word => word ?? '?') : [];
    this.runs = runs ?? [];
  }
}

const MAP = 'map<string, dyn>';

const ACTION = {
  kind: 'string',
  tool: 'string',
  task_type: 'string',
  agent_id: 'string',
  session_id: 'string',
  cwd: 'string',
  payload: MAP,
  principal: { id: 'string', roles: 'list<string>', attributes: MAP },
};

const SESSION = {
  id: 'string',
  evaluated: 'int',
  passed: 'int',
  warned: 'int',
  asked: 'int',
  blocked: 'int',
  consecutive_blocks: 'int',
  facts: MAP,
};

const EFFECT = {
  kind: 'string',
  certainty: 'string',
  program: 'string',
  path: 'string',
  resolved: 'string',
  host: 'string',
  name: 'string',
  tags: 'list<string>',
  argv: 'list<string>',
  runs: 'list<string>',
};

/** The names of everything that the variables hold, for suggestions. */
export const CEL_MEMBERS: readonly string[] = Object.freeze(
  [ACTION, ACTION.principal, SESSION, EFFECT].flatMap(schema => Object.keys(schema)),
);

/** The text that is evaluated has other functions in their place. */
function isReplaced(): never {
  throw new TypeError('the history of the session is not known here');
}

// A constant: the first copy locks it. Making it costs far more than copying it.
const VARIABLES = new Environment({
  // A pattern of what happened before has texts, lists and maps as members.
  homogeneousAggregateLiterals: false,
  limits: { maxAstNodes: 512, maxDepth: 32, maxListElements: 128, maxMapEntries: 32 },
})
  .registerType('Effect', { ctor: CelEffect, fields: EFFECT })
  .registerVariable({ name: 'action', schema: ACTION })
  .registerVariable({ name: 'session', schema: SESSION })
  .registerVariable('effects', 'list<Effect>')
  .registerVariable('risk', 'double')
  .registerFunction('happened(map): bool', isReplaced)
  .registerFunction('happened(map, string): bool', isReplaced)
  .registerFunction('count(map): int', isReplaced)
  .registerFunction('count(map, string): int', isReplaced)
  .registerFunction('sum(map, string): double', isReplaced)
  .registerFunction('sum(map, string, string): double', isReplaced);

/** Makes the typed environment of one condition. `regex` is what `matches` runs on, `counter` counts what it does, `seen` is what happened before. */
export function celEnvironment(regex: LinearRegex, counter: StepCounter, seen: HistorySlots): Environment {
  const environment = VARIABLES.clone().registerFunction(`${counter.name}(): bool`, counter.next);
  for (const [asks, type] of Object.entries(HISTORY_FUNCTIONS))
    environment.registerFunction(`${slotName(asks)}(int): ${type}`, (index: bigint) => seen.read(Number(index)));
  return environment.registerFunction(
    `string.${regex.name}(string): bool`,
    (text: string, pattern: string) => counter.search(text) && regex.test(text, pattern),
  );
}

const READERS: Readonly<Record<CelVariable, (action: Action, ctx: GovernanceContext) => unknown>> = {
  action: (action, ctx) => ({
    kind: action.kind,
    tool: action.tool ?? '',
    task_type: action.taskType ?? '',
    agent_id: action.agentId ?? '',
    session_id: action.sessionId,
    cwd: action.cwd ?? '',
    payload: action.payload,
    principal: { id: ctx.principal?.id ?? '', roles: [...actingRoles(action, ctx)], attributes: ctx.principal?.attributes ?? {} },
  }),
  session: ({ remote }, { session: { id, state } }) => ({
    id,
    evaluated: BigInt(state.evaluated),
    passed: BigInt(state.passed),
    warned: BigInt(state.rulings.warn),
    asked: BigInt(state.rulings.ask),
    blocked: BigInt(state.rulings.block),
    consecutive_blocks: BigInt(state.consecutiveBlocks),
    facts: heldFacts(state.facts, remote === true),
  }),
  effects: (_action, ctx) => ctx.effects.map(effect => new CelEffect(effect)),
  risk: (_action, ctx) => ctx.risk,
};

/** The values of variables, by their names. */
export type CelValues = Readonly<Record<string, unknown>>;

/** Returns the values of the variables that a condition uses; the others are not even looked at. */
export function celValues(used: readonly CelVariable[], action: Action, ctx: GovernanceContext): CelValues {
  return Object.fromEntries(used.map(name => [name, READERS[name](action, ctx)]));
}
