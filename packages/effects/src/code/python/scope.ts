import { childIn } from './parser.ts';
import type { PythonNode } from './parser.ts';

/** Where a name's value comes from: an expression and the way into it, something imported, or code of its own. */
export type Origin =
  | { readonly node: PythonNode; readonly scope: Scope; readonly steps: readonly (number | 'each')[] }
  | { readonly reference: string }
  | 'own'
  | 'opaque';

/** The names of a module, function or class. */
export interface Scope {
  readonly parent: Scope | undefined;
  readonly names: Map<string, Origin[]>;
  readonly kind: 'module' | 'function' | 'class';
  /** Modules whose names were all imported. */
  readonly stars: string[];
  /** Names that `global` or `nonlocal` places outside. */
  readonly outside: Set<string>;
}

/** A name as Python compares it. */
export const nameOf = (node: PythonNode | undefined): string => (node?.text ?? '').normalize('NFKC');

/** Finds what a name may be. */
export const lookUp = (name: string, scope: Scope | undefined): Origin[] | undefined => {
  for (let at = scope; at !== undefined; at = at.parent) {
    const found = at.names.get(name);
    if (found !== undefined) return found;
  }
  return undefined;
};

/** The modules that may have brought any name into sight. */
export const starsOf = (scope: Scope | undefined): readonly string[] =>
  scope === undefined ? [] : [...scope.stars, ...starsOf(scope.parent)];

/** The scope that holds a name which the given one declares to be outside. */
const holderOf = (scope: Scope, name: string): Scope => {
  if (!scope.outside.has(name) || scope.parent === undefined) return scope;
  let at = scope.parent;
  while (at.parent !== undefined && !at.names.has(name)) at = at.parent;
  return at;
};

const add = (inner: Scope, name: string, origin: Origin): void => {
  const scope = holderOf(inner, name);
  const origins = scope.names.get(name);
  if (origins === undefined) scope.names.set(name, [origin]);
  else if (typeof origin !== 'object' || !('reference' in origin) || !origins.some(one => isSame(one, origin)))
    origins.push(origin);
};

const isSame = (one: Origin, other: { readonly reference: string }): boolean =>
  typeof one === 'object' && 'reference' in one && one.reference === other.reference;

const targets = /^(?:pattern_list|tuple_pattern|list_pattern|tuple|list|expression_list|parenthesized_expression)$/;

/** Binds every name of an assignment's left side. */
const bind = (
  left: PythonNode | undefined,
  node: PythonNode | undefined,
  scope: Scope,
  steps: readonly (number | 'each')[],
  from: Scope = scope,
): void => {
  if (left === undefined) return;
  if (left.type === 'identifier') add(scope, nameOf(left), node === undefined ? 'opaque' : { node, scope: from, steps });
  else if (targets.test(left.type)) {
    const isFlat = left.children.every(child => !/splat/.test(child.type));
    for (const [at, child] of left.children.entries()) bind(child, isFlat ? node : undefined, scope, [...steps, at], from);
  } else if (/splat|as_pattern_target|case_pattern|_pattern$|keyword_pattern/.test(left.type)) {
    for (const child of left.children) bind(child, left.type === 'as_pattern_target' ? node : undefined, scope, steps, from);
  } else if (left.type === 'subscript' || left.type === 'attribute') blur(left, scope);
};

/** What is assigned into keeps its name but not its value. */
const blur = (node: PythonNode, scope: Scope): void => {
  let at: PythonNode | undefined = node;
  while (at !== undefined && (at.type === 'subscript' || at.type === 'attribute')) at = at.children[0];
  const origins = at?.type === 'identifier' ? lookUp(nameOf(at), scope) : undefined;
  if (origins?.some(origin => typeof origin !== 'object' || !('reference' in origin)) === true) origins.push('opaque');
};

const declareImport = (node: PythonNode, scope: Scope): void => {
  for (const child of node.children) {
    if (child.type === 'aliased_import')
      add(scope, nameOf(childIn(child, 'alias')), { reference: nameOf(childIn(child, 'name')) });
    else if (child.type === 'dotted_name') {
      const first = nameOf(child).split('.')[0] ?? '';
      add(scope, first, { reference: first });
    }
  }
};

