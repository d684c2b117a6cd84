import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { isLongRun } from '../support/longRuns.ts';
import { ended, start } from './processes.ts';

/** How many processes write at once, and how often each. */
export const WRITERS: { readonly processes: number; readonly writes: number } = { processes: 16, writes: isLongRun ? 40 : 20 };

/** What the writers of a store were told, and how fair the order was. */
export interface Written {
  /** How each process ended. */
  readonly ends: readonly (readonly [code: number | null, errors: string])[];
  /** The places of all acknowledged writes in the order of all writes, sorted. */
  readonly places: readonly number[];
  /** The most writes of others between two writes of one writer. */
  readonly longestWait: number;
}

/** Starts as many processes as {@link WRITERS} says, lets them write to one store at the same moment, and waits for all of them. */
export async function writeFromAll(store: string, place: string, schema = ''): Promise<Written> {
  const folder = mkdtempSync(join(tmpdir(), 'licet-turns-'));
  const names = Array.from({ length: WRITERS.processes }, (_, index) => `writer-${index}`);
  const children = names.map(name => start('turnsWorker.ts', [store, place, folder, name, String(WRITERS.writes), schema]));
  const all = Promise.all(children.map(ended));
  const isOver = (): boolean => children.some(child => child.exitCode !== null);
  while (!names.every(name => existsSync(join(folder, name))) && !isOver())
    await new Promise(resolve => void setTimeout(resolve, 5));
  writeFileSync(join(folder, 'go'), '');
  const results = await all;
  rmSync(folder, { recursive: true, force: true });
  const own = results.map(({ output }) => output.trim().split('\n').map(Number));
  const places = own.flat().sort((a, b) => a - b);
  const order = new Map(places.map((each, index) => [each, index]));
  const waits = own.flatMap(mine =>
    mine.map((each, round) => order.get(each)! - (round === 0 ? -1 : order.get(mine[round - 1]!)!) - 1),
  );
  return { ends: results.map(({ code, errors }) => [code, errors]), places, longestWait: Math.max(...waits) };
}
