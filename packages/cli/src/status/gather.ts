import { existsSync, statSync } from 'node:fs';

import type { OpenStore, OpenedStores, StoreUse } from '@licet/adapters/stores';
import { QUIET_LEVELS, proofOf } from '@licet/core/policy';
import type { ApprovalProof, BuiltPolicy, CompiledPolicy, PolicyLimits, PolicySettings } from '@licet/core/policy';
import type { CounterState, EvaluationRecord, ReservationState, SessionState, StoredApproval } from '@licet/core/store';
import {
  PROJECT_SESSION,
  coverageLines,
  endWords,
  factsWithin,
  heldFacts,
  isCounterOf,
  pauseIn,
  provenApprovals,
  provenState,
  scopeOf,
  withSignedFacts,
} from '@licet/core/store';
import { messageOf, tellingArgument } from '@licet/core/text';

import type { HoldOptions } from '@licet/guards/state';
import { holdDefinition, holdIn, isGrantFact, reasonIn } from '@licet/guards/state';

import { grantsIn } from '../grants/store.ts';
import type { GrantState } from '../grants/store.ts';
import type { PinState } from '../pins/effective.ts';
import { inspectGraphs } from '../grounding/inspectGraphs.ts';
import type { Limit } from './limits.ts';
import { limitFor, limitsOf } from './limits.ts';
import type { CounterReport, CoveringReport, SessionReport, StatusReport, StoreReport, WaitingReport } from './report.ts';
import { checkFor } from '../passkeys/proof.ts';
import type { CappedBy } from '../policy/limits.ts';
import { nodesOf } from '../policy/nodes.ts';
import { storesOf } from '../policy/stores.ts';

interface StatusQuery {
  /** The policy's file, absolute. */
  readonly file: string;
  readonly digest: string;
  readonly compiled: CompiledPolicy;
  readonly pin: PinState;
  /** {@link StatusReport.pin} */
  readonly pinned?: string | undefined;
  /** What makes an answer count, where more than this policy has a say in it. */
  readonly proof?: ApprovalProof;
  /** What exceptions, pauses and answers may be at most. */
  readonly limits?: PolicyLimits;
  /** Settings that do not count, with what counts. */
  readonly capped?: readonly CappedBy[];
  /** Only this session. */
  readonly session?: string | undefined;
  readonly now: number;
}

interface Held {
  readonly sessions: readonly SessionState[];
  readonly project: SessionState | undefined;
  readonly counters: readonly CounterReport[];
  readonly reservations: readonly ReservationState[];
  readonly exceptions: readonly GrantState[];
}

const NOTHING: Held = { sessions: [], project: undefined, counters: [], reservations: [], exceptions: [] };

/** Looks at everything that a policy keeps, and changes none of it. An unreadable part is reported in its place. */
export async function gather(built: BuiltPolicy, root: string, query: StatusQuery): Promise<StatusReport> {
  const opened = storesOf(built, root, { writes: false });
  const stores: StoreReport[] = [];
  const look = async <T>(use: StoreUse, otherwise: T, read: (state: OpenStore) => Promise<T>): Promise<T> =>
    (await lookInto(use, opened, stores, read)) ?? otherwise;
  const held = await look('sessions', NOTHING, state => readHeld(state, limitsOf(built.policy), root, query));
  const { waiting, covering } = await look('approvals', NO_REQUESTS, state => readRequests(state, root, query));
  const acted = await look('audit', new Map<string, string>(), state => actedOn(state.audit));
  await opened.close();
  const paused = pauseIn(held.project?.facts ?? {}, query.now);
  const holds = nodesOf(built.policy, holdDefinition).map(({ params }) => params as HoldOptions);
  const sessions = held.sessions.map(session => sessionReport(session, held.counters, { holds, acted }));
  const onHold = holds.length === 0 ? undefined : reasonIn(held.project?.facts ?? {});
  return {
    policy: policyReport(built.settings, query),
    ...(query.pinned !== undefined && { pin: query.pinned }),
    ...(query.capped !== undefined && query.capped.length > 0 && { capped: query.capped }),
    ...(paused !== undefined && { paused }),
    ...(onHold !== undefined && { onHold }),
    stores,
    sessions,
    project: projectReport(held),
    exceptions: held.exceptions.filter(
      ({ grant }) => query.session === undefined || (grant.sessionId ?? query.session) === query.session,
    ),
    reservations: held.reservations,
    waiting,
    covering,
    graphs: await inspectGraphs(query.compiled, root, query.pin.state === 'accepted'),
  };
}

