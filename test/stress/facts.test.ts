import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { sqliteState } from '@licet/adapters/sqlite';
import type { AuditRecord } from '@licet/core';
import { expect, it, onTestFinished } from 'vitest';

import { isLongRun } from '../support/longRuns.ts';
import { ended, start } from './processes.ts';

const PROCESSES = isLongRun ? 16 : 4;
const ROUNDS = isLongRun ? 60 : 20;
const FACT = 'tested';

/**
 * Walks the trail. A question was answered with yes only where the fact has held at some moment since its process was last heard of,
 * and a grant whose call began before a change was let through opens nothing, though the trail names it.
 */
function check(records: readonly AuditRecord[]): { readonly earned: number; readonly opened: number; readonly closed: number } {
  const started = new Map<string, number>();
  const lastOf = new Map<string, number>();
  const stood: boolean[] = [];
  let [held, lastChange, earned, opened, closed] = [false, -1, 0, 0, 0];
  for (const [index, record] of records.entries()) {
    const call = 'callId' in record ? (record.callId ?? '') : '';
    const [name = ''] = call.split('-');
    if (record.type === 'evaluation') started.set(call, index);
    if (record.type === 'evaluation' && call.endsWith('-void')) lastChange = index;
    if (record.type === 'fact' && record.name === FACT) {
      held = record.change === 'established' && (started.get(call) ?? -1) > lastChange;
      if (held) earned += 1;
    }
    stood.push(held);
    if (record.type === 'evaluation' && call.endsWith('-ask')) {
      const since = stood.slice(Math.max(0, lastOf.get(name) ?? 0), index + 1);
      if (record.ruling === 'pass') expect([call, since.includes(true)]).toEqual([call, true]);
      if (record.ruling === 'pass') opened += 1;
      else closed += 1;
    }
    lastOf.set(name, index);
  }
  return { earned, opened, closed };
}

it(
  `${PROCESSES} processes earn a fact, make it void and ask for it, one is killed, and the trail agrees with every answer`,
  { timeout: 500_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'licet-facts-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const file = join(folder, 'state.db');
    const worker = (name: string, rounds: number) => start('factsWorker.ts', [file, name, String(rounds)]);
    // The first one would go on for ever, and is killed in the middle of something.
    const victim = worker('p0', 1_000_000);
    const children = Array.from({ length: PROCESSES - 1 }, (_, index) => worker(`p${index + 1}`, ROUNDS));
    let turns = 0;
    victim.stdout?.on('data', chunk => {
      turns += String(chunk).length;
      if (turns >= ROUNDS / 4) victim.kill('SIGKILL');
    });
    const [killed, ...others] = await Promise.all([victim, ...children].map(ended));
    // One more, alone: it earns, asks, makes void and asks, whatever the others have left.
    others.push(await ended(worker('p30', 5)));
    const state = sqliteState(file);
    const records = state.audit.read().map(({ record }) => record);
    const report = state.audit.verify();
    state.close();

    expect(killed?.signal).toBe('SIGKILL');
    expect(others.map(({ code, errors }) => [code, errors])).toEqual(others.map(() => [0, '']));
    expect(report).toMatchObject({ valid: true, records: records.length });
    const { earned, opened, closed } = check(records);
    expect(Math.min(earned, opened, closed)).toBeGreaterThan(0);
  },
);
