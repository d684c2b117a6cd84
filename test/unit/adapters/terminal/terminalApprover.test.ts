import type { ApprovalRequest } from '@licet/core';
import { PolicyEngine, ask, guard } from '@licet/core';
import { terminalApprover } from '@licet/adapters/terminal';
import { describe, expect, it } from 'vitest';

import { fakeTty } from './fakeTty.ts';
import type { FakeTty } from './fakeTty.ts';
import { request } from './request.ts';

const idle = new AbortController().signal;
const at = (tty: FakeTty, more: object = {}) => terminalApprover({ by: 'ann', open: () => tty, settleMs: 0, ...more });
const typing = (...keys: readonly string[]) => fakeTty(keys.map(type => ({ after: '[y/N]', type })));

describe('terminalApprover', () => {
  it.each(['y\r', 'yes\r', 'YES\n', 'x\u007fy\r'])('takes %j for a yes', async keys => {
    const tty = typing(keys);

    expect(await at(tty).approve(request(), idle)).toEqual({ granted: [true], by: 'ann', channel: 'terminal' });
    expect(tty.screen()).toContain('git push');
    expect(tty.isClosed()).toBe(true);
  });

  it.each([
    ['Enter alone', '\r'],
    ['another word', 'yeah\r'],
    ['n', 'n\r'],
    ['Ctrl-C', 'y\u0003'],
    ['Ctrl-D', '\u0004'],
    ['Escape', '\u001b'],
    ['a key with a sequence', '\u001b[A'],
  ])('takes %s for a no', async (_what, keys) => {
    expect(await at(typing(keys)).approve(request(), idle)).toMatchObject({ granted: [false], by: 'ann' });
  });

  it('does not hear what was typed before the question stood there', async () => {
    const tty = fakeTty([
      { after: 'an agent asks', type: 'y\r' },
      { after: '[y/N]', type: 'n\r', wait: 600 },
    ]);

    expect(await at(tty, { settleMs: 500 }).approve(request(), idle)).toMatchObject({ granted: [false] });
  });

  it('asks each question by itself, and stops at the no of one', async () => {
    const questions = [
      { guard: 'g', code: 'c', reason: 'one' },
      { guard: 'h', code: 'c', reason: 'two' },
    ];

    expect(await at(typing('y\r', 'y\r')).approve(request({ questions }), idle)).toMatchObject({ granted: [true, true] });
    expect(await at(typing('y\r', '\r')).approve(request({ questions }), idle)).toMatchObject({ granted: [false, false] });
  });

  it('leaves to others what it may not answer, and does not ask the one who acts', async () => {
    const counted = { guard: 'h', code: 'c', reason: 'two', quorum: { approvals: 1, of: ['ben'] } };
    const { questions } = request();

    expect(await at(typing('y\r')).approve(request({ questions: [...questions, counted] }), idle)).toMatchObject({
      granted: [true, null],
    });
    await expect(at(typing()).approve(request({ questions: [counted] }), idle)).rejects.toThrow('`ann` is not among those');
    await expect(at(typing(), { by: 'BOT' }).approve(request(), idle)).rejects.toThrow('no one may approve their own action');
  });

  it('shows a long request a page at a time, and takes leaving for a no', async () => {
    const action = {
      kind: 'bash',
      payload: { command: Array.from({ length: 30 }, (_, index) => `line ${index}`).join('\n') },
      sessionId: 's',
    };
    const more = { after: '-- more', type: ' ' };
    const reader = fakeTty([more, more, more, { after: '[y/N]', type: 'y\r' }], { rows: 14, columns: 80 });
    const leaver = fakeTty([more, { after: '-- more', type: 'q' }], { rows: 14, columns: 80 });

    expect(await at(reader).approve(request({ action }), idle)).toMatchObject({ granted: [true] });
    expect(reader.screen()).toContain('line 29');
    expect(await at(leaver).approve(request({ action }), idle)).toMatchObject({
      granted: [false],
      reason: 'it was not read to its end',
    });
  });

  it('gives no answer where there is no terminal, or too much to show', async () => {
    const nowhere = terminalApprover({
      by: 'ann',
      open: () => {
        throw new Error('no terminal');
      },
    });
    await expect(nowhere.approve(request(), idle)).rejects.toThrow('no terminal');
    const huge = { kind: 'bash', payload: { command: 'x'.repeat(300_000) }, sessionId: 's' };
    await expect(at(typing()).approve(request({ action: huge }), idle)).rejects.toThrow('can be reviewed');
  });

  it('gives no answer when the time is over, and frees the terminal', async () => {
    for (const keys of [[], [{ after: 'never', type: 'y' }]]) {
      const abort = new AbortController();
      const tty = fakeTty(keys);
      const answer = at(tty).approve(request(), abort.signal);
      setTimeout(() => abort.abort(), 20);
      await expect(answer).rejects.toThrow('no answer came in time');
      expect(tty.isClosed()).toBe(true);
    }
  });

  it('asks one request at a time', async () => {
    let [open, most] = [0, 0];
    const approver = terminalApprover({
      by: 'ann',
      settleMs: 0,
      open: () => {
        most = Math.max(most, ++open);
        const tty = typing('y\r');
        return { ...tty, close: () => void open-- };
      },
    });

    await Promise.all([1, 2, 3].map(async () => approver.approve(request(), idle)));

    expect(most).toBe(1);
  });

  it('lets an engine pass what the human has read and wanted', async () => {
    const requests: ApprovalRequest[] = [];
    const approver = at(typing('y\r'));
    const engine = new PolicyEngine(
      guard('careful', () => ask('it reaches people', { fix: 'ask first' })),
      {
        approver: {
          approve: (each, signal) => {
            requests.push(each);
            return approver.approve(each, signal);
          },
        },
      },
    );

    expect(await engine.evaluate({ kind: 'bash' })).toMatchObject({ passed: true, approval: { by: 'ann' } });
    expect(requests).toHaveLength(1);
  });
});
