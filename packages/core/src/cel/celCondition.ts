import type { ASTNode, Environment, ParseResult, TypeCheckResult } from '@marcbachmann/cel-js';

import type { Action } from '../model/action.ts';
import type { Condition } from '../model/condition.ts';
import type { GovernanceContext } from '../model/context.ts';
import { InvariantError } from '../model/errors.ts';
import { suggest } from '../text/suggest.ts';
import { stepCounter, withBoundedSteps } from './boundedSteps.ts';
import { CEL_MEMBERS, CEL_VARIABLES, celEnvironment, celValues } from './environment.ts';
import type { CelValues, CelVariable } from './environment.ts';
import { HISTORY_FUNCTIONS, historyCalls } from './historyCalls.ts';
import { historyTest } from './historyTest.ts';
import type { Program } from './historyTest.ts';
import { linearRegex, nodesOf, withLinearRegex } from './linearRegex.ts';
import { historySlots, withHistorySlots } from './historySlots.ts';

const MAX_LENGTH = 4_096;

/** What is put around the parts of a condition that was checked is no part of its size. */
const ROOM = { limits: { maxAstNodes: 2_048, maxDepth: 128 } };

type TypeCheckError = NonNullable<TypeCheckResult['error']>;

/**
 * Compiles a condition in CEL, the Common Expression Language. Its variables:
 *
 * - `action`: `kind`, `tool`, `task_type`, `agent_id`, `session_id`, `cwd`, `payload` (the tool's own arguments, of any
 *   type), `principal` (`id`, `roles`, `attributes`);
 * - `session`: `id`, `evaluated`, `passed`, `warned`, `asked`, `blocked`, `consecutive_blocks`, `facts`;
 * - `effects`: a list of `kind`, `certainty`, `program`, `path`, `resolved`, `host`, `name`, `tags`;
 * - `risk`: a number in [0,1].
 *
 * A text that the action does not have is empty. Everything is checked here: an unknown variable or member, a type that
 * does not fit, a result that is not a boolean, a bad pattern, more than 4,096 characters, 512 parts or 32 levels throw an
 * {@link InvariantError} with the place in its message. `matches` takes RE2 patterns, in time linear in the text.
 *
 * Three functions look at what happened before: `happened(pattern, within)`, `count(pattern, within)` and `sum(pattern, field, within)`. A
 * pattern is a map: `kind`, `tool`, `task_type`, `agent_id`, `effect`, `tag`, `runs` as in a structural match; `payload` with arguments and what they must
 * be, as expressions about the action that is judged; `outcome` (`ok` or `error`), without which everything counts that goes ahead, also calls
 * that are still running; `per` (`session`, `agent`, `tool`, `principal` or `project`). Without `within` everything counts. The action that is judged is not
 * counted. What is asked is counted as it happens, never looked for: a pattern that is not written out throws here.
 *
 * When it is asked, an argument that is not there (`action.payload.path`; `has(…)` asks whether it is) or has another
 * type throws, and the engine makes that an errored verdict, never "no". So does a condition that takes more than 50,000
 * steps: elements that its loops (`all`, `exists`, `map`, `filter`) look at together, each of them dearer beside a long text, and 64 characters of a
 * text that `matches` searches.
 *
 * @example
 * ```ts
 * import { PolicyEngine, When, ask, guard } from '@licet/core';
 * import { celCondition } from '@licet/core/cel';
 *
 * const confirm = guard('confirm', () => ask('a deployment reaches users', { fix: 'ask the release manager' }));
 * const engine = new PolicyEngine(When(celCondition('action.task_type == "deploy"'), confirm), { default: 'pass' });
 * engine.evaluateSync({ kind: 'submit_task', taskType: 'deploy' }).ruling; // => 'ask'
 * ```
 */
