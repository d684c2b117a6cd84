import type { Capabilities } from '@licet/adapters';
import type { MemoryAudit, Obligations, OutcomeStatus } from '@licet/core';
import type { GuardInput } from '@licet/core/nodes';
import { PolicyEngine, ask, block, guard, memoryAudit, pass, warn } from '@licet/core';
import { describe, expect, it } from 'vitest';

/** What became of one call that went through an adapter. */
export interface Driven {
  readonly ended: 'ran' | 'asked' | 'stopped';
  /** Everything that reached the model or the human, in one text. */
  readonly told: string;
  /** The arguments that the tool ran with, or would run with after a yes. */
  readonly args?: Readonly<Record<string, unknown>>;
}

/** How the suite reaches one adapter. */
export interface Harness {
  readonly name: string;
  readonly capabilities: Capabilities;
  /** Obligations that the adapter under this harness can meet. */
  readonly meets: readonly (keyof Obligations)[];
  /** How a call that returned, and one that failed, are told of. @defaultValue `ok` and `error` */
  readonly ends?: readonly [OutcomeStatus, OutcomeStatus];
  /** Lets an agent call a tool that returns `done`, or throws `broken` when `args.fail` is set, and reports the outcome. */
  readonly drive: (engine: PolicyEngine, args: Readonly<Record<string, unknown>>) => Promise<Driven>;
  /** Hands over something that is no event, or no call, of this runtime. */
  readonly driveMalformed: (engine: PolicyEngine) => Promise<Driven>;
}

const HOSTILE = 'line\u202e one\u0007 two\u200b three\u001b[2J';
const UNSEEN = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/u;

const engineOf = (policy: GuardInput, audit: MemoryAudit = memoryAudit()): PolicyEngine => new PolicyEngine(policy, { audit });
const always = (obligations: Obligations): GuardInput => guard('obliges', () => pass({ obligations }));

/** The rules that every adapter keeps, whatever the runtime. */
export function describeAdapter({ name, capabilities, meets, ends = ['ok', 'error'], drive, driveMalformed }: Harness): void {
  describe(`adapter contract: ${name}`, () => {
    it('lets a passing call run with its own arguments and says nothing', async () => {
      const driven = await drive(engineOf(guard('yes', () => pass())), { path: 'a.txt' });

      expect(driven).toEqual({ ended: 'ran', told: '', args: { path: 'a.txt' } });
    });

    it('lets a call run that the policy warns about', async () => {
      const driven = await drive(engineOf(guard('careful', () => warn('the file is large'))), { path: 'a.txt' });

      expect(driven.ended).toBe('ran');
      if (capabilities.canInjectContext) expect(driven.told).toContain('the file is large');
    });

    it('stops a blocked call and says why and what to do instead', async () => {
      const driven = await drive(engineOf(guard('no', () => block('the file holds keys', { fix: 'read the example' }))), {});

      expect(driven.ended).toBe('stopped');
      expect(driven.told).toContain('the file holds keys');
      expect(driven.told).toContain('read the example');
    });

    it(`turns an ask into ${capabilities.canAsk ? 'a question' : 'a stop'}`, async () => {
      const driven = await drive(engineOf(guard('who', () => ask('it reaches others', { fix: 'tell the user first' }))), {});

      expect(driven.ended).toBe(capabilities.canAsk ? 'asked' : 'stopped');
      expect(driven.told).toContain('it reaches others');
      expect(driven.told).toContain('tell the user first');
    });

    it.each([
      [
        'throws',
        (): never => {
          throw new Error('boom');
        },
      ],
      ['rejects', () => Promise.reject(new Error('boom'))],
      ['returns nonsense', () => 'yes' as never],
      ['returns nothing', () => undefined as never],
    ])('stops the call when a guard %s', async (_how, check) => {
      const driven = await drive(engineOf(guard('broken', check)), {});

      expect(driven.ended).toBe('stopped');
    });

    it('stops what is no call at all', async () => {
      expect((await driveMalformed(engineOf(guard('yes', () => pass())))).ended).toBe('stopped');
    });

    it('shows hidden characters instead of passing them on', async () => {
      const driven = await drive(engineOf(guard('no', () => block(HOSTILE, { fix: HOSTILE }))), {});

      expect(driven.told).toContain('line');
      expect(driven.told).not.toMatch(UNSEEN);
    });

    it('passes nothing when observing stops nothing', async () => {
      const engine = new PolicyEngine(
        guard('no', () => block('frozen', { fix: 'wait' })),
        { mode: 'observe' },
      );

      expect((await drive(engine, {})).ended).toBe('ran');
    });

    it(capabilities.canRewriteArgs ? 'hands rewritten arguments over' : 'stops a call that must be rewritten', async () => {
      const driven = await drive(engineOf(always({ rewrite: { limit: 10 } })), { path: 'a', limit: 99 });

      if (capabilities.canRewriteArgs) expect(driven.args).toEqual({ path: 'a', limit: 10 });
      else expect(driven.ended).toBe('stopped');
    });

    it.each([
      { redact: ['keys'] },
      { maxRows: 1 },
      { maxOutput: 10 },
      { fields: ['id'] },
      { mode: 'summary' },
      { timeoutMs: 5 },
      { notices: ['mind the step'] },
    ] satisfies Obligations[])('meets or refuses the obligation %j', async obligation => {
      const [key] = Object.keys(obligation) as [keyof Obligations];

      expect((await drive(engineOf(always(obligation)), {})).ended).toBe(meets.includes(key) ? 'ran' : 'stopped');
    });

    it.runIf(capabilities.reportsOutcome)('reports how a call ended', async () => {
      const audit = memoryAudit();
      const engine = engineOf(
        guard('yes', () => pass()),
        audit,
      );

      await drive(engine, {});
      await drive(engine, { fail: true });

      const outcomes = audit.records.filter(record => record.type === 'outcome');
      expect(outcomes.map(({ status }) => status)).toEqual(ends);
      if (ends[1] === 'error') expect(outcomes[1]?.error).toContain('broken');
    });

    it('reports no outcome for a call that never ran', async () => {
      const audit = memoryAudit();

      await drive(
        engineOf(
          guard('no', () => block('no', { fix: 'none' })),
          audit,
        ),
        {},
      );

      expect(audit.records.map(({ type }) => type)).toEqual(['evaluation']);
    });
  });
}
