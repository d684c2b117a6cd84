import type { Value } from './value.ts';

/** Any element: of values by name what a loop goes through, or each value where the object visits them itself. */
export interface Each {
  readonly each: true;
  readonly visits?: true;
}

/** One step into a value: a field by name, an element of a list, or any element. */
export type Step = string | number | Each;

/** Where a name's value comes from: an expression and the way into it, something imported, what a call hands over, its own code, or what is added to it; opaque for a parameter. */
export type Origin<Node> =
  | { readonly node: Node; readonly scope: Scope<Node>; readonly steps: readonly Step[] }
  | { readonly reference: string }
  | { readonly value: Value }
  | 'own'
  | 'opaque'
  | { readonly grows: Node; readonly scope: Scope<Node> };

/** The names of a module, function, class or block. */
export interface Scope<Node> {
  readonly parent: Scope<Node> | undefined;
  readonly names: Map<string, Origin<Node>[]>;
  readonly kind: ScopeKind;
  /** Names that the code itself places in a scope around this one. */
  readonly outside: Set<string>;
  /** What a caller hands over is changed in it. */
  changesParameters: boolean;
}

/** What opens a scope. */
export type ScopeKind = 'module' | 'function' | 'class' | 'block';

/** Finds what a name may be, in the scope that declares it. */
export const lookUp = <Node>(name: string, scope: Scope<Node> | undefined): Origin<Node>[] | undefined => {
  for (let at = scope; at !== undefined; at = at.parent) {
    const found = at.names.get(name);
    if (found !== undefined) return found;
  }
  return undefined;
};

const declaring = <Node>(name: string, scope: Scope<Node> | undefined): Scope<Node> | undefined => {
  for (let at = scope; at !== undefined; at = at.parent) if (at.names.has(name)) return at;
  return undefined;
};

/** Declares one more thing that a name may be. */
export const addOrigin = <Node>({ names }: Scope<Node>, name: string, origin: Origin<Node>): void => {
  const origins = names.get(name);
  if (origins === undefined) names.set(name, [origin]);
  else origins.push(origin);
};

const isImported = (origin: Origin<unknown>): boolean => typeof origin === 'object' && 'reference' in origin;

/** What a name holds is changed in place: nothing is known of it any more, nor under the other names that it got it from. */
export const blurName = <Node>(
  name: string,
  scope: Scope<Node>,
  plainName: (node: Node) => string | undefined,
  seen: Set<unknown> = new Set(),
): void => {
  const origins = lookUp(name, scope);
  if (origins === undefined || seen.has(origins) || (seen.size > 0 && origins.every(isImported))) return;
  seen.add(origins);
  for (const origin of origins) {
    const other =
      typeof origin === 'object' && 'node' in origin && origin.steps.length === 0 ? plainName(origin.node) : undefined;
    if (other !== undefined && typeof origin === 'object' && 'scope' in origin) blurName(other, origin.scope, plainName, seen);
  }
  const own = declaring(name, scope);
  if (own?.kind === 'function' && origins.includes('opaque')) own.changesParameters = true;
  origins.push('opaque');
};

/** How a language declares names. */
export interface Declarations<Node> {
  childrenOf(node: Node): readonly Node[];
  /** The kind of scope that a node opens, if it opens one. */
  opens(node: Node): ScopeKind | undefined;
  /** Declares what the node does to names; `outer` is the scope around the one that it opens. */
  declare(node: Node, scope: Scope<Node>, outer: Scope<Node>, scopes: ReadonlyMap<Node, Scope<Node>>): void;
  /** Blurs the names that a call hands to a function of the code itself, where one of these changes what it is handed. */
  handOver(node: Node, scope: Scope<Node>): void;
  /** Whether a node changes what a name holds: such nodes are declared when all names are known. */
  changes(node: Node): boolean;
}

const openScope = <Node>(kind: ScopeKind, parent: Scope<Node> | undefined): Scope<Node> => ({
  parent,
  names: new Map(),
  kind,
  outside: new Set(),
  changesParameters: false,
});

/** The scopes of a program and which node opens which. */
export const buildScopes = <Node>(program: Node, language: Declarations<Node>): ReadonlyMap<Node, Scope<Node>> => {
  const scopes = new Map<Node, Scope<Node>>();
  const later: [Node, Scope<Node>, Scope<Node>][] = [];
  const pending: [Node, Scope<Node> | undefined][] = [[program, undefined]];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [node, outer] = next;
    const kind = outer === undefined ? 'module' : language.opens(node);
    const scope = kind === undefined && outer !== undefined ? outer : openScope(kind ?? 'module', outer);
    if (scope !== outer) scopes.set(node, scope);
    if (language.changes(node)) later.push([node, scope, outer ?? scope]);
    else language.declare(node, scope, outer ?? scope, scopes);
    for (const child of language.childrenOf(node).toReversed()) pending.push([child, scope]);
  }
  for (const [node, scope, outer] of later) language.declare(node, scope, outer, scopes);
  if ([...scopes.values()].some(({ changesParameters }) => changesParameters))
    for (const [node, scope] of later) language.handOver(node, scope);
  return scopes;
};
