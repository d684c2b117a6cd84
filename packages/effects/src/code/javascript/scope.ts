import { addOrigin, blurName, lookUp } from '../scopes.ts';
import type { Declarations, Origin, Scope as ScopeOf, Step } from '../scopes.ts';
import { childrenOf, isNode } from './parser.ts';
import type { SyntaxNode } from './parser.ts';

/** The names of one function or block. */
export type Scope = ScopeOf<SyntaxNode>;

const MAKES_SCOPE =
  /^(?:Program|BlockStatement|StaticBlock|For(?:In|Of)?Statement|SwitchStatement|CatchClause|Function|ObjectMethod|Class(?:Private)?Method|ArrowFunction|Class(?:Declaration|Expression))/;

const isFunctionNode = (node: SyntaxNode): boolean => /Function|Method$/.test(node.type);

const functionScope = (scope: Scope): Scope => {
  let at = scope;
  while (at.kind !== 'function' && at.parent !== undefined) at = at.parent;
  return at;
};

const keyOf = (node: SyntaxNode): string | undefined => {
  const { key, computed } = node as { key?: SyntaxNode; computed?: boolean } & SyntaxNode;
  if (key === undefined) return undefined;
  if (computed !== true && key.type === 'Identifier') return key['name'] as string;
  return typeof key['value'] === 'string' || typeof key['value'] === 'number' ? String(key['value']) : undefined;
};

type Bind = (name: string, steps: readonly Step[] | undefined, fallback?: SyntaxNode) => void;

/** Calls `bind` for every name in a pattern, with the way to its value; without one when it is unknown. */
const eachName = (pattern: unknown, steps: readonly Step[] | undefined, bind: Bind): void => {
  if (!isNode(pattern)) return;
  switch (pattern.type) {
    case 'Identifier':
      return bind(pattern['name'] as string, steps);
    case 'AssignmentPattern':
      eachName(pattern['left'], steps, bind);
      return eachName(pattern['left'], undefined, name => bind(name, [], pattern['right'] as SyntaxNode));
    case 'RestElement':
      return eachName(pattern['argument'], undefined, bind);
    case 'TSParameterProperty':
      return eachName(pattern['parameter'], steps, bind);
    case 'ObjectPattern':
      for (const property of pattern['properties'] as SyntaxNode[]) {
        if (property.type === 'RestElement') eachName(property, undefined, bind);
        else {
          const key = keyOf(property);
          eachName(property['value'], key === undefined || steps === undefined ? undefined : [...steps, key], bind);
        }
      }
      return;
    case 'ArrayPattern':
      for (const [at, element] of (pattern['elements'] as unknown[]).entries())
        eachName(element, steps === undefined ? undefined : [...steps, at], bind);
      return;
    default:
  }
};

const MUTATORS =
  /^(?:push|unshift|splice|pop|shift|fill|copyWithin|reverse|sort|set|assign|defineProperty|defineProperties|setPrototypeOf)$/;

/** The identifier that a chain of members starts from. */
const baseName = (node: unknown): string | undefined => {
  let at = node;
  while (isNode(at) && /^(?:Optional)?MemberExpression$/.test(at.type)) at = at['object'];
  return isNode(at) && at.type === 'Identifier' ? (at['name'] as string) : undefined;
};

/** Methods of lists that call a function with each element. */
const VISITORS = /^(?:filter|find|findLast|forEach|map|flatMap|some|every)$/;

/** The first parameter of a function that a list calls is any of its elements. */
const declareElement = (node: SyntaxNode, scope: Scope, scopes: ReadonlyMap<SyntaxNode, Scope>): void => {
  const callee = node['callee'] as SyntaxNode;
  const [visitor] = node['arguments'] as readonly unknown[];
  const method = (callee['property'] as SyntaxNode | undefined)?.['name'];
  const inner = isNode(visitor) ? scopes.get(visitor) : undefined;
  if (typeof method !== 'string' || !VISITORS.test(method) || !isNode(visitor) || inner === undefined) return;
  const [parameter] = (visitor['params'] as SyntaxNode[] | undefined) ?? [];
  eachName(parameter, [], (name, steps, fallback) => {
    const isOnly = inner.names.get(name)?.every(origin => origin === 'opaque') === true;
    if (isOnly && steps !== undefined && fallback === undefined)
      inner.names.set(name, [{ node: callee['object'] as SyntaxNode, scope, steps: [{ each: true, visits: true }, ...steps] }]);
  });
};

/** Notes that a name, or what it holds, gets another value later on. */
const recordChange = (node: SyntaxNode, scope: Scope): void => {
  const plainName = (value: SyntaxNode): string | undefined => (value.type === 'Identifier' ? baseName(value) : undefined);
  const blur = (name: string | undefined): void => (name === undefined ? undefined : blurName(name, scope, plainName));
  if (node.type === 'CallExpression') {
    const callee = node['callee'] as SyntaxNode;
    const property = callee['property'] as SyntaxNode | undefined;
    const method = property?.['name'] ?? property?.['value'];
    if (typeof method !== 'string' || !MUTATORS.test(method)) return;
    blur(baseName(callee['object']));
    return blur(baseName((node['arguments'] as unknown[])[0]));
  }
  if (node.type === 'UpdateExpression' || node.type === 'UnaryExpression') {
    if (node.type === 'UpdateExpression' || node['operator'] === 'delete') blur(baseName(node['argument']));
    return;
  }
  const left = node['left'] as SyntaxNode;
  if (left.type === 'Identifier' && node['operator'] === '+=')
    lookUp(left['name'] as string, scope)?.push({ grows: node['right'] as SyntaxNode, scope });
  else if (left.type === 'Identifier' && node['operator'] !== '=') blur(left['name'] as string);
  else if (left.type.endsWith('MemberExpression')) blur(baseName(left));
  else bindAll(left, node['right'] as SyntaxNode, scope, [], true);
};

