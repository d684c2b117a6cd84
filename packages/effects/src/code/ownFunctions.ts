import type { Effect } from '@licet/core';
import type { Evaluator } from './evaluation.ts';
import { lookUp } from './scopes.ts';
import type { Scope } from './scopes.ts';
import { ownValue, unknownValue } from './value.ts';
import type { Value } from './value.ts';

/** One name that a function takes. */
export interface Parameter {
  readonly name: string;
  /** `rest` takes all arguments that are left, `named` all that are left and have a name. */
  readonly takes: 'one' | 'rest' | 'named';
}

/** What a call hands over: arguments in order, and those with a name. */
export interface Handed {
  readonly args: readonly Value[];
  readonly named: ReadonlyMap<string, Value>;
  /** Whether some of the arguments come out of a list. */
  readonly isSpread: boolean;
}

/** How a language writes functions and their calls. */
export interface Functions<Node> {
  /** The plain function that a node gives one name to; an empty name means a function that cannot be followed. */
  named(node: Node): { readonly name: string; readonly node: Node } | undefined;
  /** The names that a function takes; nothing when it takes apart what it is given. */
  parameters(node: Node): readonly Parameter[] | undefined;
  called(node: Node): string | undefined;
  /** The names that a node uses for anything but a call. */
  mentioned(node: Node): readonly string[];
  /** What a call hands over. */
  handed(node: Node, scope: Scope<Node>, evaluator: Evaluator): Handed;
  /** Words by which code gets at its own names without saying them. */
  readonly reflects: RegExp;
}

interface Call<Node> {
  readonly node: Node;
  readonly scope: Scope<Node>;
  readonly within: OwnFunction<Node> | undefined;
}

/** A function that the code itself calls by its name, and does nothing else with: whatever it is handed is in the same source. */
export interface OwnFunction<Node> {
  readonly scope: Scope<Node>;
  readonly parameters: readonly Parameter[];
  readonly calls: Call<Node>[];
}

interface Tree<Node> {
  readonly root: Node;
  readonly scopes: ReadonlyMap<Node, Scope<Node>>;
  childrenOf(node: Node): readonly Node[];
}

/** Every function of a tree that has one name, by the place of that name. */
const functionsIn = <Node>(tree: Tree<Node>, language: Functions<Node>): Map<unknown, [Node, OwnFunction<Node>]> => {
  const found = new Map<unknown, [Node, OwnFunction<Node>]>();
  const pending: [Node, Scope<Node> | undefined][] = [[tree.root, undefined]];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [node, outer] = next;
    const scope = tree.scopes.get(node) ?? outer;
    const given = language.named(node);
    const origins = given === undefined ? undefined : lookUp(given.name, outer ?? scope);
    const own = given === undefined ? undefined : tree.scopes.get(given.node);
    const parameters = given === undefined ? undefined : language.parameters(given.node);
    if (given !== undefined && origins?.length === 1 && own !== undefined && parameters !== undefined)
      found.set(origins, [given.node, { scope: own, parameters, calls: [] }]);
    for (const child of tree.childrenOf(node)) pending.push([child, scope]);
  }
  return found;
};

/** The functions of a tree that are only called by their names, with their calls. */
export const findOwnFunctions = <Node>(
  source: string,
  tree: Tree<Node>,
  language: Functions<Node>,
): ReadonlyMap<Node, OwnFunction<Node>> => {
  const named = language.reflects.test(source) ? undefined : functionsIn(tree, language);
  if (named === undefined || named.size === 0) return new Map();
  const byNode = new Map<Node, OwnFunction<Node>>(named.values());
  const pending: [Node, Scope<Node> | undefined, OwnFunction<Node> | undefined][] = [[tree.root, undefined, undefined]];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [node, outer, around] = next;
    const scope = tree.scopes.get(node) ?? outer;
    const within = byNode.get(node) ?? around;
    const name = language.called(node);
    if (name !== undefined && scope !== undefined) named.get(lookUp(name, scope))?.[1].calls.push({ node, scope, within });
    for (const used of language.mentioned(node)) {
      const place = lookUp(used, scope);
      // What else it is handed is not seen: its calls say nothing of the functions that it calls either.
      named.get(place)?.[1].calls.splice(0);
      named.delete(place);
    }
    for (const child of tree.childrenOf(node).toReversed()) pending.push([child, scope, within]);
  }
  return new Map([...named.values()].filter(([, { calls }]) => calls.length > 0));
};