/** The settings of the policy, as they count below the policies above it. */
function policyReport(settings: PolicySettings, { file, digest, proof, pin, capped = [] }: StatusQuery): StatusReport['policy'] {
  const { mode = 'enforce', default: fallback = 'pass', quiet = 'off' } = settings;
  const countsFor = (name: string): string | undefined => capped.find(({ key }) => key === name)?.counts;
  const level = QUIET_LEVELS.find(each => each === countsFor('quiet')) ?? quiet;
  return {
    file,
    digest,
    mode: countsFor('mode') ?? mode,
    default: fallback,
    proof: proof ?? proofOf(settings),
    quiet: pin.state === 'accepted' ? level : 'off',
  };
}

/** What belongs to no session. */
function projectReport({ project, counters, sessions }: Held): StatusReport['project'] {
  const isShared = ({ key }: CounterReport): boolean => !sessions.some(({ id }) => isCounterOf(id, key));
  return {
    facts: Object.fromEntries(Object.entries(heldFacts(project?.facts ?? {}, true)).filter(([name]) => !isGrantFact(name))),
    counters: counters.filter(counter => isShared(counter) && !isGrantFact(counter.key) && !isOfSomeSession(counter)),
  };
}

/** Adds the status of a store to the reports, and returns what is read from it; undefined where nothing is there, or nothing can be read. */
async function lookInto<T>(
  use: StoreUse,
  opened: OpenedStores,
  reports: StoreReport[],
  read: (state: OpenStore) => Promise<T>,
): Promise<T | undefined> {
  const { store, file, isPrivate } = opened.place(use);
  const bytes = file === undefined ? undefined : sizeOf(file);
  const place = { use, store, ...(file !== undefined && { file }), ...(bytes !== undefined && { bytes }) };
  const say = (ok: boolean, detail: string): void => void reports.push({ ...place, ok, detail });
  try {
    const state = await opened.store(use);
    const isThere = (await state?.exists()) === true;
    const found = state !== undefined && isThere ? await read(state) : undefined;
    say(true, state === undefined ? (isPrivate ?? 'nothing is kept') : isThere ? 'can be read' : 'nothing has been kept yet');
    return found;
  } catch (error) {
    say(false, messageOf(error));
    return undefined;
  }
}

/** The size of a file with its write-ahead log; undefined where there is none. */
export function sizeOf(file: string): number | undefined {
  const sizes = [file, `${file}-wal`].flatMap(name => statSync(name, { throwIfNoEntry: false })?.size ?? []);
  return existsSync(file) ? sizes.reduce((sum, size) => sum + size, 0) : undefined;
}

async function readHeld(
  { inspect, sessions, audit }: OpenStore,
  limits: readonly Limit[],
  root: string,
  query: StatusQuery,
): Promise<Held> {
  const { now, session } = query;
  const found = session === undefined ? await inspect.sessions() : [await sessions.load(session)];
  const check = query.proof === 'passkey' ? await checkFor('passkey', root) : undefined;
  const counting = async (state: SessionState): Promise<SessionState> => {
    const proven = await provenState(state, audit.deeds);
    return query.proof === 'passkey' ? withSignedFacts(proven, check) : proven;
  };
  const all = await Promise.all(found.map(counting));
  const mine = (counter: Pick<CounterState, 'key'>): boolean =>
    session === undefined || isCounterOf(session, counter.key) || !isOfSomeSession(counter);
  const counters: CounterReport[] = [];
  for (const counter of (await inspect.counters(now)).filter(mine)) {
    const limit = limitFor(counter, limits);
    const window = limit?.windowMs;
    const used = await sessions.used({ key: counter.key, now, ...(window !== undefined && { windowMs: window }) });
    counters.push({ ...counter, used: limit === undefined ? counter.charged + counter.reserved : used, ...(limit && { limit }) });
  }
  return {
    sessions: all.filter(({ id, version }) => id !== PROJECT_SESSION && version > 0),
    project: factsWithin(await counting(await sessions.load(PROJECT_SESSION)), query.limits, now),
    exceptions: await grantsIn({ sessions, audit }, { root, limits: query.limits }).list(now),
    counters,
    reservations: (await inspect.reservations(now)).filter(mine),
  };
}

