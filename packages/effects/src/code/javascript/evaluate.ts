import { evaluateBy, fromOrigins } from '../evaluation.ts';
import { lookUp } from '../scopes.ts';
import type { Evaluator, Reading, Rule as RuleFor } from '../evaluation.ts';
import { isClient } from '../remoteCalls.ts';
import {
  choose,
  concatenate,
  hiddenValue,
  notFollowed,
  ownCallable,
  ownValue,
  optionsOf,
  reference,
  text,
  textOf,
  unknownValue,
} from '../value.ts';
import { pairsOf } from '../lists.ts';
import type { Value } from '../value.ts';
import { foldCall } from './fold.ts';
import { isNode } from './parser.ts';
import type { SyntaxNode } from './parser.ts';
import type { Scope } from './scope.ts';
import { memberOf, referenceTo, loadModule, LOADERS } from './members.ts';

type Rule = RuleFor<SyntaxNode>;

const fromName = (name: string, scope: Scope, evaluator: Evaluator): Value => {
  const origins = lookUp(name, scope);
  if (origins !== undefined) return fromOrigins(origins, evaluator, reading);
  return name === 'undefined' ? ownValue : referenceTo(name, evaluator);
};

const recordFrom: Rule = (node, scope, evaluator) => {
  const fields = new Map<string, Value>();
  for (const property of node['properties'] as SyntaxNode[]) {
    const key = property['key'] as SyntaxNode | undefined;
    if (key === undefined) return unknownValue;
    const name =
      property['computed'] === true || key.type !== 'Identifier'
        ? textOf(evaluate(key, scope, evaluator))
        : (key['name'] as string);
    if (name === undefined) return unknownValue;
    const value = property['value'];
    fields.set(name, isNode(value) ? evaluate(value, scope, evaluator) : ownCallable);
  }
  return { type: 'record', fields };
};

const listFrom = (elements: readonly unknown[], scope: Scope, evaluator: Evaluator): Value => {
  const items: Value[] = [];
  let isWhole = true;
  for (const element of elements) {
    if (!isNode(element)) items.push(ownValue);
    else if (element.type === 'SpreadElement') {
      const spread = evaluate(element['argument'] as SyntaxNode, scope, evaluator);
      isWhole &&= spread.type === 'list' && spread.some !== true;
      items.push(...(spread.type === 'list' ? spread.items : [spread.type === 'unknown' ? spread : unknownValue]));
    } else items.push(evaluate(element, scope, evaluator));
  }
  return items.length > 10_000 ? unknownValue : { type: 'list', items, ...(!isWhole && { some: true }) };
};

const templateFrom: Rule = (node, scope, evaluator) => {
  const values = (node['expressions'] as SyntaxNode[]).map(part => evaluate(part, scope, evaluator));
  const parts = (node['quasis'] as SyntaxNode[]).flatMap((quasi, at) => {
    const cooked = text((quasi['value'] as { cooked?: string }).cooked ?? '');
    const value = values[at];
    return value === undefined ? [cooked] : [cooked, value];
  });
  return concatenate(parts);
};

const evaluateMember: Rule = (node, scope, evaluator) => {
  const property = node['property'] as SyntaxNode;
  const key =
    node['computed'] === true ? evaluate(property, scope, evaluator) : text((property['name'] as string | undefined) ?? '');
  if (property.type === 'PrivateName') return unknownValue;
  if ((node['object'] as SyntaxNode).type === 'ThisExpression' && textOf(key) === 'constructor') return ownCallable;
  return memberOf(evaluate(node['object'] as SyntaxNode, scope, evaluator), key, evaluator);
};

const evaluateBinary: Rule = (node, scope, evaluator) => {
  const [left, right] = [node['left'], node['right']].map(side =>
    isNode(side) ? evaluate(side, scope, evaluator) : unknownValue,
  );
  if (node['operator'] !== '+' || left === undefined || right === undefined) return ownValue;
  if (left.type === 'number' && right.type === 'number') return { type: 'number', value: left.value + right.value };
  return concatenate([left, right]);
};

const into =
  (field: string): Rule =>
  (node, scope, evaluator) =>
    evaluate(node[field] as SyntaxNode, scope, evaluator);

const either =
  (...fields: readonly string[]): Rule =>
  (node, scope, evaluator) =>
    choose(fields.map(field => evaluate(node[field] as SyntaxNode, scope, evaluator)));

const callable: Rule = () => ownCallable;

/** The arguments of a call; a spread of an unknown list makes everything after it unknown. */
export const argumentsOf = (node: SyntaxNode, scope: Scope, evaluator: Evaluator): readonly Value[] => {
  const list = listFrom((node['arguments'] as unknown[] | undefined) ?? [], scope, evaluator);
  if (list.type === 'list' && list.some !== true) return list.items;
  const rest = list.type === 'list' && list.items.includes(hiddenValue) ? hiddenValue : unknownValue;
  return [rest, rest, rest, rest];
};

