import type { SessionStore } from '@licet/core';
import type { AuditReader, BatchAuditSink } from '@licet/core/store';
import { describe, expect, it } from 'vitest';

import { STORIES, call, processOf } from './nodeStates.ts';
import type { Step } from './nodeStates.ts';

/** What a process keeps, and whether it is dead: nothing that a dead one has begun is kept, and it does nothing any more. */
export interface Mortal {
  readonly sessions: SessionStore;
  readonly audit: AuditReader & BatchAuditSink;
  readonly isDead: () => boolean;
  readonly close: () => Promise<void> | void;
}

/** Makes a process on the state of a story that dies at one of its statements, or one that lives. */
export type Born = (story: string, diesAt?: number) => Mortal;

/** One process: it plays steps of a story, one after the other. */
function player(policy: string, { sessions, audit }: Mortal) {
  const engine = processOf(policy, sessions, audit);
  return async (index: number, [command, , status = 'ok', session]: Step): Promise<string> => {
    const action = call(command, `c${index}`, session);
    const evaluation = await engine.evaluate(action);
    if (evaluation.passed) await engine.postAction(action, { status });
    return evaluation.ruling;
  };
}

/**
 * Plays a story in a process that is killed at one of its statements, and goes on in another one with the call at which it died.
 * Returns what was ruled, and whether the process lived to the end of the story.
 */
async function killedAt(at: number, { policy, steps }: (typeof STORIES)[string], born: Born, name: string) {
  const first = born(name, at);
  const said: string[] = [];
  const play = player(policy, first);
  for (const [index, each] of steps.entries()) {
    const ruling = await play(index, each);
    if (first.isDead()) break;
    said.push(ruling);
  }
  const lived = !first.isDead();
  await first.close();
  const second = born(name);
  const before = (await second.audit.read()).map(({ record }) => record);
  const ended = before.some(({ type, callId }) => type === 'outcome' && callId === `c${said.length}`);
  const ruled = before.findLast(each => each.type === 'evaluation' && each.callId === `c${said.length}`);
  // A call whose end is known is not made once more.
  if (ended && ruled?.type === 'evaluation') said.push(ruled.ruling);
  const goOn = player(policy, second);
  for (const [index, each] of steps.entries()) if (index >= said.length) said.push(await goOn(index, each));
  const report = await second.audit.verify();
  const records = (await second.audit.read()).map(({ record }) => record);
  await second.close();
  return { said, lived, report, records };
}

/** At which statements processes are killed: from one on, at every so many; and in which of the stories. */
interface KillsOf {
  readonly from: number;
  readonly stride: number;
  readonly stories?: readonly string[];
}

/** What a process that is killed at any statement leaves of the nodes that keep something. */
export function killedNodesContract(store: string, born: Born, { from, stride, stories = Object.keys(STORIES) }: KillsOf): void {
  describe(`a process on ${store} that is killed at any statement`, () => {
    it.each(Object.entries(STORIES).filter(([name]) => stories.includes(name)))(
      'leaves all that a call means to the nodes, or nothing: %s',
      async (name, story) => {
        const wanted = story.steps.map(([, ruling]) => ruling);
        let [at, count] = [from, 0];
        for (let lived = false; !lived; at += stride, count += 1) {
          const found = await killedAt(at, story, born, `${name.replaceAll(/\W/gu, '_')}_${at}`);
          lived = found.lived;
          expect({ at, said: found.said, valid: found.report.valid }).toEqual({ at, said: wanted, valid: true });
          // A fact is earned in the step in which its call ended, or not at all.
          const ended = new Set(found.records.flatMap(each => (each.type === 'outcome' ? [each.callId] : [])));
          const earned = found.records.flatMap(each =>
            each.type === 'fact' && each.change === 'established' && /^\w+$/u.test(each.name) && each.name !== 'hold'
              ? [each.callId]
              : [],
          );
          expect(earned.filter(each => !ended.has(each))).toEqual([]);
        }
        expect(count).toBeGreaterThan(3);
      },
    );
  });
}
