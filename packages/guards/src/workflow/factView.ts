import type { Action, GovernanceContext, Json, MaybePromise } from '@licet/core';
import type { SessionState } from '@licet/core/store';
import { chain, isRecord } from '@licet/core/nodes';
import { deedIn, isEstablished, stampOf } from '@licet/core/store';
import type { KnownPlace } from '@licet/effects/places';

import type { FactSharing } from './factState.ts';
import { causeOf, earnedAt, factKey, filesOf, reasonOf } from './factState.ts';
import { askedValues } from './factValues.ts';
import type { FileSet } from './fileState.ts';
import { fileSet } from './fileState.ts';

/** What `facts` says of one fact to the nodes after it. */
export interface Told {
  readonly human?: boolean;
  readonly runs?: readonly string[];
  readonly in?: string;
  readonly per?: FactSharing;
  readonly whileUnchanged?: readonly string[];
  readonly tools?: readonly string[];
  readonly by?: readonly string[];
  readonly validForMs?: number;
  readonly allOf?: readonly string[];
  readonly anyOf?: readonly string[];
}

/** Facts as they stand for one action. */
export interface FactView {
  holds(name: string): boolean;
  /** The facts that are missing, down to those that something can establish. */
  missing(names: readonly string[]): readonly string[];
  /** What has established it: a new value each time it is established. Undefined for one that does not hold. */
  identity(name: string): string | undefined;
  /** Why it was not earned the last time, or does not hold any more. */
  why(name: string): string | undefined;
  /** What establishes it, for the one who has to do it. */
  wayTo(name: string): string;
}

/** What a node asks of the facts that it looks at. */
export interface Asked {
  /** The arguments of this action that must be those of `by`, in their order; those of the same names where it is absent. */
  readonly same?: readonly string[];
  /** How long ago they may have been earned. */
  readonly withinMs?: number;
}

/** Looks at facts: those of the session first, and those of the project only where they are needed. */
export interface FactReader {
  ofSession(ctx: GovernanceContext, asked?: Asked): FactView;
  /** With those of the project, where one of the facts may stand there. */
  withProject(ctx: GovernanceContext, names: readonly string[], asked?: Asked): MaybePromise<FactView>;
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
    ofSession: (ctx, asked) => viewOf([ctx.session.state.facts], toldBy(ctx), ctx, setOf, asked),
    withProject(ctx, names, asked) {
      const told = toldBy(ctx);
      const view = (...project: readonly SessionState['facts'][]): FactView =>
        viewOf([ctx.session.state.facts, ...project], told, ctx, setOf, asked);
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

/** Facts as they are outside of any action, for status displays of a session; `told` says what each is. */
export function factsIn(known: Known, told: ToldOf, place: KnownPlace, now: number, agentId = 'main'): FactView {
  const looked = { action: { agentId, payload: {} }, now, session: { isProven: true } };
  return viewOf(known, told, looked, patterns => fileSet(patterns, place));
}

/** For whom facts are looked at, and whether those that only people set must have their records. */
interface Looked {
  readonly action: Pick<Action, 'agentId' | 'remote' | 'payload'>;
  readonly now: number;
  readonly session: { readonly isProven: boolean };
}

function viewOf(
  known: Known,
  told: ToldOf,
  { action: who, now, session: { isProven } }: Looked,
  setOf: (patterns: readonly string[]) => FileSet,
  { same, withinMs }: Asked = {},
): FactView {
  const isRemote = who.remote === true;
  const keysOf = (name: string): readonly string[] => keysFor(name, told(name), who, same);
  const standing = (name: string): Standing => {
    const all = keysOf(name).map(key => standingAt(name, key));
    return all.length === 0 ? 'valueless' : (all.find(each => each !== 'holds') ?? 'holds');
  };
  const standingAt = (name: string, key: string): Standing => {
    const isGranted = (facts: SessionState['facts']): boolean =>
      !isProven || told(name)?.human !== true || deedIn(facts[key]) !== undefined;
    const where = countingFor(told(name), known).filter(facts => isEstablished(facts, key, isRemote) && isGranted(facts));
    if (where.length === 0) return 'missing';
    const most = Math.min(told(name)?.validForMs ?? Number.POSITIVE_INFINITY, withinMs ?? Number.POSITIVE_INFINITY);
    if (!where.some(facts => isYoung(facts[key], now, most))) return 'old';
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
      identityOf(name, holds, told, each => {
        const [key = ''] = keysOf(each);
        return countingFor(told(each), known).find(facts => isEstablished(facts, key, isRemote))?.[key];
      }),
    why: name => REASONS[standing(name)] ?? whyMissing(countingFor(told(name), known), keysOf(name)[0] ?? ''),
    wayTo: name => wayTo(name, told(name)),
  };
}

type Standing = 'holds' | 'changed' | 'old' | 'valueless' | 'missing';

const REASONS: Readonly<Partial<Record<Standing, string>>> = {
  changed: 'files that it depends on have changed since',
  old: 'it was earned too long ago',
  valueless: 'the call does not say which one is meant',
};

/** Where the facts are kept that an action asks for: all of them must hold. None where the fact has values and the action names none, or the other way round. */
function keysFor(
  name: string,
  told: Told | undefined,
  who: Looked['action'],
  same: readonly string[] | undefined,
): readonly string[] {
  const { by, per = 'session' } = told ?? {};
  if (same !== undefined && same.length !== by?.length) return [];
  if (by === undefined) return [factKey(name, per, who)];
  return askedValues(who, by, same ?? by).map(value => factKey(name, per, who, value));
}

/** Whether a fact was earned so short a time ago. A time that is still to come, after the clock was set back, is none. */
function isYoung(value: Json | undefined, now: number, most: number): boolean {
  if (most === Number.POSITIVE_INFINITY) return true;
  const at = earnedAt(value);
  return at !== undefined && at <= now && now - at <= most;
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
  if (told?.tools !== undefined) {
    const tools = told.tools.map(each => `\`${each}\``).join(' or ');
    const same = told.by === undefined ? '' : ` for the same ${told.by.map(each => `\`${each}\``).join(' and ')}`;
    return `call ${tools}${same}, and try again when it has succeeded`;
  }
  if (told?.runs === undefined) return `do what establishes \`${name}\` first`;
  const programs = told.runs.map(each => SORTS[each] ?? `\`${each}\``).join(' or ');
  const where = told.in === undefined ? '' : ` in \`${told.in}\``;
  return `run ${programs}${where} as a separate call, with nothing after it, and try again when it has succeeded`;
}

const SORTS: Readonly<Record<string, string>> = {
  tests: 'the tests',
  lints: 'the linter',
  builds: 'the build',
  formats: 'the check of formats',
};