const declareFrom = (node: PythonNode, scope: Scope): void => {
  const module = nameOf(childIn(node, 'module_name'));
  for (const child of node.children) {
    if (child.type === 'wildcard_import') scope.stars.push(module);
    if (child.field === 'module_name') continue;
    const name = nameOf(child.type === 'aliased_import' ? childIn(child, 'name') : child);
    const alias = child.type === 'aliased_import' ? nameOf(childIn(child, 'alias')) : name;
    if (child.type === 'aliased_import' || child.type === 'dotted_name')
      add(scope, alias, module.startsWith('.') ? 'own' : { reference: `${module}.${name}` });
  }
};

const declareParameters = (node: PythonNode, scope: Scope): void => {
  for (const child of node.children) {
    const name = child.type === 'identifier' ? child : (childIn(child, 'name') ?? child.children[0]);
    const fallback = childIn(child, 'value');
    if (name?.type === 'identifier') add(scope, nameOf(name), 'opaque');
    if (name?.type === 'identifier' && fallback !== undefined && scope.parent !== undefined)
      add(scope, nameOf(name), { node: fallback, scope: scope.parent, steps: [] });
    if (/splat/.test(name?.type ?? '')) add(scope, nameOf(name?.children[0]), 'opaque');
  }
};

const mutators = /^(?:append|extend|insert|pop|remove|reverse|sort|clear|update|setdefault|popitem|add|discard|__setitem__)$/;

const isTarget = (node: PythonNode): boolean => node.type === 'as_pattern_target';

/** A method that changes its object leaves the name with a value that is not known. */
const declareChange = (callee: PythonNode | undefined, scope: Scope): void => {
  if (callee?.type === 'attribute' && mutators.test(nameOf(childIn(callee, 'attribute')))) blur(callee, scope);
};

const declare = (node: PythonNode, scope: Scope, outer: Scope): void => {
  switch (node.type) {
    case 'import_statement':
      return declareImport(node, scope);
    case 'import_from_statement':
      return declareFrom(node, scope);
    case 'assignment':
      return bind(childIn(node, 'left'), childIn(node, 'right'), scope, []);
    case 'named_expression':
      return bind(childIn(node, 'name'), childIn(node, 'value'), scope, []);
    case 'augmented_assignment':
      return bind(childIn(node, 'left'), undefined, scope, []);
    case 'global_statement':
    case 'nonlocal_statement':
      return node.children.forEach(child => scope.outside.add(nameOf(child)));
    case 'for_statement':
    case 'for_in_clause':
      return bind(childIn(node, 'left'), childIn(node, 'right'), scope, ['each']);
    case 'as_pattern':
      return bind(node.children.find(isTarget), node.children[0], scope, []);
    case 'case_clause':
      for (const child of node.children) if (/pattern/.test(child.type)) bind(child, undefined, scope, []);
      return;
    case 'function_definition':
    case 'class_definition':
      add(outer, nameOf(childIn(node, 'name')), 'own');
      return;
    case 'parameters':
    case 'lambda_parameters':
      return declareParameters(node, scope);
    case 'call':
      return declareChange(childIn(node, 'function'), scope);
    default:
  }
};

const makesScope =
  /^(?:module|function_definition|class_definition|lambda|(?:list|set|dictionary)_comprehension|generator_expression)$/;

/** The scopes of a module and which node opens which. */
export const buildScopes = (module: PythonNode): ReadonlyMap<PythonNode, Scope> => {
  const scopes = new Map<PythonNode, Scope>();
  const order: [PythonNode, Scope, Scope][] = [];
  const pending: [PythonNode, Scope | undefined][] = [[module, undefined]];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [node, outer] = next;
    const kind = node.type === 'class_definition' ? 'class' : outer === undefined ? 'module' : 'function';
    const scope: Scope =
      outer === undefined || makesScope.test(node.type)
        ? { parent: outer, names: new Map(), kind, stars: [], outside: new Set() }
        : outer;
    if (scope !== outer) scopes.set(node, scope);
    order.push([node, scope, outer ?? scope]);
    for (const child of node.children.toReversed()) pending.push([child, scope]);
  }
  const isLater = ([node]: [PythonNode, Scope, Scope]): boolean => node.type === 'call' || node.type === 'augmented_assignment';
  for (const [node, scope, outer] of order) if (!isLater([node, scope, outer])) declare(node, scope, outer);
  for (const [node, scope, outer] of order) if (isLater([node, scope, outer])) declare(node, scope, outer);
  return scopes;
};
