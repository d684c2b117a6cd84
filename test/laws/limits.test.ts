import { All, Escalate, PolicyEngine, ask, block, guard, memoryApprovals, memoryAudit, memorySessions, pass } from '@licet/core';
import type { Clock } from '@licet/core';
import { narrow } from '@licet/core/policy';
import type { BuiltPolicy, PolicyLimits } from '@licet/core/policy';
import { PAUSE_FACT, PROJECT_SESSION, giveAnswer } from '@licet/core/store';
import { analyzeEffects, generalizeAction } from '@licet/effects';
import { AllowOnce } from '@licet/guards';
import { GRANT_KINDS, grantFact } from '@licet/guards/state';
import type { Grant, GrantKind } from '@licet/guards/state';
import { readDuration } from '@licet/core/text';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { PEOPLE, limits } from '../support/limits.ts';

const NOW = 100_000_000;
const MINUTE = 60_000;
const [root, file] = ['/project', '/project/.env'];
const clock: Clock = { now: () => NOW, elapsed: () => 0, after: () => () => undefined };

const fine = guard('fine', () => pass());
const closed = guard('closed', () => block('no', { fix: 'stop' }));

/** A policy under layers that only limit it. The last layer is that of the policy. */
function below(layers: readonly PolicyLimits[], policy: BuiltPolicy['policy']): BuiltPolicy {
  const each = layers.map((one, index) => ({ policy: index === layers.length - 1 ? policy : fine, settings: { limits: one } }));
  return (
    each.reduceRight<BuiltPolicy | undefined>((inner, layer) => (inner ? narrow(layer, inner) : layer), undefined) ?? {
      policy,
      settings: {},
    }
  );
}

const layersOf = fc.array(limits, { minLength: 1, maxLength: 4 });
/** Most of them have begun, and have not ended. */
const minutes = { begin: fc.integer({ min: -60, max: 10 }), length: fc.integer({ min: 1, max: 200 }) };
const person = fc.constantFrom(...PEOPLE);
const msOf = (time?: string): number => (time === undefined ? Number.POSITIVE_INFINITY : (readDuration(time) ?? 0));

interface Exception extends Pick<Grant, 'uses' | 'grantedAt' | 'expiresAt'> {
  readonly by: string;
  readonly about: GrantKind | 'command';
}

const exceptions: fc.Arbitrary<Exception> = fc
  .record({
    by: person,
    about: fc.constantFrom(...GRANT_KINDS, 'command' as const),
    uses: fc.integer({ min: 1, max: 8 }),
    ...minutes,
  })
  .map(({ begin, length, ...rest }) => ({
    ...rest,
    grantedAt: NOW + begin * MINUTE,
    expiresAt: NOW + (begin + length) * MINUTE,
  }));

/** Whether one layer lets an exception count now: written without the code that is tested. */
function counts({ exceptions: limit }: PolicyLimits, { by, about, grantedAt, expiresAt }: Exception): boolean {
  if (limit === 'never') return false;
  const isOf = limit?.of === undefined || limit.of.includes(about);
  const isBy = limit?.by === undefined || limit.by.some(each => each === by);
  const isInTime = limit?.for === undefined || (grantedAt <= NOW && NOW < grantedAt + msOf(limit.for));
  return isOf && isBy && isInTime && NOW < expiresAt;
}

const usesOf = ({ exceptions: limit }: PolicyLimits): number =>
  limit === undefined || limit === 'never' ? Number.POSITIVE_INFINITY : (limit.uses ?? Number.POSITIVE_INFINITY);

const ACTIONS = {
  read: { kind: 'read', tool: 'Read', payload: { file_path: file } },
  write: { kind: 'write', tool: 'Write', payload: { file_path: file, content: '' } },
  delete: { kind: 'bash', tool: 'Bash', payload: { command: `rm ${file}` } },
  command: { kind: 'bash', tool: 'Bash', payload: { command: 'make deploy' } },
} as const;