const evaluateCall: Rule = (node, scope, evaluator) => {
  const callee = evaluate(node['callee'] as SyntaxNode, scope, evaluator);
  const args = argumentsOf(node, scope, evaluator);
  const results = optionsOf(callee).map(option => {
    if (option.type !== 'reference') return foldMethod(node, scope, args, evaluator);
    if (LOADERS.has(option.name)) return loadModule(args[0] ?? unknownValue, evaluator);
    if (option.name === 'process.cwd' && evaluator.cwd !== undefined) return text(evaluator.cwd);
    if (option.name === 'os.homedir' && evaluator.home !== undefined) return text(evaluator.home);
    if (option.name === 'module.createRequire') return reference('require');
    if (option.name === 'JSON.stringify' && (args[0]?.type === 'record' || args[0]?.type === 'list')) return args[0];
    if (option.name === 'util.promisify' || option.name === 'Object.freeze') return args[0] ?? unknownValue;
    if (option.name.endsWith('.bind')) return referenceTo(option.name.slice(0, -'.bind'.length), evaluator);
    if (option.name === 'Reflect.get') return memberOf(args[0] ?? unknownValue, args[1] ?? unknownValue, evaluator);
    return (
      foldCall(option.name, args) ??
      (option.name === 'constructor' || option.name === 'Function'
        ? reference('Function()')
        : isClient(option.name)
          ? reference(`${option.name}()`)
          : notFollowed(args))
    );
  });
  return choose(results);
};

const foldMethod = (node: SyntaxNode, scope: Scope, args: readonly Value[], evaluator: Evaluator): Value => {
  const callee = node['callee'] as SyntaxNode;
  if (!callee.type.endsWith('MemberExpression')) return unknownValue;
  const property = callee['property'] as SyntaxNode;
  const method =
    callee['computed'] === true ? textOf(evaluate(property, scope, evaluator)) : (property['name'] as string | undefined);
  if (method === undefined) return unknownValue;
  const object = evaluate(callee['object'] as SyntaxNode, scope, evaluator);
  return choose(optionsOf(object).map(one => foldCall(`.${method}`, [one, ...args]) ?? notFollowed([one, ...args])));
};

const rules: Readonly<Record<string, Rule>> = {
  Identifier: (node, scope, evaluator) => fromName(node['name'] as string, scope, evaluator),
  StringLiteral: node => text(node['value'] as string),
  DirectiveLiteral: node => text(node['value'] as string),
  NumericLiteral: node => ({ type: 'number', value: node['value'] as number }),
  BooleanLiteral: node => ({ type: 'number', value: node['value'] === true ? 1 : 0 }),
  NullLiteral: () => ownValue,
  RegExpLiteral: callable,
  TemplateLiteral: templateFrom,
  ObjectExpression: recordFrom,
  ArrayExpression: (node, scope, evaluator) => listFrom(node['elements'] as unknown[], scope, evaluator),
  MemberExpression: evaluateMember,
  OptionalMemberExpression: evaluateMember,
  BinaryExpression: evaluateBinary,
  LogicalExpression: either('left', 'right'),
  ConditionalExpression: either('consequent', 'alternate'),
  SequenceExpression: (node, scope, evaluator) =>
    evaluate((node['expressions'] as SyntaxNode[]).at(-1) as SyntaxNode, scope, evaluator),
  AssignmentExpression: into('right'),
  AwaitExpression: into('argument'),
  ParenthesizedExpression: into('expression'),
  TSAsExpression: into('expression'),
  TSNonNullExpression: into('expression'),
  TSTypeAssertion: into('expression'),
  TSSatisfiesExpression: into('expression'),
  ChainExpression: into('expression'),
  ThisExpression: (_node, scope) => (scope.parent === undefined ? ownValue : unknownValue),
  FunctionExpression: callable,
  ArrowFunctionExpression: callable,
  ClassExpression: callable,
  MetaProperty: () => reference('import.meta'),
  V8IntrinsicIdentifier: () => reference('%'),
  Import: () => reference('import'),
  CallExpression: evaluateCall,
  OptionalCallExpression: evaluateCall,
  NewExpression: evaluateCall,
  ImportExpression: (node, scope, evaluator) => loadModule(evaluate(node['source'] as SyntaxNode, scope, evaluator), evaluator),
};

/** The value of an expression of JavaScript. */
export const evaluate: Rule = evaluateBy(rules);

const reading: Reading<SyntaxNode> = {
  evaluate,
  refer: referenceTo,
  stepInto: (value, step, evaluator) =>
    memberOf(value, typeof step === 'number' ? { type: 'number', value: step } : text(step), evaluator),
  // Of what has names only a Map is looped over.
  elementsOf: pairsOf,
};