const isOfSomeSession = ({ key }: Pick<CounterState, 'key'>): boolean => /(?:^|:)session:/u.test(key);

const BLOCKS = 5;

/** How many records of the audit log are looked through for what was stopped. */
const RECENT = 2_000;

/** What the last decisions were about, by their identity. */
async function actedOn(audit: OpenStore['audit']): Promise<ReadonlyMap<string, string>> {
  const { seq } = await audit.head();
  const found = await audit.read({ after: Math.max(0, seq - RECENT), limit: RECENT });
  return new Map(
    found.flatMap(({ record }) => {
      const about = record.type === 'evaluation' && !mayRun(record) ? tellingArgument(record.payload) : undefined;
      return about === undefined || record.evaluationId === undefined ? [] : [[record.evaluationId, about] as const];
    }),
  );
}

const mayRun = ({ enforced }: EvaluationRecord): boolean => enforced === 'pass' || enforced === 'warn';

interface Known {
  readonly holds: readonly HoldOptions[];
  readonly acted: ReadonlyMap<string, string>;
}

function sessionReport(session: SessionState, counters: readonly CounterReport[], { holds, acted }: Known): SessionReport {
  const onHold = holds.map(({ after }) => holdIn(session, after)).find(reason => reason !== undefined);
  const { id, evaluated, passed, rulings, consecutiveBlocks, facts, recent } = session;
  const evaluations = recent.flatMap(event => (event.type === 'evaluated' ? [event] : [])).toReversed();
  return {
    id,
    at: recent.at(-1)?.at ?? 0,
    evaluated,
    passed,
    rulings,
    consecutiveBlocks,
    risk: evaluations[0]?.risk ?? 0,
    ...(onHold !== undefined && { onHold }),
    facts: heldFacts(facts, true),
    counters: counters.filter(({ key }) => isCounterOf(id, key)),
    blocks: evaluations
      .filter(event => !event.passed)
      .slice(0, BLOCKS)
      .map(({ at, kind, tool, ruling, code, evaluationId }) => {
        const about = acted.get(evaluationId);
        return { at, what: tool ?? kind, ...(about !== undefined && { about }), ruling, why: code };
      }),
  };
}

const NO_REQUESTS: Pick<StatusReport, 'waiting' | 'covering'> = { waiting: [], covering: [] };

async function readRequests(
  { approvals, audit }: OpenStore,
  root: string,
  { session, now, proof = 'terminal', limits }: StatusQuery,
): Promise<Pick<StatusReport, 'waiting' | 'covering'>> {
  const isMine = ({ request }: StoredApproval): boolean => session === undefined || request.sessionId === session;
  const proven = provenApprovals(approvals, {
    proof,
    check: await checkFor(proof, root),
    deeds: audit.deeds,
    scopes: limits?.scopedApprovals,
  });
  const waiting = (await approvals.pending(now)).filter(isMine).map(waitingReport);
  return { waiting, covering: (await proven.scoped(now)).filter(isMine).map(coveringReport) };
}

function coveringReport({ request, answers, holders }: StoredApproval): CoveringReport {
  const { id, code, sessionId, generalization } = request;
  const scope = scopeOf({ request, answers });
  const covers = generalization === undefined || scope === undefined ? [] : coverageLines(generalization, scope.region);
  return { id, code, sessionId, covers, used: holders.length, ends: scope === undefined ? '' : endWords(scope) };
}

function waitingReport({ request }: StoredApproval): WaitingReport {
  const { id, code, sessionId, action, questions, expiresAt } = request;
  const what = [action.tool ?? action.kind, tellingArgument(action.payload)].join(' ').trim();
  return { id, code, sessionId, what, why: questions.map(({ reason }) => reason), expiresAt };
}
