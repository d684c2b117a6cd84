import { PolicyEngine, guard, pass } from '@licet/core';
import { describe, expect, it, vi } from 'vitest';

import { decisions, inTime } from '../../../packages/server/src/decide.ts';

const policy = { engine: new PolicyEngine(guard('open', () => pass())) } as never;
const call = (bytes: number = 1) => ({ policy, signal: new AbortController().signal, bytes, bearer: '', origin: {} });
const anyone = (): void => undefined;
const action = { kind: 'read', sessionId: 's', payload: {} } as const;

describe('a decision', () => {
  it('is remembered with its action, and counted', async () => {
    const seen: unknown[] = [];
    const made = decisions(evaluated => seen.push(evaluated), anyone);
    const evaluation = await made.decide(action, call());

    expect(made.actionOf(evaluation.id)).toMatchObject({ kind: 'read', callId: expect.stringMatching(/^remote:[\w-]{36}$/) });
    expect(made.actionOf('other')).toBeUndefined();
    expect(seen).toEqual([evaluation]);
  });

  it('keeps the id of a call that has one, apart from the calls of runtimes', async () => {
    const made = decisions(() => undefined, anyone);
    const { id } = await made.decide({ ...action, callId: 'mine' }, call());

    expect(made.actionOf(id)?.callId).toBe('remote:mine');
  });

  it('of what is no action is not remembered', async () => {
    const made = decisions(() => undefined, anyone);
    const evaluation = await made.decide({ kind: '' }, call());

    expect([evaluation.passed, evaluation.code, made.actionOf(evaluation.id)]).toEqual([false, 'invalid_action', undefined]);
  });

  it('is forgotten when there are too many bytes of younger ones, and not before', async () => {
    const made = decisions(() => undefined, anyone);
    const half = 17 * 1024 * 1024;
    const first = await made.decide(action, call(half));
    const second = await made.decide(action, call(1));
    expect(made.actionOf(first.id)).toBeDefined();
    await made.decide(action, call(half));

    expect([made.actionOf(first.id), made.actionOf(second.id) === undefined]).toEqual([undefined, false]);
  });
});

describe('work that must end in time', () => {
  it('is its result, or its error', async () => {
    const { signal } = new AbortController();

    await expect(inTime(Promise.resolve(1), signal)).resolves.toBe(1);
    await expect(inTime(Promise.reject(new Error('no')), signal)).rejects.toThrow('no');
  });

  it('keeps no caller waiting when it goes on after it is told to stop', async () => {
    vi.useFakeTimers();
    try {
      const late = inTime(new Promise(() => undefined), AbortSignal.abort());
      const failed = expect(late).rejects.toMatchObject({ code: 'no_decision' });
      await vi.advanceTimersByTimeAsync(500);
      await failed;
    } finally {
      vi.useRealTimers();
    }
  });
});
