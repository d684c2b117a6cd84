import type { CertifiedLevel, Effect, Evaluation, Ruling } from '@licet/core';
import type { RecordedCall, RecordedEvent } from '@licet/core/store';

import { callWords, judgedEffects } from './replay.ts';
import { ReplayStops } from './replayStops.ts';
import type { ReplayStop } from './replayStops.ts';
import { saidOf, simulate } from './simulation.ts';
import type { SimulatedPolicy, Simulation } from './simulation.ts';

/** A policy that judges sessions of one folder, with what gives certificates there. */
export type ScannedPolicy = SimulatedPolicy;

/** How many of the calls that a host asks about by default would run without that question, by the level of `quiet`. */
export interface SavedQuestions {
  /** Commands and changes of files: what hosts ask about when no rule of the user says otherwise. */
  readonly asked: number;
  readonly look: number;
  readonly edit: number;
  readonly build: number;
}

/** A file with credentials in it that calls have read or printed. */
export interface ReadSecret {
  readonly path: string;
  readonly calls: number;
  /** The first of these calls, in the words of people. */
  readonly words: string;
}

/** What a scan of recorded sessions finds. */
export interface ScanReport {
  readonly sessions: number;
  readonly calls: number;
  readonly rulings: Readonly<Record<Ruling, number>>;
  /** What would be stopped or asked about, the worst first. The same call, stopped for the same reason, is one entry. */
  readonly stops: readonly ReplayStop[];
  /** Calls that are in none of `stops`, because there were too many different ones. */
  readonly unlisted: Readonly<Record<ReplayStop['ruling'], number>>;
  /** The secrets that were read by calls that the record does not show as refused, the most frequent first. */
  readonly secrets: readonly ReadSecret[];
  readonly quiet: SavedQuestions;
}

/** Collects what recorded sessions did. */
export interface SessionScan {
  /** Takes what happened next. */
  take(event: RecordedEvent): Promise<void>;
  report(): ScanReport;
}

/** Kinds of calls that hosts ask about. */
const ASKED: ReadonlySet<string> = new Set(['bash', 'write']);

const MOST_SECRETS = 200;
const MOST_LOOKED = 50_000;
const MOST_OPEN = 10_000;

/**
 * Lets a policy judge recorded sessions, and counts what it would stop, which secrets were read, and how many questions of the host each level of
 * `quiet` would have saved. What it keeps does not grow with the number of calls. The function chooses the policy of a session by its first call.
 *
 * @example
 * ```ts
 * import { guard, pass } from '@licet/core';
 * import { scanSessions } from '@licet/analysis';
 *
 * const built = { policy: guard('open', () => pass()), settings: {} };
 * const scan = scanSessions(() => ({ built, effects: () => [], certify: () => ({ level: 'look', because: [] }) }));
 * await scan.take({ type: 'call', at: 0, exact: true, action: { kind: 'bash', payload: { command: 'ls' }, sessionId: 's', callId: '1' } });
 * scan.report().quiet; // => { asked: 1, look: 1, edit: 1, build: 1 }
 * ```
 */
export function scanSessions(policies: (first: RecordedCall) => ScannedPolicy): SessionScan {
  const found = new Found();
  const simulations = new WeakMap<ScannedPolicy, Simulation>();
  const bySession = new Map<string, Simulation>();
  const simulationOf = (event: RecordedCall): Simulation => {
    const known = bySession.get(event.action.sessionId);
    if (known !== undefined) return known;
    const policy = policies(event);
    const made = simulations.get(policy) ?? simulate(policy);
    simulations.set(policy, made);
    bySession.set(event.action.sessionId, made);
    return made;
  };
  const looked = new Set<string>();
  return {
    async take(event) {
      if (event.type === 'call') {
        const simulation = simulationOf(event);
        const key = callKey(event);
        // Agents look at the same things again and again. What only looks has no effect on what is decided later, and is judged once.
        if (looked.has(key)) return found.looksAgain(event);
        const evaluation = await simulation.call(event);
        if (evaluation.certificate?.level === 'look' && looked.size < MOST_LOOKED) looked.add(key);
        return found.call(event, evaluation);
      }
      const simulation = bySession.get(event.sessionId);
      if (event.type === 'end') bySession.delete(event.sessionId);
      if (event.type === 'outcome') found.outcome(event);
      await simulation?.happened(event);
    },
    report: () => found.report(),
  };
}

/** One call of one folder, in whichever session. */
const callKey = ({ action: { kind, tool, cwd, payload } }: RecordedCall): string => JSON.stringify([kind, tool, cwd, payload]);

/** What calls of one session have read that is secret, until it is known whether they ran. */
interface Reading {
  readonly paths: readonly string[];
  readonly words: string;
}

