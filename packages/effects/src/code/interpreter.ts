import type { Effect } from '@licet/core';
import type { Work } from '../work.ts';
import { draw, withSpent } from '../work.ts';
import { dynamicEffect } from './calls.ts';
import type { CodeContext } from './calls.ts';
import { filteredSecrets } from './filters.ts';
import { findOwnFunctions, judgeOwnFunction } from './ownFunctions.ts';
import type { Functions, OwnFunction } from './ownFunctions.ts';
import { buildScopes } from './scopes.ts';
import type { Declarations, Each, Origin, Scope } from './scopes.ts';
import { editsOrLoses, mentionedSecrets, UNPARSED } from './judgeCall.ts';
import { choose, notFollowed, optionsOf, ownCallable, unknownValue } from './value.ts';
import type { Value } from './value.ts';

/** What evaluation needs besides a node and its scope. */
export interface Evaluator {
  readonly cwd: string | undefined;
  readonly home: string | undefined;
  /** Names and nodes that are being evaluated, so that cycles end. */
  readonly active: Set<unknown>;
  /** The budget of the action, on which every node draws. */
  readonly work: Work;
  /** The scopes of the source. */
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
  /** Something of the language or a library by any of its names, or the constant that it stands for. */
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

/** A scan of one source: what it has found so far. */
export interface Scan<Node> {
  readonly evaluator: Evaluator;
  readonly context: CodeContext;
  readonly scopes: ReadonlyMap<Node, Scope<Node>>;
  readonly effects: Effect[];
  /** Nodes that only give names to values. */
  readonly patterns: Set<Node>;
  /** Constant texts that the code has for more than comparing. */
  readonly texts: Set<string>;
  /** Names of secrets that tests of listed names are made for. */
  readonly filters: Set<string>;
  /** Tests that leave out what they match. */
  readonly negated: Set<Node>;
  /** Functions that the source only calls by their names. */
  readonly functions: ReadonlyMap<Node, OwnFunction<Node>>;
}

/** Where a scan stands: the names in sight, and whether what stands here is certain to run. */
export interface Place<Node> {
  readonly scope: Scope<Node>;
  readonly certainty: Effect['certainty'];
}

/** What the scan of a language needs. */
export interface Language<Node> extends Declarations<Node> {
  /** Types of nodes whose parts may not run. */
  readonly branches: RegExp;
  /** Characters of source that cost one unit to parse. */
  readonly charsPerUnit: number;
  readonly functions: Functions<Node>;
  /** The tree of a source, or nothing when it does not parse. */
  parse(source: string): Node | undefined;
  /** Adds the effects of one node; gives the nodes to look at next. */
  judge(node: Node, scan: Scan<Node>, place: Place<Node>): readonly Node[];
}

/** What visiting one node costs. */
const PER_NODE = 1 / 16;

/** Longest source that is looked at, in UTF-16 units. */
const MAX_SOURCE = 1 << 18;

const visit = <Node extends { readonly type: string }>(
  root: Node,
  scan: Scan<Node>,
  start: Place<Node>,
  language: Language<Node>,
): void => {
  const pending: [Node, Place<Node>][] = [[root, start]];
  for (let next = pending.pop(); next !== undefined && draw(scan.context.work, PER_NODE); next = pending.pop()) {
    const [node, outer] = next;
    const place: Place<Node> = {
      scope: scan.scopes.get(node) ?? outer.scope,
      certainty: language.branches.test(node.type) ? 'possible' : outer.certainty,
    };
    const own = node === root ? undefined : scan.functions.get(node);
    if (own === undefined) for (const child of language.judge(node, scan, place).toReversed()) pending.push([child, place]);
    else {
      const look = (): readonly Effect[] => {
        const from = scan.effects.length;
        visit(node, scan, outer, language);
        return scan.effects.splice(from);
      };
      scan.effects.push(...judgeOwnFunction(own, language.functions, scan.evaluator, look));
    }
  }
};

/** Words by which code gets at its arguments, its input and its variables. */
const TAKES_WORDS =
  /argv|environ|getenv|\.env\b|stdin|\binput\b|\bgetpass\b|\b(?:readFileSync|open|createReadStream)\s*\(\s*0|\/dev\/|fileinput|argparse|optparse|getopt|parseArgs|\bclick\b|\btyper\b|readline|Deno|Bun|\bsignal\b/;

const newScan = <Node>(
  scopes: ReadonlyMap<Node, Scope<Node>>,
  functions: ReadonlyMap<Node, OwnFunction<Node>>,
  context: CodeContext,
): Scan<Node> => {
  const { cwd, home } = context.paths;
  return {
    evaluator: { cwd, home: home ?? undefined, active: new Set(), work: context.work, scopes, isTooDeep: false },
    context,
    scopes,
    effects: [],
    patterns: new Set(),
    texts: new Set(),
    filters: new Set(),
    negated: new Set(),
    functions,
  };
};

/** The effects of source in a language, without running it. What does not parse, is too large or nests too deeply is unknown as a whole. */
export const scanSource = <Node extends { readonly type: string }>(
  source: string,
  given: CodeContext,
  language: Language<Node>,
): readonly Effect[] => {
  const { work } = given;
  const context = { ...given, takesWords: TAKES_WORDS.test(source) };
  const give = (note: string): readonly Effect[] => [dynamicEffect(note, context.tool)];
  if (source.length > MAX_SOURCE) return give('more code than is looked at');
  if (!draw(work, source.length / language.charsPerUnit)) return withSpent([], work);
  try {
    const program = language.parse(source);
    if (program === undefined) return give(UNPARSED);
    const scopes = buildScopes(program, language);
    const functions = findOwnFunctions(
      source,
      { root: program, scopes, childrenOf: node => language.childrenOf(node) },
      language.functions,
    );
    const scan = newScan(scopes, functions, context);
    const scope = scopes.get(program);
    if (scope !== undefined) visit(program, scan, { scope, certainty: 'certain' }, language);
    return withSpent(
      [
        ...editsOrLoses(scan.effects, context),
        ...mentionedSecrets(scan.texts, scan.effects, context),
        ...filteredSecrets(scan.filters, scan.effects, context),
        ...(scan.evaluator.isTooDeep ? give('more code than is looked at') : []),
      ],
      work,
    );
  } catch {
    return give('code that is nested too deeply');
  }
};

/** Says that something powerful is handed to where the scanner does not follow it. */
export const noteEscape = <Node>(scan: Scan<Node>, { certainty }: Place<Node>): void =>
  void scan.effects.push(dynamicEffect('hands a powerful function to other code', scan.context.tool, certainty));
