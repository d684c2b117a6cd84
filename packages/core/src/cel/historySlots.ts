import { slotName } from './historyCalls.ts';
import type { HistoryCall } from './historyCalls.ts';

/** What one question found; or why it could not be asked, which matters only where its answer does. */
export type Found = boolean | bigint | number | { readonly failed: unknown };

/** What the questions of a condition found: the functions that stand in for them read it while the condition is evaluated. */
export interface HistorySlots {
  readonly read: (index: number) => boolean | bigint | number;
  readonly during: <T>(found: readonly Found[], work: () => T) => T;
}

/** Makes the slots of one condition. */
export function historySlots(): HistorySlots {
  let current: readonly Found[] = [];
  return {
    read(index) {
      const found = current[index];
      if (typeof found === 'object') throw found.failed;
      if (found === undefined) throw new RangeError('the condition asks nothing of this number');
      return found;
    },
    during(found, work) {
      current = found;
      try {
        return work();
      } finally {
        current = [];
      }
    },
  };
}

/** Returns the text of a condition with its questions replaced by numbered slots. */
export function withHistorySlots(source: string, calls: readonly HistoryCall[]): string {
  return calls
    .map(({ asks, start, end }, index) => ({ start, end, put: `${slotName(asks)}(${index})` }))
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, { start, end, put }) => text.slice(0, start) + put + text.slice(end), source);
}
