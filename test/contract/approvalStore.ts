import type { ApprovalAnswer, ApprovalRequest, ApprovalStore } from '@licet/core';
import type { AnswerScope, ApprovalClaim, Question, StoredApproval } from '@licet/core/store';
import { approvalCode } from '@licet/core/store';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { cases } from '../support/longRuns.ts';

const CODE = approvalCode(Uint8Array.from([1, 2, 3, 4, 5, 6, 7]));
const OTHER_CODE = approvalCode(Uint8Array.from([7, 6, 5, 4, 3, 2, 1]));
const question: Question = { guard: 'g', code: 'c', reason: 'why' };
const quorum = (approvals: number, of?: readonly string[], veto?: readonly string[]): Question => ({
  ...question,
  quorum: { approvals, ...(of !== undefined && { of }), ...(veto !== undefined && { veto }) },
});

const request = (more: Partial<ApprovalRequest> = {}): ApprovalRequest => ({
  id: 'r',
  code: CODE,
  actionDigest: 'action',
  policyDigest: 'policy',
  sessionId: 's',
  createdAt: 0,
  expiresAt: 100,
  action: { kind: 'bash', payload: { command: 'git push' }, sessionId: 's', agentId: 'bot', principal: { id: 'Owner' } },
  questions: [question],
  ...more,
});

const claim = (more: Partial<ApprovalClaim> = {}): ApprovalClaim => ({
  id: 'r',
  actionDigest: 'action',
  policyDigest: 'policy',
  sessionId: 's',
  holder: 'call-1',
  questions: [question],
  now: 10,
  ...more,
});

const idOf = (found: StoredApproval | undefined): string | undefined => found?.request.id;

