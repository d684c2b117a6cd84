import { basename, dirname } from 'node:path';

import type { OpenedStores } from '@licet/adapters/stores';
import type { AuditSink, SessionStore } from '@licet/core';
import type { AnomalyRecord, ResetReport, SessionEvent, SessionState, StateInspector } from '@licet/core/store';
import { escapeText } from '@licet/core';
import { PROJECT_SESSION, signedRequest } from '@licet/core/store';
import { counted, EXIT, jsonText, UsageError } from '@licet/core/command';
import type { Terminal } from '@licet/core/command';
import { confirmed, requireHuman } from '../human.ts';
import { signedValue } from '../passkeys/signFact.ts';
import { policiesKeeping } from '../policy/readPolicy.ts';
import { USES, storesBelow } from '../policy/stores.ts';

interface Options {
  readonly policy?: string;
  readonly session?: string;
  readonly facts?: boolean;
  readonly yes?: boolean;
  readonly json?: boolean;
  readonly acceptState?: boolean;
  readonly state?: boolean;
}

interface Reset {
  readonly sessions: SessionStore;
  readonly inspect: StateInspector;
  readonly audit: AuditSink | undefined;
  readonly session: string | undefined;
  readonly onlyFacts: boolean;
  /** The request that the person has signed for it. */
  readonly signed: ReturnType<typeof signedRequest>;
}

/**
 * Forgets sessions, counters and requests, or only the facts, of one session or of all. The audit trail is kept, and hears
 * of the reset before it happens: what cannot be recorded is not done.
 */
export async function reset(
  { policy, session, facts: onlyFacts = false, yes = false, json = false, acceptState = false, state = false }: Options,
  terminal: Terminal,
): Promise<number> {
  requireHuman({ command: 'licet reset', yes });
  const found = await policiesKeeping(policy);
  const stores = storesBelow(found, dirname(found.file), { writes: true });
  if (acceptState) return accept(stores, yes, terminal);
  if (state) return setAside(stores, yes, terminal);
  const what = described(session, onlyFacts);
  if (!yes && !(await confirmed(`forget ${what}?`))) {
    terminal.complain('licet: nothing was forgotten');
    return EXIT.ask;
  }
  try {
    const store = await stores.store('sessions');
    if (store === undefined) throw new UsageError('the policy keeps its sessions in memory: they end with their process');
    if (!(await store.exists())) {
      terminal.print(json ? jsonText({ sessions: 0, counters: 0, approvals: 0 }) : 'nothing has been kept yet');
      return 0;
    }
    const { sessions, inspect } = store;
    const audit = (await stores.store('audit'))?.audit;
    const words = { name: '@reset', value: { what, at: Date.now() }, words: `forget ${what}` };
    const signed = signedRequest(await signedValue(found.file, words, terminal));
    const report = await forget({ sessions, inspect, audit, session, onlyFacts, signed }, what);
    terminal.print(json ? jsonText(report) : forgotten(report, onlyFacts));
    return 0;
  } finally {
    await stores.close();
  }
}

/** A state that is gone, or another one, stops every call until a human says that this is as it should be. */
async function accept(stores: OpenedStores, yes: boolean, terminal: Terminal): Promise<number> {
  const { file = 'the database' } = stores.place('sessions');
  if (!yes && !(await confirmed(`go on with \`${escapeText(file)}\` as it is now?`))) {
    terminal.complain('licet: nothing was changed');
    return EXIT.ask;
  }
  try {
    for (const use of USES) stores.accept(use);
    const detail = 'a human had the state accepted as it is, after it was lost or replaced';
    await (await stores.store('audit'))?.audit.append(resetRecord(PROJECT_SESSION, detail));
    await (await stores.store('sessions'))?.sessions.load(PROJECT_SESSION);
    terminal.print('the state is accepted as it is');
    return 0;
  } finally {
    await stores.close();
  }
}

/** A state that is damaged or of another format stops every call until a person moves it aside. Nothing of it is lost, and nothing of it counts. */
async function setAside(stores: OpenedStores, yes: boolean, terminal: Terminal): Promise<number> {
  const { file } = stores.place('sessions');
  if (file === undefined) throw new UsageError('no file holds the sessions of this policy, so there is none to move aside');
  const lost = 'its history, counters, answers and trail stay in that file and do not count any more';
  if (!yes && !(await confirmed(`move \`${escapeText(file)}\` aside and begin a new state? ${lost}`))) {
    terminal.complain('licet: nothing was changed');
    return EXIT.ask;
  }
  try {
    const moved = [...new Set(USES.flatMap(use => stores.setAside(use, Date.now()) ?? []))];
    for (const use of USES) stores.accept(use);
    const detail = `a human had the state moved aside, as ${moved.map(kept => `\`${basename(kept)}\``).join(', ') || 'nothing: there was none'}`;
    await (await stores.store('audit'))?.audit.append(resetRecord(PROJECT_SESSION, detail));
    for (const kept of moved) terminal.print(`moved aside: ${escapeText(kept)}`);
    terminal.print('a new state begins with the next call');
    return 0;
  } finally {
    await stores.close();
  }
}

function resetRecord(sessionId: string, detail: string): AnomalyRecord {
  return { type: 'anomaly', at: Date.now(), evaluationId: 'reset', sessionId, code: 'state_reset', detail };
}

function described(session: string | undefined, onlyFacts: boolean): string {
  const whose = session === undefined ? 'of every session and of the project' : `of session \`${escapeText(session, 120)}\``;
  return onlyFacts ? `the facts ${whose}` : `the history, facts, counters and requests ${whose}`;
}

async function forget({ sessions, inspect, audit, session, onlyFacts, signed }: Reset, what: string): Promise<ResetReport> {
  const at = Date.now();
  await audit?.append({ ...resetRecord(session ?? PROJECT_SESSION, `a human had ${what} forgotten`), ...signed });
  if (!onlyFacts) return inspect.reset(session === undefined ? {} : { sessionId: session });
  const all = session === undefined ? await inspect.sessions(Number.MAX_SAFE_INTEGER) : [await sessions.load(session)];
  const holding = all.filter(({ facts }) => Object.keys(facts).length > 0);
  for (const each of holding) await sessions.append(each.id, withdrawals(each, at), each.version);
  return { sessions: holding.length, counters: 0, approvals: 0 };
}

function withdrawals({ facts }: SessionState, at: number): readonly SessionEvent[] {
  return Object.keys(facts).map(name => ({ type: 'fact', at, name, value: null }));
}

function forgotten({ sessions, counters, approvals }: ResetReport, onlyFacts: boolean): string {
  if (onlyFacts) return `forgot the facts of ${counted(sessions, 'session')}`;
  return `forgot ${counted(sessions, 'session')}, ${counted(counters, 'counter')}, ${counted(approvals, 'request')}`;
}