export function celCondition(source: string): Condition {
  if (source.length > MAX_LENGTH) throw invalid(`expected at most ${MAX_LENGTH} characters, found ${source.length}`);
  const [regex, counter, seen] = [linearRegex(), stepCounter(), historySlots()];
  const environment = celEnvironment(regex, counter, seen);
  const { ast } = checked(environment, source);
  const calls = historyCalls(source, ast);
  const compile = (text: string): Program => {
    const parsed = environment.parse(text);
    const made = environment.clone(ROOM).parse(withBoundedSteps(withLinearRegex(text, parsed.ast, regex), parsed.ast, counter));
    return values => made(values) as unknown;
  };
  const used = usedBy(ast);
  const program = compile(withHistorySlots(source, calls)) as (values: CelValues) => boolean;
  const needs = [
    ...(used.includes('effects') || calls.some(call => call.needs.includes('effects')) ? (['effects'] as const) : []),
    ...(calls.length > 0 ? (['sessions'] as const) : []),
  ];
  const valuesOf = (action: Action, ctx: GovernanceContext): CelValues => celValues(used, action, ctx);
  const payloadOf = ({ payload }: Action): unknown => (used.includes('action') ? payload : undefined);
  const labels = { source, text: source, ...(needs.length > 0 && { needs: Object.freeze(needs) }) };
  if (calls.length === 0)
    return Object.freeze<Condition>({
      ...labels,
      test: (action, ctx) => counter.bounded(payloadOf(action), () => program(valuesOf(action, ctx))),
    });
  const asked = calls.map(call => ({
    ...call,
    values: call.values.map(text => compile(withoutLoopVariables(environment, text))),
  }));
  const { test, reader } = historyTest({
    calls: asked,
    program,
    seen,
    bounded: (action, work) => counter.bounded(payloadOf(action), work),
    valuesOf,
  });
  return Object.freeze<Condition>({ ...labels, history: reader, test });
}

/** An expression of a pattern is evaluated before the condition: it sees no variable of a loop around it. */
function withoutLoopVariables(environment: Environment, text: string): string {
  const { error } = environment.check(text);
  if (error !== undefined) throw refused(text, error);
  return text;
}

/** Parses an expression, checks its types and that its result is a boolean. */
function checked(environment: Environment, source: string): ParseResult {
  const result = environment.check(source);
  if (result.error !== undefined) throw refused(source, result.error);
  if (result.type !== 'bool' && result.type !== 'dyn')
    throw invalid(`expected a condition that is true or false, found one of type \`${result.type}\``);
  return environment.parse(source);
}

function usedBy(ast: ASTNode): readonly CelVariable[] {
  const names = new Set(Array.from(nodesOf(ast)).flatMap(({ op, args }) => (op === 'id' ? [args] : [])));
  return CEL_VARIABLES.filter(name => names.has(name));
}

/** What texts, lists and values are asked in a condition. */
const CALLS = [
  ...Object.keys(HISTORY_FUNCTIONS),
  'startsWith',
  'endsWith',
  'contains',
  'size',
  'matches',
  'exists',
  'all',
  'filter',
  'map',
  'has',
];

/** The function that a condition calls and that there is not, where the checker says only that none fits. */
const misspelledCall = (summary: string): string | undefined => {
  const called = /overload for '(?:\S+?\.)?(\w+)\(/u.exec(summary)?.[1];
  return called === undefined || CALLS.includes(called) ? undefined : suggest(called, CALLS);
};

/** Says what is wrong in one line, with what was probably meant, and shows the place below it. */
function refused(source: string, error: TypeCheckError): InvariantError {
  const { code, range, summary, message } = error;
  const known = code === 'unknown_variable' ? CEL_VARIABLES : code === 'no_such_key' ? CEL_MEMBERS : [];
  const meant =
    misspelledCall(summary) ?? (range === undefined ? undefined : suggest(source.slice(range.start, range.end), known));
  const frame = message.slice(message.indexOf(summary) + summary.length);
  const words = summary
    .replace(/^(Unknown variable|No such key): (\S+)$/, '$1 `$2`')
    .replace(/^Unexpected token: EOF$/, 'the expression ends too early')
    .replace(/^Unexpected character: =$/, 'found one `=`: write `==` to compare');
  return invalid(`${words}${meant === undefined ? '' : `, did you mean \`${meant}\`?`}${frame}`, error);
}

function invalid(message: string, cause?: unknown): InvariantError {
  const text = message.charAt(0).toLowerCase() + message.slice(1);
  return new InvariantError('invalid_condition', text, { cause });
}