describe('limits of layers', () => {
  it('let an exception count exactly where every layer does, and as often as the least of them says', async () => {
    await fc.assert(
      fc.asyncProperty(layersOf, exceptions, async (layers, exception) => {
        const { about, ...rest } = exception;
        const subject =
          about === 'command' ? { command: 'make deploy', cwd: root } : { path: file, resolved: file, kinds: [about] };
        const sessions = memorySessions();
        const value = { id: 'g1', deed: 'd1', ...subject, ...rest };
        await sessions.append(PROJECT_SESSION, [{ type: 'fact', at: NOW, name: grantFact('g1'), value }]);
        const effects = analyzeEffects({ root, home: '/home/ann', files: false });
        const engine = new PolicyEngine(below(layers, Escalate(closed, AllowOnce({ root }))), { sessions, effects, clock });
        const most = layers.every(layer => counts(layer, exception)) ? Math.min(exception.uses, ...layers.map(usesOf)) : 0;

        let passed = 0;
        for (let call = 0; call < 9; call++)
          if ((await engine.evaluate({ ...ACTIONS[about], cwd: root, sessionId: 's', callId: `c${call}` })).passed) passed++;

        expect(passed).toBe(most);
      }),
    );
  });

  it('let a pause count exactly where every layer does', async () => {
    await fc.assert(
      fc.asyncProperty(layersOf, person, minutes.begin, minutes.length, async (layers, by, begin, length) => {
        const at = NOW + begin * MINUTE;
        const until = at + length * MINUTE;
        const sessions = memorySessions();
        const value = { at, until, by, reason: 'a demonstration', deed: 'd1' };
        await sessions.append(PROJECT_SESSION, [{ type: 'fact', at: NOW, name: PAUSE_FACT, value }]);
        const engine = new PolicyEngine(
          below(
            layers,
            All(
              guard('floor', () => pass(), { floor: true }),
              closed,
            ),
          ),
          { sessions, clock },
        );
        const isLet = layers.every(({ pauses }) => {
          if (pauses === undefined || pauses === 'never') return pauses === undefined;
          const isBy = pauses.by === undefined || pauses.by.some(each => each === by);
          return isBy && (pauses.for === undefined || (at <= NOW && NOW < at + msOf(pauses.for)));
        });

        expect((await engine.evaluate({ kind: 'write', sessionId: 's' })).passed).toBe(isLet && NOW < until);
      }),
    );
  });

  it('let a yes cover later calls as long and as often as the least of them says', async () => {
    const answered = fc.record({
      length: fc.integer({ min: 1, max: 200 }),
      uses: fc.integer({ min: 1, max: 8 }),
      later: fc.integer({ min: 0, max: 200 }),
    });
    await fc.assert(
      fc.asyncProperty(layersOf, answered, async (layers, { length, uses, later }) => {
        const at = { now: NOW };
        const [approvals, audit, sessions] = [memoryApprovals(), memoryAudit(), memorySessions()];
        const policy = below(
          layers,
          guard('careful', () => ask('it reaches people', { code: 'reaches', fix: 'ask first' })),
        );
        const engine = new PolicyEngine(policy, {
          approvals,
          audit,
          sessions,
          ...(audit.deeds !== undefined && { deeds: audit.deeds }),
          effects: analyzeEffects({ root, home: '/home/ann', files: false }),
          generalize: generalizeAction,
          clock: { ...clock, now: () => at.now },
        });
        const evaluate = async (call: number) =>
          engine.evaluate({
            kind: 'bash',
            tool: 'Bash',
            cwd: root,
            payload: { command: `git commit -m ${call}` },
            sessionId: 's',
            callId: `c${call}`,
          });
        const stored = await approvals.find((await evaluate(0)).approval?.id ?? '', NOW);
        if (stored === undefined) throw new Error('nothing was asked');
        const scope = { lasts: 'session', until: NOW + length * MINUTE, uses, region: 'file' } as const;
        await giveAnswer({ approvals, audit }, stored, { granted: [true], by: 'ann', channel: 'code', scope }, NOW);
        at.now += later * MINUTE;

        const most = layers.map(({ scopedApprovals: limit }) => {
          if (limit === 'never') return 0;
          return later * MINUTE < Math.min(length * MINUTE, msOf(limit?.for)) ? Math.min(uses, limit?.uses ?? uses) : 0;
        });
        let passed = 0;
        for (let call = 1; call < 10; call++) if ((await evaluate(call)).passed) passed++;

        expect(passed).toBe(Math.min(...most));
      }),
    );
  });
});