class Found {
  readonly #sessions = new Set<string>();
  readonly #stops = new ReplayStops();
  readonly #worst = new Map<string, number>();
  readonly #secrets = new Map<string, { calls: number; readonly words: string }>();
  readonly #open = new Map<string, Reading>();
  readonly #rulings: Record<Ruling, number> = { pass: 0, warn: 0, ask: 0, block: 0 };
  readonly #saved: Record<CertifiedLevel, number> = { look: 0, edit: 0, build: 0 };
  #asked = 0;
  #calls = 0;

  call(event: RecordedCall, evaluation: Evaluation): void {
    const { action } = event;
    this.#calls++;
    this.#sessions.add(action.sessionId);
    const { ruling } = saidOf(evaluation);
    this.#rulings[ruling]++;
    const effects = judgedEffects(evaluation);
    const words = callWords(action);
    this.#stops.take(event, words, evaluation, ruling === 'ask');
    if (ruling === 'ask' || ruling === 'block') this.#worst.set(keyOf(evaluation, words), rankOf(effects));
    const paths = secretsIn(effects);
    if (paths.length > 0) this.#keep(`${action.sessionId}\n${action.callId ?? ''}`, { paths, words });
    if (!ASKED.has(action.kind)) return;
    this.#asked++;
    const { certificate } = evaluation;
    if (certificate !== undefined) this.#saved[certificate.level]++;
  }

  /** A call that is certified to only look passes, and reads no secret. */
  looksAgain({ action: { sessionId, kind } }: RecordedCall): void {
    this.#calls++;
    this.#sessions.add(sessionId);
    this.#rulings.pass++;
    if (!ASKED.has(kind)) return;
    this.#asked++;
    this.#saved.look++;
  }

  /** What was refused has read nothing. */
  outcome({ sessionId, callId, status }: Extract<RecordedEvent, { readonly type: 'outcome' }>): void {
    const key = `${sessionId}\n${callId}`;
    const reading = this.#open.get(key);
    this.#open.delete(key);
    if (reading !== undefined && status !== 'denied') this.#count(reading);
  }

  #keep(key: string, reading: Reading): void {
    this.#open.set(key, reading);
    const [oldest] = this.#open.keys();
    if (this.#open.size > MOST_OPEN && oldest !== undefined) this.#open.delete(oldest);
  }

  #count({ paths, words }: Reading): void {
    for (const path of paths) {
      const known = this.#secrets.get(path);
      if (known !== undefined) known.calls++;
      else if (this.#secrets.size < MOST_SECRETS) this.#secrets.set(path, { calls: 1, words });
    }
  }

  report(): ScanReport {
    const { stops, unlisted } = this.#stops.report();
    const rank = ({ guard, code, words }: ReplayStop): number => this.#worst.get(keyOf({ guard, code }, words)) ?? 0;
    const { look, edit, build } = this.#saved;
    return {
      sessions: this.#sessions.size,
      calls: this.#calls,
      rulings: { ...this.#rulings },
      stops: stops.toSorted(
        (a, b) => Number(b.ruling === 'block') - Number(a.ruling === 'block') || rank(a) - rank(b) || b.calls - a.calls,
      ),
      unlisted,
      secrets: [...this.#secrets].map(([path, secret]) => ({ path, ...secret })).toSorted((a, b) => b.calls - a.calls),
      quiet: { asked: this.#asked, look, edit: look + edit, build: look + edit + build },
    };
  }
}

const keyOf = ({ guard, code }: Pick<Evaluation, 'guard' | 'code'>, words: string): string => [guard, code, words].join('\n');

/** Marks of effects, the worst first. What has none of them is only not known, or asked about for other reasons. */
const ORDER: readonly string[] =
  'catastrophic secret downloaded_code history_loss uploads persistence tampered_environment weakens covers_tracks privilege destructive remote_execution remote_change overwritten obfuscated skips_checks disrupts shares commits'.split(
    ' ',
  );

function rankOf(effects: readonly Effect[]): number {
  const tags = new Set(effects.flatMap(({ tags: own = [] }) => own));
  const at = ORDER.findIndex(mark => tags.has(mark));
  return at < 0 ? ORDER.length : at;
}

/** The files with credentials that a call reads because it names them; one that lies among others that are searched is none. */
function secretsIn(effects: readonly Effect[]): readonly string[] {
  const paths = effects.flatMap(({ kind, target, tags = [] }) =>
    kind === 'read' && target?.type === 'file' && tags.includes('secret') && !tags.includes('among') && !tags.includes('metadata')
      ? [target.glob ?? target.lexical]
      : [],
  );
  return [...new Set(paths)];
}
