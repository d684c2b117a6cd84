import { systemClock } from '@licet/core';
import type { Clock } from '@licet/core';
import { EpistemicError, retryConflicts } from '@licet/epistemic';
import { describe, expect, it } from 'vitest';

/** A clock on which every pause is over at once; it remembers how long each was. */
function hasty(): { readonly clock: Clock; readonly pauses: number[] } {
  const pauses: number[] = [];
  const clock: Clock = {
    ...systemClock,
    after: (ms, done) => {
      pauses.push(ms);
      queueMicrotask(done);
      return () => undefined;
    },
  };
  return { clock, pauses };
}

const failing = (code: EpistemicError['code'], times: number) => {
  let left = times;
  return async (): Promise<string> => {
    if (left-- > 0) throw new EpistemicError(code, code);
    return 'done';
  };
};

describe('a change that others got ahead of', () => {
  it.each(['version_conflict', 'snapshot_stale'] as const)('is made again after %s', async code => {
    const { clock, pauses } = hasty();

    await expect(retryConflicts(failing(code, 50), { clock })).resolves.toBe('done');
    expect(pauses).toHaveLength(50);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(250);
  });

  it('is given up after a hundred conflicts, or three silences', async () => {
    const { clock, pauses } = hasty();

    await expect(retryConflicts(failing('version_conflict', 200), { clock })).rejects.toThrow('version_conflict');
    expect(pauses).toHaveLength(99);
    await expect(retryConflicts(failing('graph_unavailable', 200), { clock })).rejects.toThrow('graph_unavailable');
    expect(pauses).toHaveLength(101);
  });

  it('is given up at once for any other fault, and when no caller waits any more', async () => {
    const { clock, pauses } = hasty();

    await expect(retryConflicts(failing('graph_corrupt', 1), { clock })).rejects.toThrow('graph_corrupt');
    await expect(retryConflicts(() => Promise.reject(new TypeError('x')), { clock })).rejects.toThrow(TypeError);
    await expect(retryConflicts(failing('version_conflict', 1), { clock, signal: AbortSignal.abort() })).rejects.toThrow(
      'version',
    );
    expect(pauses).toEqual([]);
  });
});
