import type { AuditRecord, Json } from '@licet/core';
import type { SessionEvent } from '@licet/core/store';
import { isEstablished } from '@licet/core/store';
import { expect } from 'vitest';

const FACT = 'tested';

/** How often the fact was earned, and how often those who asked for it were answered with yes and with no. */
export interface Seen {
  readonly earned: number;
  readonly opened: number;
  readonly closed: number;
}

interface Answered {
  readonly callId?: string;
  readonly ruling: string;
  readonly code?: string;
}

/** What was said while the server could not be asked is no answer. */
const answerOf = ({ callId, ruling, code }: Answered): readonly unknown[] =>
  code === 'store_unavailable' || code === 'audit_unavailable' ? [] : [[callId, ruling]];

/**
 * Compares what `factsWorker.ts` has left: every answer is in the trail as in the session; a question was answered with yes only where the
 * fact has held at some moment since its process, which does one thing after the other, was last heard of; and each fact that was
 * established belongs to a call whose outcome is there. `events` are those of the session in the order in which they were written.
 */
export function checkAnswers(events: readonly SessionEvent[], records: readonly AuditRecord[]): Seen {
  const answers = records.flatMap(each => (each.type === 'evaluation' ? answerOf(each) : []));
  expect(answers).toEqual(events.flatMap(event => (event.type === 'evaluated' ? answerOf(event) : [])));
  const ended = new Set(records.flatMap(each => (each.type === 'outcome' ? [each.callId] : [])));
  const earnedBy = records.flatMap(each =>
    each.type === 'fact' && each.name === FACT && each.change === 'established' ? [each.callId] : [],
  );
  expect(earnedBy.filter(callId => !ended.has(callId))).toEqual([]);
  return walk(events);
}

function walk(events: readonly SessionEvent[]): Seen {
  const facts: Record<string, Json> = {};
  const lastOf = new Map<string, number>();
  const held: boolean[] = [];
  let [earned, opened, closed] = [0, 0, 0];
  for (const [index, event] of events.entries()) {
    const sets = event.type === 'fact' ? [[event.value, event.name] as const] : (event.facts ?? []);
    for (const [value, ...names] of sets) for (const name of names) facts[name] = value;
    held.push(isEstablished(facts, FACT));
    if (held[index] === true && held[index - 1] !== true) earned += 1;
    if (event.type !== 'evaluated') continue;
    const { callId = '', ruling } = event;
    const [name = ''] = callId.split('-');
    if (callId.endsWith('-ask')) {
      if (ruling === 'pass') expect([callId, held.slice(lastOf.get(name) ?? 0, index).includes(true)]).toEqual([callId, true]);
      if (ruling === 'pass') opened += 1;
      else closed += 1;
    }
    lastOf.set(name, index);
  }
  return { earned, opened, closed };
}
