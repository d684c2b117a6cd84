import type { GovernanceContext, Json, MaybePromise, SessionState } from '@licet/core';
import { chain, isEstablished } from '@licet/core';
import type { KnownPlace } from '@licet/effects/places';

import type { FactSharing } from './factState.ts';
import { factKey, filesOf, reasonOf } from './factState.ts';
import type { FileSet } from './fileState.ts';
import { fileSet } from './fileState.ts';

/** What `facts` says of one fact to the nodes after it. */
export interface Told {
  readonly human?: boolean;
  readonly runs?: readonly string[];
  readonly in?: string;
  readonly per?: FactSharing;
  readonly whileUnchanged?: readonly string[];
  readonly allOf?: readonly string[];
  readonly anyOf?: readonly string[];
}

/** Facts as they stand for one action. */
export interface FactView {
  holds(name: string): boolean;
  /** The facts that are missing, down to those that something can establish. */
  missing(names: readonly string[]): readonly string[];
  /** Why it was not earned the last time, or does not hold any more. */
  why(name: string): string | undefined;
  /** What establishes it, for the one who has to do it. */
  wayTo(name: string): string;
}

/** Looks at facts: those of the session first, and those of the project only where they are needed. */
export interface FactReader {
  ofSession(ctx: GovernanceContext): FactView;
  withProject(ctx: GovernanceContext): MaybePromise<FactView>;
}

/** Makes a reader of facts; sets of files are made once for all actions. */
export function factReader(place: KnownPlace): FactReader {
  const sets = new Map<string, FileSet>();
  const setOf = (patterns: readonly string[]): FileSet => {
    const key = patterns.join('\n');
    const known = sets.get(key);
    if (known !== undefined) return known;
    const made = fileSet(patterns, place);
    sets.set(key, made);
    return made;
  };
  return Object.freeze<FactReader>({
    ofSession: ctx => viewOf([ctx.session.state.facts], ctx, setOf),
    withProject: ctx => chain(ctx.session.project(), ({ facts }) => viewOf([ctx.session.state.facts, facts], ctx, setOf)),
  });
}

type Known = readonly SessionState['facts'][];

function viewOf(known: Known, ctx: GovernanceContext, setOf: (patterns: readonly string[]) => FileSet): FactView {
  const told = toldBy(ctx);
  const keyOf = (name: string): string => factKey(name, told(name)?.per ?? 'session', ctx.action);
  const standing = (name: string): 'holds' | 'changed' | 'missing' => {
    const key = keyOf(name);
    const where = known.filter(facts => isEstablished(facts, key));
    if (where.length === 0) return 'missing';
    const patterns = told(name)?.whileUnchanged;
    return patterns === undefined || where.some(facts => isBound(facts, key, setOf(patterns))) ? 'holds' : 'changed';
  };
  const holds = (name: string): boolean => {
    const { allOf, anyOf } = told(name) ?? {};
    if (allOf !== undefined) return allOf.every(holds);
    return anyOf === undefined ? standing(name) === 'holds' : anyOf.some(holds);
  };
  const missing = (names: readonly string[]): readonly string[] => [
    ...new Set(
      names.flatMap(name => {
        if (holds(name)) return [];
        const { allOf, anyOf } = told(name) ?? {};
        const parts = allOf ?? anyOf;
        return parts === undefined ? [name] : missing(parts);
      }),
    ),
  ];
  return {
    holds,
    missing,
    why: name =>
      standing(name) === 'changed'
        ? 'files that it depends on have changed since'
        : known.map(facts => reasonOf(facts, keyOf(name))).find(each => each !== undefined),
    wayTo: name => wayTo(name, told(name)),
  };
}

/** What the host has established is bound to no file. */
function isBound(facts: SessionState['facts'], key: string, set: FileSet): boolean {
  const value = facts[key];
  const isEarned = typeof value === 'object' && value !== null && 'stamp' in value;
  const files = filesOf(facts, key);
  return files === undefined ? !isEarned : set.isAs(files);
}

/** What the last `facts` before this node says of each fact. */
function toldBy(ctx: GovernanceContext): (name: string) => Told | undefined {
  const said = ctx.annotations.flatMap(({ key, value }) =>
    key === 'facts' && typeof value === 'object' && value !== null ? [value as Readonly<Record<string, Json>>] : [],
  );
  return name => said.findLast(each => Object.hasOwn(each, name))?.[name] as unknown as Told | undefined;
}

function wayTo(name: string, told: Told | undefined): string {
  if (told?.human === true) return `ask a human to grant \`${name}\``;
  if (told?.runs === undefined) return `do what establishes \`${name}\` first`;
  const programs = told.runs.map(each => SORTS[each] ?? `\`${each}\``).join(' or ');
  const where = told.in === undefined ? '' : ` in \`${told.in}\``;
  return `run ${programs}${where} as a call of its own, with nothing behind it, and try again when it has succeeded`;
}

const SORTS: Readonly<Record<string, string>> = {
  tests: 'the tests',
  lints: 'the linter',
  builds: 'the build',
  formats: 'the check of formats',
};
