import { groupCommit } from '@licet/adapters';
import type { AuditRecord } from '@licet/core';
import type { BatchAuditSink } from '@licet/core/store';
import { PolicyEngine, guard, memoryAudit, pass } from '@licet/core';
import { describe, expect, it } from 'vitest';

const outcome = (index: number): AuditRecord => ({
  type: 'outcome',
  at: index,
  evaluationId: `${index}`,
  sessionId: 's',
  status: 'ok',
});

/** A sink that takes batches down, and fails or waits on demand. */
const batches = (write: () => void | Promise<void> = () => undefined) => {
  const written: (readonly string[])[] = [];
  const sink: BatchAuditSink = {
    append: record => sink.appendAll([record]),
    async appendAll(records) {
      await write();
      written.push(records.map(({ evaluationId }) => evaluationId));
    },
  };
  return { sink, written };
};

describe('groupCommit', () => {
  it('writes what comes together at once, in order', async () => {
    const { sink, written } = batches();
    const group = groupCommit(sink, { windowMs: 1, count: 100 });
    await Promise.all([group.append(outcome(1)), group.appendAll([outcome(2), outcome(3)]), group.appendAll([])]);
    await group.append(outcome(4));

    expect(written).toEqual([['1', '2', '3'], ['4']]);
  });

  it('does not wait for more than it may write at once', async () => {
    const { sink, written } = batches();
    const group = groupCommit(sink, { windowMs: 3_600_000, count: 2 });
    await Promise.all([1, 2, 3, 4].map(index => group.append(outcome(index))));

    expect(written).toEqual([
      ['1', '2'],
      ['3', '4'],
    ]);
  });

  it('answers no call before the batch is written', async () => {
    let open: () => void = () => undefined;
    const { sink } = batches(() => new Promise<void>(resolve => (open = resolve)));
    const group = groupCommit(sink, { windowMs: 0 });
    let answered = false;
    const appended = group.append(outcome(1)).then(() => (answered = true));
    const flushed = group.flush();
    await new Promise(resolve => setImmediate(resolve));

    expect(answered).toBe(false);
    open();
    await Promise.all([appended, flushed]);
    expect(answered).toBe(true);
  });

  it('blocks every evaluation of a batch that cannot be written, and goes on with the next', async () => {
    let isFull = true;
    const { sink, written } = batches(() => {
      if (isFull) throw new Error('the disk is full');
    });
    const engine = new PolicyEngine(
      guard('yes', () => pass()),
      { audit: groupCommit(sink, { windowMs: 1 }) },
    );
    const evaluate = () => Promise.all(['a', 'b'].map(callId => engine.evaluate({ kind: 'read', callId })));

    expect((await evaluate()).map(({ passed, code }) => [passed, code])).toEqual([
      [false, 'audit_unavailable'],
      [false, 'audit_unavailable'],
    ]);
    isFull = false;
    expect((await evaluate()).map(({ passed }) => passed)).toEqual([true, true]);
    expect(written).toHaveLength(1);
  });

  it('throws when something waits that cannot be flushed', async () => {
    const { sink } = batches(() => Promise.reject(new Error('gone')));
    const group = groupCommit(sink, { windowMs: 3_600_000 });
    const appended = group.append(outcome(1));

    await expect(group.flush()).rejects.toThrow('gone');
    await expect(appended).rejects.toThrow('gone');
    await expect(group.flush()).resolves.toBeUndefined();
  });

  it('refuses limits that make no sense', () => {
    expect(() => groupCommit(memoryAudit(), { windowMs: -1 })).toThrow(/`windowMs` must be at least 0/);
    expect(() => groupCommit(memoryAudit(), { count: 0 })).toThrow(/`count` must be at least 1/);
  });
});
