import { evaluateBy, fromOrigins } from '../evaluation.ts';
import { lookUp } from '../scopes.ts';
import type { Evaluator, Reading, Rule as RuleFor } from '../evaluation.ts';
import { choose, concatenate, notFollowed, optionsOf, ownCallable, ownValue, textOf, unknownValue } from '../value.ts';
import { namesOf } from '../lists.ts';
import type { Value } from '../value.ts';
import { foldFunction, foldMethod } from './fold.ts';
import { canonicalName, findFunction } from './library.ts';
import { childIn } from './parser.ts';
import type { PythonNode } from './parser.ts';
import { nameOf, starsOf } from './scope.ts';
import type { Scope } from './scope.ts';
import { evaluateString } from './strings.ts';
import { attributeOf, referenceTo, itemOf, callReference } from './references.ts';

type Rule = RuleFor<PythonNode>;

const fromName = (name: string, scope: Scope, evaluator: Evaluator): Value => {
  const origins = lookUp(name, scope);
  if (origins !== undefined) return fromOrigins(origins, evaluator, reading);
  const star = starsOf(scope)
    .map(module => canonicalName(`${module}.${name}`))
    .find(full => findFunction(full) !== undefined);
  return referenceTo(star ?? name, evaluator);
};

/** The value of an expression that may be missing. */
export const valueOf = (node: PythonNode | undefined, scope: Scope, evaluator: Evaluator): Value =>
  node === undefined ? unknownValue : evaluate(node, scope, evaluator);

/** The value of what is in a field. */
const into =
  (field: string): Rule =>
  (node, scope, evaluator) =>
    valueOf(childIn(node, field), scope, evaluator);

const first: Rule = (node, scope, evaluator) => valueOf(node.children[0], scope, evaluator);

/** `*items`. The grammar reads `*f(x)` alone in brackets as a call of `*f`. */
const isSplat = ({ text: source }: PythonNode): boolean => /^\*(?!\*)/.test(source);

const list: Rule = (node, scope, evaluator) => {
  if (node.children.length > 10_000) return unknownValue;
  const items: Value[] = [];
  let isWhole = true;
  for (const child of node.children) {
    const value = evaluate(child, scope, evaluator);
    const isSpread = isSplat(child);
    if (isSpread && (value.type !== 'list' || value.some === true)) isWhole = false;
    items.push(...(!isSpread ? [value] : value.type === 'list' ? value.items : [unknownValue]));
  }
  return { type: 'list', items, ...(!isWhole && { some: true }) };
};

/** A comprehension over a list: what its elements may be. */
const comprehension: Rule = (node, scope, evaluator) => {
  const [body] = node.children;
  const inner = body === undefined ? undefined : evaluator.scopes.get(node);
  return { type: 'list', items: [valueOf(body, (inner as Scope | undefined) ?? scope, evaluator)], some: true };
};

const record: Rule = (node, scope, evaluator) => {
  const fields = new Map<string, Value>();
  for (const pair of node.children) {
    const [key, value] = [childIn(pair, 'key'), childIn(pair, 'value')];
    const name = key === undefined ? undefined : textOf(evaluate(key, scope, evaluator));
    // The keys 1 and '1' are two.
    if (name === undefined || value === undefined || fields.has(name)) return unknownValue;
    fields.set(name, evaluate(value, scope, evaluator));
  }
  return { type: 'record', fields };
};

const binary: Rule = (node, scope, evaluator) => {
  const sides = node.children.map(child => evaluate(child, scope, evaluator));
  const [left = unknownValue, right = unknownValue] = sides;
  if (node.operator === '/' && [left, right].some(side => optionsOf(side).some(({ type }) => type === 'path')))
    return foldFunction('pathlib.Path', [left, right]) ?? unknownValue;
  if (node.operator === '%') return foldMethod('%', [left, ...(right.type === 'list' ? right.items : [right])]) ?? unknownValue;
  if (node.operator === '*' && right.type === 'number') return foldMethod('*', [left, right]) ?? unknownValue;
  if (node.operator !== '+') return ownValue;
  if (left.type === 'list' && right.type === 'list') return { type: 'list', items: left.items.concat(right.items) };
  if (left.type === 'number' && right.type === 'number') return { type: 'number', value: left.value + right.value };
  return concatenate([left, right]);
};

const subscript: Rule = (node, scope, evaluator) => {
  const object = childIn(node, 'value');
  const key = childIn(node, 'subscript');
  if (object === undefined || key === undefined) return unknownValue;
  const base = evaluate(object, scope, evaluator);
  if (key.type !== 'slice') return itemOf(base, evaluate(key, scope, evaluator), evaluator);
  return key.text.replace(/\s/g, '') === '::-1' ? (foldMethod('[::-1]', [base]) ?? unknownValue) : unknownValue;
};