/** Most ways that are followed in which one function is called, and most calls from one to the next. */
const MOST_WAYS = 48;
const DEEPEST = 4;

/** The value of each parameter of a function in one call; none where the default applies. */
type Way = readonly (Value | undefined)[];

/** Does something while the names that a function takes stand for what one call hands over. */
const bound = <Node, Result>({ scope, parameters }: OwnFunction<Node>, handed: Way, act: () => Result): Result => {
  const kept = parameters.map(({ name }) => [...(scope.names.get(name) ?? [])]);
  for (const [at, { name }] of parameters.entries()) {
    const origins = scope.names.get(name);
    const first = origins?.indexOf('opaque') ?? -1;
    const value = handed[at];
    if (first >= 0)
      origins?.splice(first, 1, ...(value === undefined && origins.length > 1 ? [] : [{ value: value ?? ownValue }]));
  }
  try {
    return act();
  } finally {
    for (const [at, { name }] of parameters.entries()) scope.names.get(name)?.splice(0, Infinity, ...(kept[at] ?? []));
  }
};

const fill = (parameters: readonly Parameter[], { args, named, isSpread }: Handed): Way => {
  const plain = parameters.filter(({ takes }) => takes === 'one');
  return parameters.map(({ name, takes }): Value | undefined => {
    const items = args.slice(plain.length);
    const isWhole = !isSpread || items.every(({ type }) => type !== 'unknown');
    if (takes === 'rest') return { type: 'list', items, ...(!isWhole && { some: true }) };
    const others = [...named].filter(([given]) => !plain.some(one => one.name === given));
    if (takes === 'named') return { type: 'record', fields: new Map(others) };
    return named.get(name) ?? args[plain.findIndex(one => one.name === name)] ?? (named.has('**') ? unknownValue : undefined);
  });
};

/** All that a function is handed, call by call; nothing when there are too many ways to it. */
const waysOf = <Node>(
  own: OwnFunction<Node>,
  language: Functions<Node>,
  evaluator: Evaluator,
  depth = 0,
): readonly Way[] | undefined => {
  const ways: Way[] = [];
  for (const { node, scope, within } of own.calls) {
    const take = (): void => void ways.push(fill(own.parameters, language.handed(node, scope, evaluator)));
    const outer = within === undefined || within.calls.length === 0 ? [] : waysTo(within, language, evaluator, depth);
    if (outer === undefined || ways.length + outer.length > MOST_WAYS) return undefined;
    if (within === undefined || outer.length === 0) take();
    else for (const way of outer) bound(within, way, take);
  }
  return ways;
};

const waysTo: typeof waysOf = (own, language, evaluator, depth) =>
  (depth ?? 0) >= DEEPEST ? undefined : waysOf(own, language, evaluator, (depth ?? 0) + 1);

/** Whether something is left open that what the callers hand over may settle. */
const isOpen = ({ kind, target, tags = [] }: Effect): boolean =>
  kind === 'unknown' || tags.includes('dynamic') || (target?.type === 'named' && target.category === 'path');

/**
 * The effects of a function's body, taken by `look`: as it is where that says all, else once for each call with what the call
 * hands over.
 */
export const judgeOwnFunction = <Node>(
  own: OwnFunction<Node>,
  language: Functions<Node>,
  evaluator: Evaluator,
  look: () => readonly Effect[],
): readonly Effect[] => {
  const alone = look();
  if (!alone.some(isOpen)) return alone;
  const ways = waysOf(own, language, evaluator);
  return ways === undefined ? alone : ways.flatMap(way => bound(own, way, look));
};
