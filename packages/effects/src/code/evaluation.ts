import type { Work } from '../work.ts';
import { draw } from '../work.ts';
import type { Each, Origin, Scope } from './scopes.ts';
import { choose, notFollowed, optionsOf, ownCallable, unknownValue } from './value.ts';
import type { Value } from './value.ts';

/** What evaluation needs in addition to a node and its scope. */
export interface Evaluator {
  readonly cwd: string | undefined;
  readonly home: string | undefined;
  /** The file of the source, absolute, where it is one. */
  readonly file?: string | undefined;
  /** Names and nodes that are being evaluated, so that cycles end. */
  readonly active: Set<unknown>;
  /** The budget of the action, on which every node draws. */
  readonly work: Work;
  readonly scopes: ReadonlyMap<unknown, unknown>;
  /** Set when names and expressions go deeper than is followed. */
  isTooDeep: boolean;
}

/** What one kind of expression gives. */
export type Rule<Node> = (node: Node, scope: Scope<Node>, evaluator: Evaluator) => Value;

/** Deepest chain of names and expressions; beyond it the whole source counts as not understood. */
const MAX_ACTIVE = 512;

/** What evaluating one node costs. */
const PER_VALUE = 1 / 20;

/**
 * The value of an expression as far as constants, names and pure built-ins go, by the rule for its type. Never throws for depth:
 * what is too deep is unknown, and so is an expression without a rule.
 */
export const evaluateBy =
  <Node extends { readonly type: string }>(rules: Readonly<Record<string, Rule<Node>>>): Rule<Node> =>
  (node, scope, evaluator) => {
    const rule = rules[node.type];
    if (rule === undefined || evaluator.active.has(node)) return unknownValue;
    if (evaluator.active.size > MAX_ACTIVE) evaluator.isTooDeep = true;
    if (evaluator.isTooDeep || !draw(evaluator.work, PER_VALUE)) return unknownValue;
    evaluator.active.add(node);
    const value = rule(node, scope, evaluator);
    evaluator.active.delete(node);
    return value;
  };

/** How a language reads what its names stand for. */
export interface Reading<Node> {
  readonly evaluate: Rule<Node>;
  /** Something of the language or a library by any of its names, or the constant that it names. */
  refer(name: string, evaluator: Evaluator): Value;
  /** A field or an element of a value. */
  stepInto(value: Value, step: string | number, evaluator: Evaluator): Value;
  /** What a loop over values by name goes through. */
  elementsOf(record: Extract<Value, { type: 'record' }>): readonly Value[];
}

const anyElement = <Node>(value: Value, step: Each, reading: Reading<Node>): Value =>
  choose(
    optionsOf(value).map(one => {
      if (one.type === 'record') return choose(step.visits === true ? [...one.fields.values()] : reading.elementsOf(one));
      return one.type === 'list' ? choose(one.items) : unknownValue;
    }),
  );

const fromOrigin = <Node>(origin: Origin<Node>, evaluator: Evaluator, reading: Reading<Node>): Value => {
  if (origin === 'own') return ownCallable;
  if (origin === 'opaque') return unknownValue;
  if ('value' in origin) return origin.value;
  if ('reference' in origin) return reading.refer(origin.reference, evaluator);
  if ('grows' in origin) return notFollowed([reading.evaluate(origin.grows, origin.scope, evaluator)]);
  return origin.steps.reduce(
    (value: Value, step) =>
      typeof step === 'object' ? anyElement(value, step, reading) : reading.stepInto(value, step, evaluator),
    reading.evaluate(origin.node, origin.scope, evaluator),
  );
};

/** All that a name may be by its origins; unknown while they are being evaluated. */
export const fromOrigins = <Node>(origins: readonly Origin<Node>[], evaluator: Evaluator, reading: Reading<Node>): Value => {
  if (evaluator.active.has(origins)) return unknownValue;
  evaluator.active.add(origins);
  const value = choose(origins.map(origin => fromOrigin(origin, evaluator, reading)));
  evaluator.active.delete(origins);
  return value;
};

/** One name for all the ways to reach the same thing, by patterns that are applied until none changes anything. */
export const unalias = (name: string, aliases: readonly (readonly [RegExp, string])[]): string => {
  let current = name;
  for (let turn = 0; turn < 8; turn += 1) {
    const next = aliases.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), current);
    if (next === current) break;
    current = next;
  }
  return current;
};
