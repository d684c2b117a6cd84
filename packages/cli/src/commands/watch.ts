import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import type { AuditRecord, Ruling } from '@licet/core';
import { escapeText } from '@licet/core';
import type { Standing } from '@licet/core/nodes';
import { standingOf } from '@licet/core/nodes';
import type { AuditReader, ChainedRecord } from '@licet/core/store';
import { readAll } from '@licet/core/store';
import { messageOf } from '@licet/core/text';
import { openTrail } from '../audit/openTrail.ts';
import { recordWriter } from '../audit/recordLine.ts';
import { placeIn } from '../audit/report.ts';
import { dim, nameText } from '@licet/core/command';
import type { Terminal } from '@licet/core/command';
import { openEngine } from '../policy/openEngine.ts';
import { storesBelow } from '../policy/stores.ts';
import { readPolicies } from '../policy/readPolicy.ts';

interface Options {
  readonly policy?: string;
  readonly session?: string;
  readonly all?: boolean;
}

/** Where a session is watched: lines that stay, and below them one that is written again. */
export interface Screen {
  readonly line: (text: string) => void;
  readonly counters: (text: string) => void;
}

const POLL_MS = 300;
const EARLIER = 200;
const CLEAR = '\r\u001B[2K';

/** What has happened, as far as it was seen. */
interface Counted {
  readonly rulings: Record<Ruling, number>;
  failed: number;
  last: string | undefined;
}

/**
 * Shows a session as it goes on, until it is interrupted: a line for what is stopped, asked, warned of, established or odd, and
 * below it how many actions passed, and which facts hold. What simply passes is only counted. Changes nothing.
 */
export async function watchSession(
  { policy, session, all = false }: Options,
  terminal: Terminal,
  screen: Screen = processScreen(terminal),
  signal?: AbortSignal,
): Promise<number> {
  const { reader, name, policy: kept } = await openTrail(policy === undefined ? {} : { policy });
  const lineOf = recordWriter(terminal, record => placeIn(record, kept));
  const counted: Counted = { rulings: { pass: 0, warn: 0, ask: 0, block: 0 }, failed: 0, last: undefined };
  const query = session === undefined ? {} : { session };
  screen.line(dim(`${session === undefined ? 'every session' : `session ${nameText(session)}`} of ${nameText(name)}`, terminal));
  let after = Math.max(0, (await reader.head()).seq - EARLIER);
  const isOver = (): boolean => signal?.aborted === true;
  for (let isFirst = true; !isOver(); isFirst = false) {
    const fresh = await recordsAfter(reader, query, after);
    after = fresh.at(-1)?.seq ?? after;
    for (const { record } of fresh) count(record, counted);
    for (const each of fresh) if (all || isNews(each.record)) screen.line(lineOf(each));
    if (isFirst || fresh.length > 0) screen.counters(await countersText(counted, session, policy));
    await sleep(POLL_MS, undefined, signal === undefined ? {} : { signal }).catch(() => undefined);
  }
  return 0;
}

async function recordsAfter(reader: AuditReader, query: object, after: number): Promise<readonly ChainedRecord[]> {
  const found: ChainedRecord[] = [];
  for await (const each of readAll(reader, { ...query, after })) found.push(each);
  return found;
}

function count(record: AuditRecord, counted: Counted): void {
  if (record.sessionId.startsWith('@')) return;
  counted.last = record.sessionId;
  if (record.type === 'evaluation' && record.ruling in counted.rulings) counted.rulings[record.ruling] += 1;
  else if (record.type === 'outcome' && record.status === 'error') counted.failed += 1;
}

/** What simply passed, and how it ended, is no news. */
function isNews(record: AuditRecord): boolean {
  if (record.type === 'evaluation') return record.ruling !== 'pass';
  return record.type !== 'outcome';
}

/** The counters of what was seen, and the status of the session with the last event. */
async function countersText(
  { rulings, failed, last }: Counted,
  session: string | undefined,
  policy: string | undefined,
): Promise<string> {
  const words = [
    `${rulings.pass} passed`,
    ...(rulings.warn > 0 ? [`${rulings.warn} warned`] : []),
    ...(rulings.ask > 0 ? [`${rulings.ask} asked`] : []),
    `${rulings.block} stopped`,
    ...(failed > 0 ? [`${failed} failed`] : []),
  ];
  const sessionId = session ?? last;
  const standing = sessionId === undefined ? [] : await standingNow(sessionId, policy);
  return [words.join(', '), ...standing].join(' · ');
}

/** Opened again each time: the policy may change, and be broken for a while, and the state may come into being. */
async function standingNow(sessionId: string, policy: string | undefined): Promise<readonly string[]> {
  try {
    const found = await readPolicies(policy, process.cwd(), false);
    const stores = storesBelow(found, dirname(found.file), { writes: false });
    try {
      const opened = await openEngine(found, { records: false, looks: true, livesOn: true, stores });
      const standing = await standingOf(opened.engine, { sessionId });
      await opened.grounding?.close();
      return standingWords(standing);
    } finally {
      await stores.close();
    }
  } catch (error) {
    return [`the status is unknown: ${escapeText(messageOf(error), 120)}`];
  }
}

function standingWords({ failed, paused, held, facts, obligations }: Standing): readonly string[] {
  if (failed !== undefined) return [`the status is unknown: ${escapeText(failed, 160)}`];
  const holding = facts.filter(({ holds }) => holds).map(({ name }) => nameText(name));
  return [
    ...(paused === undefined ? [] : [`paused: ${escapeText(paused.reason, 80)}`]),
    ...(held === undefined ? [] : [`on hold: ${escapeText(held, 80)}`]),
    ...(facts.length === 0
      ? []
      : [`facts ${holding.length} of ${facts.length}${holding.length === 0 ? '' : ` (${holding.join(', ')})`}`]),
    ...(obligations.length === 0
      ? []
      : [
          `to do: ${obligations.map(({ name, target, late }) => `${nameText(target === undefined ? name : `${name} for ${target}`)}${late ? ' (late)' : ''}`).join(', ')}`,
        ]),
  ];
}

/** The screen of this process. Where no person reads it, the counters are lines like the others. */
export function processScreen({ print, hasColor }: Terminal, { isTTY, columns } = process.stdout): Screen {
  if (isTTY !== true) return { line: print, counters: print };
  let below = '';
  const draw = (): void => void process.stdout.write(dim(below.slice(0, columns - 1), { hasColor }));
  return {
    line(text) {
      process.stdout.write(CLEAR);
      print(text);
      draw();
    },
    counters(text) {
      below = text;
      process.stdout.write(CLEAR);
      draw();
    },
  };
}
