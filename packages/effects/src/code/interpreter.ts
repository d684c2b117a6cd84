import type { Effect } from '@licet/core';
import { draw, withSpent } from '../work.ts';
import { dynamicEffect } from './calls.ts';
import type { CodeContext } from './calls.ts';
import { filteredSecrets } from './filters.ts';
import { findOwnFunctions, judgeOwnFunction } from './ownFunctions.ts';
import type { Functions, OwnFunction } from './ownFunctions.ts';
import { buildScopes } from './scopes.ts';
import type { Declarations, Scope } from './scopes.ts';
import { editsOrLoses, UNPARSED } from './judgeCall.ts';
import { addedFolders } from './loading.ts';
import { mentionedSecrets } from './unknownArguments.ts';
import type { Evaluator } from './evaluation.ts';

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
  /** Folders that the source adds to those in which its modules are. */
  readonly folders: readonly string[];
  /** Functions that the source only calls by their names. */
  readonly functions: ReadonlyMap<Node, OwnFunction<Node>>;
}

/** Where a scan is: the names in sight, and whether what is here is certain to run. */
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

/** The file that a source comes from; a function of a shell or nothing takes its place for code in a command. */
const fileOf = (from: string | undefined): string | undefined =>
  from !== undefined && /^\/.*\.\w+$/.test(from) ? from : undefined;

const newScan = <Node>(
  scopes: ReadonlyMap<Node, Scope<Node>>,
  functions: ReadonlyMap<Node, OwnFunction<Node>>,
  context: CodeContext,
  source: string,
): Scan<Node> => {
  const { cwd, home } = context.paths;
  return {
    evaluator: {
      cwd,
      home: home ?? undefined,
      file: fileOf(context.from),
      active: new Set(),
      work: context.work,
      scopes,
      isTooDeep: false,
    },
    context,
    scopes,
    effects: [],
    patterns: new Set(),
    texts: new Set(),
    filters: new Set(),
    negated: new Set(),
    folders: addedFolders(source),
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
    const scan = newScan(scopes, functions, context, source);
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
