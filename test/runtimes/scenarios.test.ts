import type { OutputShaper } from '@licet/adapters/runtimes';
import type { EngineOptions, Guard } from '@licet/core';
import type { GuardInput } from '@licet/core/nodes';
import { All, PolicyEngine, ask, block, guard, memoryApprovals, memoryAudit, memorySessions, pass } from '@licet/core';
import { fakeClock } from '@licet/core/testing';
import { Budget } from '@licet/guards';
import { describe, expect, it } from 'vitest';

import type { Play, Played, Sdk } from './sdks/sdk.ts';
import { sdks } from './sdks/index.ts';

const asking = (terms: object = {}): Guard => guard('who', () => ask('it reaches others', { fix: 'ask the user', ...terms }));
const redacting = guard('redacts', () => pass({ obligations: { redact: ['x'] } }));

function stage(policy: GuardInput, options: EngineOptions = {}) {
  const stores = { sessions: memorySessions(), approvals: memoryApprovals(), audit: memoryAudit(), clock: fakeClock() };
  return { ...stores, engine: new PolicyEngine(policy, { ...stores, ...options }) };
}

const shaper: OutputShaper = {
  meets: ['redact'],
  shape: output => ({ output: JSON.parse(JSON.stringify(output).replaceAll('sesame', 'HIDDEN')) as unknown, rules: ['x'] }),
};

const calls = (...ids: readonly string[]): Play['calls'] => ids.map(id => ({ id, args: { id } }));
const one = calls('c1');
const endedOf = async (played: Promise<Played>): Promise<string> => (await played).ended.toSorted().join(' ');

function describeSdk({ facts, title = facts.title, lacks = [], play }: Sdk): void {
  const { capabilities } = facts;
  const canAsk = capabilities.canAsk && !lacks.includes('canAsk');

  describe(title, () => {
    describe.runIf(canAsk)('that asks', () => {
      it('runs the call once after a yes, which is in the trail, and charges it once', async () => {
        const { engine, audit, sessions } = stage(All(asking(), Budget({ max: 5, per: 'session' })));

        expect(await endedOf(play({ engine, calls: one, answer: 'yes' }))).toBe('ran');
        expect(audit.records.map(({ type }) => type).filter(type => type !== 'evaluation')).toEqual(['ask', 'answer', 'outcome']);
        expect(audit.records.find(({ type }) => type === 'answer')).toMatchObject({ granted: [true], channel: 'runtime' });
        expect(await sessions.load('s')).toMatchObject({ outcomes: { ok: 1 } });
      });

      it('runs nothing after a no', async () => {
        expect(await endedOf(play({ ...stage(asking()), calls: one, answer: 'no' }))).toBe('stopped');
      });

      it('runs nothing that nobody answers', async () => {
        expect(await endedOf(play({ ...stage(asking()), calls: one }))).toBe('asked');
      });

      it('runs nothing after a yes that comes too late', async () => {
        const { engine, clock } = stage(asking({ approval: { expiresInMs: 50 } }));
        const meanwhile = async (): Promise<void> => {
          await clock.advance(51);
        };

        expect(await endedOf(play({ engine, calls: one, answer: 'yes', meanwhile }))).toBe('stopped');
      });

      it('runs nothing that the policy stops by now, in spite of a yes', async () => {
        let isFrozen = false;
        const frozen = guard('frozen', () => (isFrozen ? block('the project is frozen', { fix: 'wait' }) : pass()));
        const played = await play({
          ...stage(All(asking(), frozen)),
          calls: one,
          answer: 'yes',
          meanwhile: () => void (isFrozen = true),
        });

        expect(played.ended).toEqual(['stopped']);
        expect(played.told).toContain('the project is frozen');
      });

      it('asks about each of several calls, and runs each after its yes', async () => {
        expect(await endedOf(play({ ...stage(asking()), calls: calls('c1', 'c2'), answer: 'yes' }))).toBe('ran ran');
      });

      it('runs nothing on a yes to all calls to come', async () => {
        const { engine } = stage(asking());

        expect(await endedOf(play({ engine, calls: one, answer: 'yes', always: true }))).toBe(
          facts.name === 'openai-agents' ? 'stopped' : 'ran',
        );
      });
    });

    it.runIf(!canAsk)('stops what it cannot ask about, also when it comes again under the same identity', async () => {
      const { engine } = stage(asking());

      expect(await endedOf(play({ engine, calls: one }))).toBe('stopped');
      expect(await endedOf(play({ engine, calls: one }))).toBe('stopped');
    });

    it('runs as many parallel calls as the budget has', async () => {
      const { engine } = stage(Budget({ max: 2, per: 'session' }));

      expect(await endedOf(play({ engine, calls: calls('c1', 'c2', 'c3') }))).toBe('ran ran stopped');
    });

    it('counts sessions by themselves', async () => {
      const { engine } = stage(Budget({ max: 1, per: 'session' }));

      expect(await endedOf(play({ engine, calls: one, sessionId: 'a' }))).toBe('ran');
      expect(await endedOf(play({ engine, calls: calls('c2'), sessionId: 'b' }))).toBe('ran');
      expect(await endedOf(play({ engine, calls: calls('c3'), sessionId: 'b' }))).toBe('stopped');
    });

    it('shows the model nothing that the policy redacts, or does not run the call', async () => {
      const { engine, audit } = stage(redacting);
      const played = await play({ engine, calls: one, shaper, tool: () => 'open sesame' });

      expect(played.told).not.toContain('sesame');
      expect(played.ended).toEqual([capabilities.canRewriteOutput ? 'ran' : 'stopped']);
      if (!capabilities.canRewriteOutput) return;
      expect(played.told).toContain('HIDDEN');
      expect(audit.records.at(-1)).toMatchObject({ type: 'outcome', redacted: ['x'] });
    });

    it.runIf(capabilities.canRewriteOutput)('shows the model no error that the policy redacts', async () => {
      const tool = (): never => {
        throw new Error('broken by sesame');
      };
      const played = await play({ ...stage(redacting), calls: one, shaper, tool }).catch((error: unknown) => ({
        told: String(error),
      }));

      expect(played.told).not.toContain('sesame');
    });

    it.runIf(capabilities.canRewriteOutput)('shows the model nothing that could not be looked through', async () => {
      const failing: OutputShaper = {
        ...shaper,
        shape: () => {
          throw new Error('no');
        },
      };
      const played = await play({ ...stage(redacting), calls: one, shaper: failing, tool: () => 'open sesame' });

      expect(played.told).not.toContain('sesame');
    });

    it.each<[string, EngineOptions]>([
      ['the sessions', { sessions: { ...memorySessions(), record: gone, reserve: gone, load: gone } as never }],
      ['the trail', { audit: { append: gone } }],
      ['the approvals', { approvals: { ...memoryApprovals(), current: gone, open: gone } }],
      ['what looks into an action first', { hooks: [{ preAction: gone }] }],
    ])('runs nothing when %s cannot be reached', async (_what, options) => {
      const { engine } = stage(All(asking(), Budget({ max: 5, per: 'session' })), options);

      expect(await endedOf(play({ engine, calls: one, answer: 'yes' }))).toBe('stopped');
    });
  });
}

function gone(): never {
  throw new Error('it is gone');
}

for (const sdk of sdks) describeSdk(sdk);