const bindAll = (
  pattern: unknown,
  node: SyntaxNode | undefined,
  scope: Scope,
  steps: readonly Step[],
  isAssignment: boolean,
  target: Scope = scope,
): void => {
  eachName(pattern, steps, (name, way, fallback) => {
    const value = fallback ?? node;
    const origin: Origin<SyntaxNode> = way === undefined || value === undefined ? 'opaque' : { node: value, scope, steps: way };
    const known = isAssignment ? lookUp(name, scope) : undefined;
    if (known !== undefined) known.push(origin);
    else addOrigin(isAssignment ? rootOf(scope) : target, name, origin);
  });
};

const rootOf = (scope: Scope): Scope => (scope.parent === undefined ? scope : rootOf(scope.parent));

/** The name under which a module's functions are known. */
export const moduleName = (specifier: string): string =>
  specifier
    .replace(/^node:/, '')
    .replace(/\.js$/, '')
    .replaceAll('/', '.');

const declareImports = (node: SyntaxNode, scope: Scope): void => {
  const module = moduleName((node['source'] as SyntaxNode)['value'] as string);
  for (const specifier of node['specifiers'] as SyntaxNode[]) {
    const local = (specifier['local'] as SyntaxNode)['name'] as string;
    const imported = specifier['imported'] as SyntaxNode | undefined;
    const name = imported === undefined ? undefined : ((imported['name'] ?? imported['value']) as string);
    const reference = name === undefined || name === 'default' ? module : `${module}.${name}`;
    addOrigin(scope, local, node['importKind'] === 'type' ? 'own' : { reference });
  }
};

const declareNames = (node: SyntaxNode, scope: Scope, outer: Scope): void => {
  const { id } = node as { id?: SyntaxNode | null } & SyntaxNode;
  if (node.type === 'ImportDeclaration') declareImports(node, scope);
  else if (node.type === 'VariableDeclaration') {
    const target = node['kind'] === 'var' ? functionScope(scope) : scope;
    for (const declarator of node['declarations'] as SyntaxNode[]) {
      const value = declarator['init'];
      if (isNode(value)) bindAll(declarator['id'], value, scope, [], false, target);
      else eachName(declarator['id'], undefined, name => target.names.has(name) || target.names.set(name, []));
    }
  } else if (node.type === 'ForOfStatement' || node.type === 'ForInStatement') {
    const left = node['left'] as SyntaxNode;
    const pattern = left.type === 'VariableDeclaration' ? (left['declarations'] as SyntaxNode[])[0]?.['id'] : left;
    const steps = node.type === 'ForOfStatement' ? [{ each: true } as const] : undefined;
    if (steps === undefined) eachName(pattern, undefined, name => addOrigin(scope, name, 'own'));
    else bindAll(pattern, node['right'] as SyntaxNode, scope, steps, left.type !== 'VariableDeclaration');
  } else if (node.type === 'CatchClause') eachName(node['param'], undefined, name => addOrigin(scope, name, 'own'));
  if (isNode(id) && /^(?:Function|Class|TSEnum)/.test(node.type))
    addOrigin(node.type.endsWith('Expression') ? scope : outer, id['name'] as string, 'own');
  for (const parameter of (isFunctionNode(node) ? (node['params'] as SyntaxNode[] | undefined) : undefined) ?? [])
    bindAll(parameter, undefined, scope, [], false);
};

const changes = (node: SyntaxNode): boolean => /^(?:Assignment|Update|Call|Unary)Expression$/.test(node.type);

/** How JavaScript declares names. */
export const declarations: Declarations<SyntaxNode> = {
  childrenOf,
  opens: node => (!MAKES_SCOPE.test(node.type) ? undefined : isFunctionNode(node) ? 'function' : 'block'),
  changes,
  handOver: (node, scope) => {
    const callee = node['callee'];
    const origins = isNode(callee) && callee.type === 'Identifier' ? lookUp(callee['name'] as string, scope) : undefined;
    const isOwn = origins?.some(
      origin => origin === 'own' || (typeof origin === 'object' && 'node' in origin && isFunctionNode(origin.node)),
    );
    if (isOwn !== true) return;
    const plainName = (value: SyntaxNode): string | undefined => (value.type === 'Identifier' ? baseName(value) : undefined);
    for (const argument of node['arguments'] as SyntaxNode[]) {
      const name = plainName(argument);
      if (name !== undefined) blurName(name, scope, plainName);
    }
  },
  declare: (node, scope, outer, scopes) => {
    if (node.type === 'CallExpression') declareElement(node, scope, scopes);
    return changes(node) ? recordChange(node, scope) : declareNames(node, scope, outer);
  },
};
