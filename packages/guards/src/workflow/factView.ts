import type { Action, GovernanceContext, Json, MaybePromise } from '@licet/core';
import type { SessionState } from '@licet/core/store';
import { chain, isRecord } from '@licet/core/nodes';
import { deedIn, isEstablished, stampOf } from '@licet/core/store';
import type { KnownPlace } from '@licet/effects/places';

import type { FactSharing } from './factState.ts';
import { causeOf, factKey, filesOf, reasonOf } from './factState.ts';
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
  /** What has established it: other than before when it was established anew. Undefined for one that does not hold. */
  identity(name: string): string | undefined;
  /** Why it was not earned the last time, or does not hold any more. */
  why(name: string): string | undefined;
  /** What establishes it, for the one who has to do it. */
  wayTo(name: string): string;
}

/** Looks at facts: those of the session first, and those of the project only where they are needed. */
export interface FactReader {
  ofSession(ctx: GovernanceContext): FactView;
  /** With those of the project, where one of the facts may stand there. */
  withProject(ctx: GovernanceContext, names: readonly string[]): MaybePromise<FactView>;
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
    ofSession: ctx => viewOf([ctx.session.state.facts], toldBy(ctx), ctx, setOf),
    withProject(ctx, names) {
      const told = toldBy(ctx);
      const view = (...project: readonly SessionState['facts'][]): FactView =>
        viewOf([ctx.session.state.facts, ...project], told, ctx, setOf);
      return mayStandInProject(names, told) ? chain(ctx.session.project(), ({ facts }) => view(facts)) : view();
    },
  });
}

/** The facts of the session, then those of the project. */
type Known = readonly SessionState['facts'][];

/** Whether one of them, or of the facts that it is computed from, may stand in the project. */
const mayStandInProject = (names: readonly string[], told: ToldOf): boolean =>
  names.some(name => {
    const fact = told(name);
    const parts = fact?.allOf ?? fact?.anyOf;
    return parts === undefined ? fact === undefined || fact.per === 'project' : mayStandInProject(parts, told);
  });

/** Those among which a fact counts. One that sessions do not share counts in its own alone: resets reach it nowhere else. */
const countingFor = (fact: Told | undefined, known: Known): Known =>
  fact === undefined || fact.per === 'project' ? known : known.slice(0, 1);

type ToldOf = (name: string) => Told | undefined;

/** Facts as they stand outside of any action, for whoever looks at a session; `told` says what each is. */
export function factsIn(known: Known, told: ToldOf, place: KnownPlace, agentId = 'main'): FactView {
  return viewOf(known, told, { action: { agentId }, session: { isProven: true } }, patterns => fileSet(patterns, place));
}

/** For whom facts are looked at, and whether those that only people set must have their records. */
interface Looked {
  readonly action: Pick<Action, 'agentId' | 'remote'>;
  readonly session: { readonly isProven: boolean };
}

function viewOf(
  known: Known,
  told: ToldOf,
  { action: who, session: { isProven } }: Looked,
  setOf: (patterns: readonly string[]) => FileSet,
): FactView {
  const isRemote = who.remote === true;
  const keyOf = (name: string): string => factKey(name, told(name)?.per ?? 'session', who);
  const standing = (name: string): 'holds' | 'changed' | 'missing' => {
    const key = keyOf(name);
    const isGranted = (facts: SessionState['facts']): boolean =>
      !isProven || told(name)?.human !== true || deedIn(facts[key]) !== undefined;
    const where = countingFor(told(name), known).filter(facts => isEstablished(facts, key, isRemote) && isGranted(facts));
    if (where.length === 0) return 'missing';
    const patterns = told(name)?.whileUnchanged;
    return patterns === undefined || where.some(facts => isBound(facts, key, setOf(patterns))) ? 'holds' : 'changed';
  };
  const holds = (name: string): boolean => {
    const { allOf, anyOf } = told(name) ?? {};
    if (allOf !== undefined) return allOf.every(holds);
    return anyOf === undefined ? standing(name) === 'holds' : anyOf.some(holds);
  };
  return {
    holds,
    missing: names => missingOf(names, holds, told),
    identity: name =>
      identityOf(
        name,
        holds,
        told,
        each => countingFor(told(each), known).find(facts => isEstablished(facts, keyOf(each), isRemote))?.[keyOf(each)],
      ),
    why: name =>
      standing(name) === 'changed'
        ? 'files that it depends on have changed since'
        : whyMissing(countingFor(told(name), known), keyOf(name)),
    wayTo: name => wayTo(name, told(name)),
  };
}

const whyMissing = (known: Known, key: string): string | undefined =>
  known.map(facts => reasonOf(facts, key) ?? causeOf(stampOf(facts, key))).find(each => each !== undefined);

type Holds = (name: string) => boolean;

function missingOf(names: readonly string[], holds: Holds, told: ToldOf): readonly string[] {
  const all = names.flatMap(name => {
    if (holds(name)) return [];
    const { allOf, anyOf } = told(name) ?? {};
    const parts = allOf ?? anyOf;
    return parts === undefined ? [name] : missingOf(parts, holds, told);
  });
  return [...new Set(all)];
}

function identityOf(name: string, holds: Holds, told: ToldOf, valueOf: (name: string) => Json | undefined): string | undefined {
  if (!holds(name)) return undefined;
  const { allOf, anyOf } = told(name) ?? {};
  const parts = allOf ?? anyOf;
  if (parts !== undefined) return parts.flatMap(part => identityOf(part, holds, told, valueOf) ?? []).join(' ');
  const value = valueOf(name);
  const { at, call } = typeof value === 'object' && value !== null ? (value as { at?: Json; call?: Json }) : {};
  return at === undefined ? name : `${name}:${JSON.stringify([at, call ?? ''])}`;
}

/** What the host has established is bound to no file. */
function isBound(facts: SessionState['facts'], key: string, set: FileSet): boolean {
  const value = facts[key];
  const isEarned = typeof value === 'object' && value !== null && 'stamp' in value;
  const files = filesOf(facts, key);
  return files === undefined ? !isEarned : set.isAs(files);
}

/** What the last `facts` before this node says of each fact. */
function toldBy({ annotations }: GovernanceContext): ToldOf {
  return name => {
    const last = annotations.findLast(({ key, value }) => key === 'facts' && isRecord(value) && Object.hasOwn(value, name));
    return (last?.value as Readonly<Record<string, Told>> | undefined)?.[name];
  };
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