/** What every approval store promises. `make` returns an empty one. */
export function approvalStoreContract(name: string, make: () => Promise<ApprovalStore> | ApprovalStore): void {
  const opened = async (more: Partial<ApprovalRequest> = {}): Promise<ApprovalStore> => {
    const store = await make();
    await store.open(request(more));
    return store;
  };

  describe(`${name}: approvals`, () => {
    it('keeps a request, whole, until it is answered', async () => {
      const effects = [{ kind: 'execute' as const, via: [], certainty: 'certain' as const }];
      const store = await opened({ effects, questions: [quorum(1, ['ann'], ['ben'])] });

      const [waiting] = await store.pending(10);
      expect(waiting).toEqual({
        request: request({ effects, questions: [quorum(1, ['ann'], ['ben'])] }),
        status: 'pending',
        answers: [],
        holders: [],
      });
      expect(await store.answer('r', { granted: [true], by: 'ann', reason: 'fine', channel: 'cli' }, 10)).toMatchObject({
        taken: true,
        approval: { status: 'granted' },
      });
      expect(await store.pending(10)).toEqual([]);
      expect(await store.find('r', 10)).toMatchObject({
        status: 'granted',
        answers: [{ granted: [true], by: 'ann', reason: 'fine', channel: 'cli', at: 10 }],
      });
    });

    it('is used up by one call and no other', async () => {
      const store = await opened();
      await store.answer('r', { granted: [true] }, 10);

      expect(await store.consume(claim())).toMatchObject({ valid: true });
      expect(await store.consume(claim())).toMatchObject({ valid: true });
      expect(await store.consume(claim({ holder: 'call-2' }))).toMatchObject({ valid: false, code: 'used_up' });
      expect(await store.verify(claim({ holder: 'call-2' }))).toMatchObject({ valid: false, code: 'used_up' });
      expect((await store.find('r', 10))?.status).toBe('consumed');
    });

    it('changes nothing by looking', async () => {
      const store = await opened();
      await store.answer('r', { granted: [true] }, 10);
      await store.verify(claim());
      await store.current(claim());

      expect(await store.consume(claim({ holder: 'call-2' }))).toMatchObject({ valid: true });
    });

    it.each([
      ['another action', { actionDigest: 'x' }, 'other_action'],
      ['another policy', { policyDigest: 'x' }, 'other_policy'],
      ['another session', { sessionId: 'x' }, 'other_session'],
      ['another question', { questions: [{ ...question, reason: 'other' }] }, 'other_question'],
      ['other terms', { questions: [quorum(1)] }, 'other_question'],
      ['a later time', { now: 100 }, 'expired'],
      ['a time long before it was asked', { now: -1_000_000 }, 'expired'],
      ['an unknown request', { id: 'x' }, 'unknown_request'],
      ['a name of every object', { id: '__proto__' }, 'unknown_request'],
    ])('does not hold for %s', async (_what, more, code) => {
      const store = await opened();
      await store.answer('r', { granted: [true] }, 10);

      expect(await store.verify(claim(more))).toMatchObject({ valid: false, code });
      expect(await store.consume(claim(more))).toMatchObject({ valid: false, code });
    });

    it.each([
      ['too few answers', { granted: [] }],
      ['too many answers', { granted: [true, true] }],
      ['something like a yes', { granted: ['yes'] }],
      ['no opinion on anything', { granted: [null] }],
      ['a hole', { granted: Array.from({ length: 1 }) }],
      ['a list that is none', { granted: { 0: true, length: 1 } }],
      ['nothing', null],
      ['a name that is not seen', { granted: [true], by: 'an\u200bn' }],
      ['a name that turns others around', { granted: [true], by: '\u202enna' }],
      ['a name of nothing but spaces', { granted: [true], by: ' \u3000' }],
      ['a huge name', { granted: [true], by: 'x'.repeat(100_000) }],
      ['a name that is no text', { granted: [true], by: ['ann'] }],
    ])('takes no %s', async (_what, answer) => {
      const store = await opened();

      expect(await store.answer('r', answer as never, 10)).toMatchObject({ taken: false, code: 'malformed' });
      expect(await store.consume(claim())).toMatchObject({ valid: false, code: 'not_granted' });
      expect((await store.find('r', 10))?.status).toBe('pending');
    });

    it('takes no late, no early, no second and no stray answer, and says why', async () => {
      const store = await opened();
      const answer = async (id: string, now: number): Promise<unknown> => store.answer(id, { granted: [true], by: 'ann' }, now);

      expect(await answer('other', 10)).toMatchObject({ taken: false, code: 'unknown_request' });
      expect(await answer('constructor', 10)).toMatchObject({ taken: false, code: 'unknown_request' });
      expect(await answer('r', 100)).toMatchObject({ taken: false, code: 'expired' });
      expect(await answer('r', -1_000_000)).toMatchObject({ taken: false, code: 'expired' });
      expect((await store.find('r', 100))?.status).toBe('expired');
      expect((await store.find('r', 99))?.status).toBe('pending');
      expect(await store.answer('r', { granted: [false], by: 'ann' }, 99)).toMatchObject({ taken: true });
      expect(await answer('r', 99)).toMatchObject({ taken: false, code: 'decided' });
      expect(await store.consume(claim())).toMatchObject({ valid: false, code: 'denied' });
      expect((await store.find('r', 200))?.status).toBe('denied');
    });

    it('is an expired approval when it was not used in time', async () => {
      const store = await opened();
      await store.answer('r', { granted: [true] }, 99);

      expect((await store.find('r', 99))?.status).toBe('granted');
      expect((await store.find('r', 100))?.status).toBe('expired');
      expect(await store.consume(claim({ now: 100 }))).toMatchObject({ valid: false, code: 'expired' });
    });

    it.each(['bot', 'BOT', ' owner ', 'ＯＷＮＥＲ'])('is not approved by who acts: `%s`', async by => {
      const store = await opened();

      expect(await store.answer('r', { granted: [true], by }, 10)).toMatchObject({ taken: false, code: 'self_approval' });
    });

    it('counts different people, by folded name, and only those whom the policy asks', async () => {
      const store = await opened({ questions: [quorum(2, ['Ann', 'Ben', 'Zoë'])] });
      const yes = async (by?: string): Promise<unknown> =>
        store.answer('r', { granted: [true], ...(by !== undefined && { by }) }, 10);

      expect(await yes()).toMatchObject({ taken: false, code: 'unknown_approver' });
      expect(await yes('eve')).toMatchObject({ taken: false, code: 'unknown_approver' });
      expect(await yes('__proto__')).toMatchObject({ taken: false, code: 'unknown_approver' });
      expect(await yes('аnn')).toMatchObject({ taken: false, code: 'unknown_approver' });
      expect(await yes('ann')).toMatchObject({ taken: true, approval: { status: 'pending' } });
      expect(await yes('ANN')).toMatchObject({ taken: false, code: 'second_answer' });
      expect(await yes('ａｎｎ')).toMatchObject({ taken: false, code: 'second_answer' });
      expect(await yes('ZOE\u0308')).toMatchObject({ taken: true, approval: { status: 'granted' } });
      expect(await yes('ben')).toMatchObject({ taken: false, code: 'decided' });
    });

    it('is denied by a veto, and once too few are left', async () => {
      const vetoed = await opened({ questions: [quorum(2, undefined, ['sec'])] });
      expect(await vetoed.answer('r', { granted: [false], by: 'ann' }, 10)).toMatchObject({ approval: { status: 'pending' } });
      expect(await vetoed.answer('r', { granted: [false], by: 'SEC' }, 10)).toMatchObject({ approval: { status: 'denied' } });

      const short = await opened({ questions: [quorum(2, ['ann', 'ben', 'eve'])] });
      expect(await short.answer('r', { granted: [false], by: 'ann' }, 10)).toMatchObject({ approval: { status: 'pending' } });
      expect(await short.answer('r', { granted: [false], by: 'ben' }, 10)).toMatchObject({ approval: { status: 'denied' } });
    });

    it('takes answers to some of the questions from one person and to the rest from another', async () => {
      const store = await opened({ questions: [quorum(1, ['ann']), { ...quorum(1, ['ben']), guard: 'h' }] });

      expect(await store.answer('r', { granted: [true, true], by: 'ann' }, 10)).toMatchObject({ code: 'unknown_approver' });
      expect(await store.answer('r', { granted: [true, null], by: 'ann' }, 10)).toMatchObject({
        approval: { status: 'pending' },
      });
      expect(await store.answer('r', { granted: [null, true], by: 'ben' }, 10)).toMatchObject({
        approval: { status: 'granted' },
      });
    });

    it('gives a repeated call the request that waits, and not a second one', async () => {
      const store = await opened();

      expect(await store.open(request({ id: 'again', code: OTHER_CODE, createdAt: 5, expiresAt: 105 }))).toMatchObject({
        opened: true,
        fresh: false,
        approval: { status: 'pending', request: { id: 'r', code: CODE } },
      });
      await store.answer('r', { granted: [true] }, 10);
      expect(await store.open(request({ id: 'again', code: OTHER_CODE, createdAt: 11 }))).toMatchObject({
        fresh: false,
        approval: { status: 'granted' },
      });
      await store.consume(claim());
      expect(await store.open(request({ id: 'again', code: OTHER_CODE, createdAt: 12 }))).toMatchObject({ fresh: true });
      expect((await store.pending(12)).map(idOf)).toEqual(['again']);
    });

    it.each([
      ['another action', { actionDigest: 'x' }],
      ['another policy', { policyDigest: 'x' }],
      ['another session', { sessionId: 'x' }],
      ['other terms', { questions: [quorum(2)] }],
      ['the time after it has expired', { createdAt: 100, expiresAt: 200 }],
    ])('opens a separate request for %s', async (_what, more) => {
      const store = await opened();

      expect(await store.open(request({ id: 'x', code: OTHER_CODE, ...more }))).toMatchObject({ opened: true, fresh: true });
    });

    it('gives no code to two requests at once, and gives it again later', async () => {
      const store = await opened();

      expect(await store.open(request({ id: 'x', actionDigest: 'x' }))).toEqual({ opened: false, code: 'code_taken' });
      expect(await store.find('x', 10)).toBeUndefined();
      expect(await store.open(request({ id: 'x', actionDigest: 'x', createdAt: 100, expiresAt: 200 }))).toMatchObject({
        fresh: true,
      });
      expect(idOf(await store.findByCode(CODE, 110))).toBe('x');
      expect(await store.findByCode(OTHER_CODE, 110)).toBeUndefined();
    });

    it('finds the request for a call without knowing its id', async () => {
      const store = await opened();

      expect(await store.current(claim())).toMatchObject({ status: 'pending', request: { id: 'r' } });
      for (const more of [
        { sessionId: 'x' },
        { actionDigest: 'x' },
        { policyDigest: 'x' },
        { questions: [quorum(2)] },
        { now: 100 },
      ])
        expect(await store.current(claim(more))).toBeUndefined();
      await store.answer('r', { granted: [true] }, 10);
      expect(await store.current(claim())).toMatchObject({ status: 'granted' });
      await store.consume(claim());
      expect(await store.current(claim())).toMatchObject({ status: 'consumed' });
      expect(await store.current(claim({ holder: 'call-2' }))).toBeUndefined();
    });

    describe('with a yes for several calls', () => {
      const acts = (...words: readonly string[]) => ({
        within: { cwd: '/p' },
        acts: words.map(each => ({ words: [each], effects: [] })),
      });
      const scope: AnswerScope = { lasts: 'session', until: 1_000, uses: 3, region: 'file' };
      const covered = async (more: Partial<AnswerScope> = {}): Promise<ApprovalStore> => {
        const store = await opened({ generalization: acts('commit', 'push') });
        const result = await store.answer('r', { granted: [true], by: 'ann', scope: { ...scope, ...more } }, 10);
        expect(result).toMatchObject({ taken: true, approval: { status: 'granted' } });
        return store;
      };
      const call = (holder: string, more: Partial<ApprovalClaim> = {}): ApprovalClaim =>
        claim({ holder, actionDigest: holder, generalization: acts('push'), now: 500, ...more });

      it('covers every call that does only what was shown, until its end', async () => {
        const store = await covered();

        expect(await store.current(call('a'))).toMatchObject({ status: 'granted', request: { id: 'r' } });
        expect((await store.scoped(999)).map(idOf)).toEqual(['r']);
        expect(await store.verify(call('a'))).toMatchObject({ valid: true });
        for (const [more, code] of [
          [{ generalization: acts('push', 'reset') }, 'other_action'],
          [{ generalization: undefined }, 'other_action'],
          [{ generalization: { ...acts('push'), within: {} } }, 'other_action'],
          [{ generalization: acts() }, 'other_action'],
          [{ sessionId: 'x' }, 'other_session'],
          [{ policyDigest: 'x' }, 'other_policy'],
          [{ questions: [{ ...question, code: 'x' }] }, 'other_question'],
          [{ questions: [{ ...question, reason: 'x' }] }, 'other_question'],
          [{ questions: [quorum(1)] }, 'other_question'],
          [{ now: 1_000 }, 'expired'],
        ] as const) {
          expect(await store.current(call('a', more))).toBeUndefined();
          expect(await store.consume(call('a', more))).toMatchObject({ valid: false, code });
        }
        expect(await store.scoped(1_000)).toEqual([]);
      });

      it('is used by as many calls as it says, and by each once', async () => {
        const store = await covered();
        for (const holder of ['a', 'b', 'a', 'c', 'b']) expect(await store.consume(call(holder))).toMatchObject({ valid: true });

        expect(await store.consume(call('d'))).toMatchObject({ valid: false, code: 'used_up' });
        expect(await store.current(call('d'))).toBeUndefined();
        expect((await store.find('r', 500))?.holders).toEqual(['a', 'b', 'c']);
        expect(await store.scoped(500)).toEqual([]);
      });

      it('ends once, and stays ended', async () => {
        const store = await covered();

        expect(await store.end('r', { granted: [false], channel: 'end' }, 20)).toBe(true);
        expect(await store.end('r', { granted: [false], channel: 'end' }, 20)).toBe(false);
        expect(await store.end('nothing', { granted: [false] }, 20)).toBe(false);
        expect(await store.current(call('a'))).toBeUndefined();
        expect(await store.consume(call('a'))).toMatchObject({ valid: false, code: 'ended' });
        expect(await store.answer('r', { granted: [true], by: 'ben', scope }, 20)).toMatchObject({ taken: false });
        expect((await store.find('r', 20))?.status).toBe('ended');
      });

      it('is for one prompt of the user where it is for a task', async () => {
        const action = { kind: 'bash', payload: {}, sessionId: 's', turnId: 't1' };
        const store = await opened({ generalization: acts('push'), action });
        expect(await store.answer('r', { granted: [true], scope: { ...scope, lasts: 'task', turnId: 't2' } }, 10)).toMatchObject({
          code: 'malformed',
        });
        await store.answer('r', { granted: [true], scope: { ...scope, lasts: 'task', turnId: 't1' } }, 10);

        expect(await store.current(call('a', { turnId: 't1' }))).toMatchObject({ status: 'granted' });
        for (const turnId of ['t2', undefined]) expect(await store.current(call('a', { turnId }))).toBeUndefined();
      });

      it('is not taken where it says too much, or where people are counted', async () => {
        for (const more of [
          { until: 10 + 86_400_001 },
          { until: 10 },
          { uses: 0 },
          { uses: 1_001 },
          { uses: 1.5 },
          { region: 'all' as never },
          { lasts: 'ever' as never },
          { turnId: 't' },
        ]) {
          const store = await opened({ generalization: acts('push') });
          expect(await store.answer('r', { granted: [true], scope: { ...scope, ...more } }, 10)).toMatchObject({
            code: 'malformed',
          });
        }
        const long = await opened({ generalization: acts(...Array.from({ length: 51 }, (_, index) => `push ${index}`)) });
        expect(await long.answer('r', { granted: [true], scope }, 10)).toMatchObject({ code: 'malformed' });
        const plain = await opened();
        expect(await plain.answer('r', { granted: [true], scope }, 10)).toMatchObject({ code: 'malformed' });
        const counting = await opened({ generalization: acts('push'), questions: [quorum(1)] });
        expect(await counting.answer('r', { granted: [true], by: 'ann', scope }, 10)).toMatchObject({ code: 'malformed' });
        const several = await opened({ generalization: acts('push'), questions: [question, { ...question, code: 'd' }] });
        expect(await several.answer('r', { granted: [true, null], scope }, 10)).toMatchObject({ code: 'malformed' });
      });

      it('does not cover a call to which a person has said no', async () => {
        const store = await covered();
        await store.open(request({ id: 'x', code: OTHER_CODE, actionDigest: 'a', createdAt: 20 }));
        expect(await store.current(call('a', { now: 30 }))).toMatchObject({ status: 'granted', request: { id: 'r' } });
        await store.answer('x', { granted: [false], by: 'ann' }, 30);

        expect(await store.current(call('a', { now: 40 }))).toMatchObject({ status: 'denied', request: { id: 'x' } });
      });
    });

    it('lists what waits, oldest first', async () => {
      const store = await make();
      for (const [id, createdAt, byte] of [
        ['b', 2, 1],
        ['a', 2, 2],
        ['c', 1, 3],
      ] as const)
        await store.open(request({ id, createdAt, actionDigest: id, code: approvalCode(new Uint8Array(7).fill(byte)) }));

      expect((await store.pending(10)).map(idOf)).toEqual(expect.arrayContaining(['c', 'a', 'b']));
      expect(await store.pending(100)).toEqual([]);
    });

    it('keeps long and strange texts as they are', async () => {
      const action = {
        kind: 'bash',
        payload: { command: `\u0000\ud800${'ж'.repeat(50_000)}`, ['__proto__x']: 1 },
        sessionId: 's',
      };
      const store = await opened({ action });

      expect((await store.find('r', 10))?.request.action).toEqual(action);
    });

    it('is granted by any sequence of answers exactly when a plain count grants it', async () => {
      const people = ['ann', 'ben', 'eve', 'sec'];
      const answer = fc.record({
        by: fc.constantFrom(...people, 'ANN', 'mallory', 'bot'),
        yes: fc.boolean(),
        wait: fc.integer({ min: 0, max: 20 }),
      });
      await fc.assert(
        fc.asyncProperty(fc.integer({ min: 1, max: 3 }), fc.array(answer, { maxLength: 8 }), async (approvals, answers) => {
          const store = await opened({ questions: [quorum(approvals, ['ann', 'ben', 'eve'], ['sec'])] });
          const said = new Map<string, boolean>();
          let [now, decision] = [0, 'pending'];
          for (const { by, yes, wait } of answers) {
            now += wait;
            const person = by.toLowerCase();
            const taken = decision === 'pending' && now < 100 && people.includes(person) && !said.has(person);
            expect((await store.answer('r', { granted: [yes], by }, now)).taken).toBe(taken);
            if (!taken) continue;
            said.set(person, yes);
            const counted = ['ann', 'ben', 'eve'].map(each => said.get(each));
            if (said.get('sec') === false || counted.filter(each => each !== false).length < approvals) decision = 'denied';
            else if (counted.filter(each => each === true).length >= approvals) decision = 'granted';
          }
          const expected = now >= 100 && decision !== 'denied' ? 'expired' : decision;
          expect((await store.find('r', now))?.status).toBe(expected);
        }),
        { numRuns: cases(40) },
      );
    });

    it('takes answers that come at once one after the other: one decision', async () => {
      const store = await opened();
      const given: ApprovalAnswer[] = [true, false, true].map((yes, index) => ({ granted: [yes], by: `p${index}` }));

      const results = await Promise.all(given.map(async each => store.answer('r', each, 10)));

      expect(results.filter(({ taken }) => taken).length).toBe(1);
    });
  });
}
