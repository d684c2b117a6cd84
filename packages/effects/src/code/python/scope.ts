import { addOrigin, blurName, lookUp } from '../scopes.ts';
import type { Declarations, Origin, Scope as ScopeOf, Step } from '../scopes.ts';
import { childIn } from './parser.ts';
import type { PythonNode } from './parser.ts';

/** The names of a module, function or class. */
export type Scope = ScopeOf<PythonNode>;

/** A name as Python compares it. */
export const nameOf = (node: PythonNode | undefined): string => (node?.text ?? '').normalize('NFKC');

/** The modules that may have brought any name into sight: what `*` imports. */
export const starsOf = (scope: Scope | undefined): readonly string[] =>
  scope === undefined
    ? []
    : [...(scope.names.get('*') ?? []).filter(isReference).map(({ reference }) => reference), ...starsOf(scope.parent)];

/** The scope that holds a name which the given one declares to be outside. */
const holderOf = (scope: Scope, name: string): Scope => {
  if (!scope.outside.has(name) || scope.parent === undefined) return scope;
  let at = scope.parent;
  while (at.parent !== undefined && !at.names.has(name)) at = at.parent;
  return at;
};

const isReference = (origin: Origin<PythonNode>): origin is { readonly reference: string } =>
  typeof origin === 'object' && 'reference' in origin;

const add = (inner: Scope, name: string, origin: Origin<PythonNode>): void => {
  const scope = holderOf(inner, name);
  const isKnown =
    isReference(origin) && scope.names.get(name)?.some(one => isReference(one) && one.reference === origin.reference) === true;
  if (!isKnown) addOrigin(scope, name, origin);
};

const TARGETS = /^(?:pattern_list|tuple_pattern|list_pattern|tuple|list|expression_list|parenthesized_expression)$/;

/** Binds every name of an assignment's left side. */
const bind = (
  left: PythonNode | undefined,
  node: PythonNode | undefined,
  scope: Scope,
  steps: readonly Step[],
  from: Scope = scope,
): void => {
  if (left === undefined) return;
  if (left.type === 'identifier') add(scope, nameOf(left), node === undefined ? 'opaque' : { node, scope: from, steps });
  else if (TARGETS.test(left.type)) {
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
  if (origins?.some(origin => !isReference(origin)) === true)
    blurName(nameOf(at), scope, other => (other.type === 'identifier' ? nameOf(other) : undefined));
};

/** `name += value`: what it adds counts, and where it was bound. */
const grow = (left: PythonNode | undefined, added: PythonNode | undefined, scope: Scope): void => {
  if (left?.type === 'identifier' && added !== undefined) add(scope, nameOf(left), { grows: added, scope });
  else bind(left, undefined, scope, []);
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
    if (child.type === 'wildcard_import') add(scope, '*', { reference: module });
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

const MUTATORS = /^(?:append|extend|insert|pop|remove|reverse|sort|clear|update|setdefault|popitem|add|discard|__setitem__)$/;

const isTarget = (node: PythonNode): boolean => node.type === 'as_pattern_target';

/** A method that changes its object leaves the name with a value that is not known. */
const declareChange = (callee: PythonNode | undefined, scope: Scope): void => {
  if (callee?.type === 'attribute' && MUTATORS.test(nameOf(childIn(callee, 'attribute')))) blur(callee, scope);
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
      return grow(childIn(node, 'left'), childIn(node, 'right'), scope);
    case 'global_statement':
    case 'nonlocal_statement':
      return node.children.forEach(child => scope.outside.add(nameOf(child)));
    case 'for_statement':
    case 'for_in_clause':
      return bind(childIn(node, 'left'), childIn(node, 'right'), scope, [{ each: true }]);
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

const MAKES_SCOPE =
  /^(?:module|function_definition|class_definition|lambda|(?:list|set|dictionary)_comprehension|generator_expression)$/;

/** How Python declares names. */
export const declarations: Declarations<PythonNode> = {
  childrenOf: node => node.children,
  opens: ({ type }) => (type === 'class_definition' ? 'class' : MAKES_SCOPE.test(type) ? 'function' : undefined),
  changes: ({ type }) => type === 'call' || type === 'augmented_assignment',
  handOver: (node, scope) => {
    const callee = node.type === 'call' ? childIn(node, 'function') : undefined;
    if (callee?.type !== 'identifier' || lookUp(nameOf(callee), scope)?.includes('own') !== true) return;
    for (const child of childIn(node, 'arguments')?.children ?? []) {
      const name = child.type === 'keyword_argument' ? childIn(child, 'value') : child;
      if (name?.type === 'identifier') blur(name, scope);
    }
  },
  declare,
};