const integer: Rule = node => {
  const value = Number(node.text.replaceAll('_', ''));
  return Number.isFinite(value) ? { type: 'number', value } : unknownValue;
};

const call: Rule = (node, scope, evaluator) => {
  const callee = childIn(node, 'function');
  if (callee === undefined) return unknownValue;
  const { args } = argumentsOf(node, scope, evaluator);
  const results = optionsOf(evaluate(callee, scope, evaluator)).map(option =>
    option.type === 'reference' ? callReference(option.name, args, evaluator) : undefined,
  );
  if (callee.type !== 'attribute' || results.some(result => result !== undefined))
    return choose(results.map(result => result ?? notFollowed(args)));
  const owner = valueOf(childIn(callee, 'object'), scope, evaluator);
  return choose(
    optionsOf(owner).map(one => foldMethod(nameOf(childIn(callee, 'attribute')), [one, ...args]) ?? notFollowed([one, ...args])),
  );
};

const rules: Readonly<Record<string, Rule>> = {
  identifier: (node, scope, evaluator) => fromName(nameOf(node), scope, evaluator),
  string: (node, scope, evaluator) => evaluateString(node, part => evaluate(part, scope, evaluator)),
  concatenated_string: (node, scope, evaluator) => concatenate(node.children.map(child => evaluate(child, scope, evaluator))),
  integer,
  float: integer,
  true: () => ({ type: 'number', value: 1 }),
  false: () => ({ type: 'number', value: 0 }),
  none: () => ownValue,
  attribute: (node, scope, evaluator) =>
    attributeOf(valueOf(childIn(node, 'object'), scope, evaluator), nameOf(childIn(node, 'attribute')), evaluator),
  subscript,
  call,
  list_comprehension: comprehension,
  set_comprehension: comprehension,
  generator_expression: comprehension,
  list,
  tuple: list,
  set: list,
  expression_list: list,
  dictionary: record,
  binary_operator: binary,
  unary_operator: (node, scope, evaluator) => {
    const value = first(node, scope, evaluator);
    return value.type === 'number' && node.text.startsWith('-') ? { type: 'number', value: -value.value } : ownValue;
  },
  boolean_operator: (node, scope, evaluator) => choose(node.children.map(child => evaluate(child, scope, evaluator))),
  conditional_expression: (node, scope, evaluator) =>
    choose([node.children[0], node.children[2]].map(child => valueOf(child, scope, evaluator))),
  parenthesized_expression: first,
  await: first,
  as_pattern: first,
  list_splat: first,
  named_expression: into('value'),
  assignment: into('right'),
  lambda: () => ownCallable,
  comparison_operator: () => ownValue,
  not_operator: () => ownValue,
};

/** The arguments of a call: positional ones in order, keyword ones by name. After a splat of something unknown all are unknown. */
export const argumentsOf = (
  node: PythonNode,
  scope: Scope,
  evaluator: Evaluator,
): { readonly args: readonly Value[]; readonly named: ReadonlyMap<string, Value> } => {
  const args: Value[] = [];
  const named = new Map<string, Value>();
  const given = childIn(node, 'arguments');
  if (given?.type === 'generator_expression') return { args: [evaluate(given, scope, evaluator)], named };
  for (const child of given?.children ?? []) {
    if (child.type === 'keyword_argument') {
      const value = childIn(child, 'value');
      if (value !== undefined) named.set(nameOf(childIn(child, 'name')), evaluate(value, scope, evaluator));
    } else if (isSplat(child)) {
      const spread = evaluate(child, scope, evaluator);
      if (spread.type === 'list' && spread.some !== true) args.push(...spread.items);
      else args.push(unknownValue, unknownValue, unknownValue);
    } else if (child.type === 'dictionary_splat') {
      const spread = first(child, scope, evaluator);
      if (spread.type === 'record') for (const [name, value] of spread.fields) named.set(name, value);
      else named.set('**', unknownValue);
    } else args.push(evaluate(child, scope, evaluator));
  }
  return { args, named };
};

/** The value of an expression of Python. */
export const evaluate: Rule = evaluateBy(rules);

const reading: Reading<PythonNode> = {
  evaluate,
  refer: referenceTo,
  stepInto: (value, step) =>
    choose(
      optionsOf(value).map(one => {
        if (one.type !== 'list' || typeof step !== 'number') return unknownValue;
        return one.some === true ? choose(one.items) : (one.items[step] ?? unknownValue);
      }),
    ),
  elementsOf: namesOf,
};
