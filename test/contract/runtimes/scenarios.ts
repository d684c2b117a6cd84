import type { OutputShaper } from '@licet/adapters/runtimes';
import type { EngineOptions, Guard, MemoryAudit, Obligations, PolicyEngine } from '@licet/core';
import {
  All,
  PolicyEngine as Engine,
  ask,
  block,
  guard,
  memoryApprovals,
  memoryAudit,
  memorySessions,
  pass,
  warn,
} from '@licet/core';
import type { GuardInput } from '@licet/core/nodes';
import { fakeClock } from '@licet/core/testing';
import { Budget } from '@licet/guards';
import { expect } from 'vitest';

import type { Need, Play, Played, Player, Row } from './row.ts';

/** What a scenario plays with. */
export interface Stage {
  readonly row: Row;
  readonly play: Player;
}

/** One line of the table: what must hold, and what holds in its place where a runtime cannot do it. */
export interface Scenario {
  readonly name: string;
  /** What a runtime must be able to do for it. Where it cannot, it has declared why, and `otherwise` holds. */
  readonly needs?: readonly Need[];
  readonly holds: (stage: Stage) => Promise<void>;
  /** In words for the table, and as a test. Without one there is nothing to hold. */
  readonly otherwise?: readonly [words: string, holds: (stage: Stage) => Promise<void>];
}

/** Groups of scenarios, as the table shows them. */
export interface Group {
  readonly title: string;
  readonly scenarios: readonly Scenario[];
}

const asking = (terms: object = {}): Guard => guard('who', () => ask('it reaches others', { fix: 'ask the user', ...terms }));
const passing = guard('yes', () => pass());
const blocking = guard('no', () => block('the file holds keys', { fix: 'read the example' }));
const redacting = guard('redacts', () => pass({ obligations: { redact: ['x'] } }));
const rewriting = guard('rewrites', () => pass({ obligations: { rewrite: { limit: 10 } } }));
const HOSTILE = 'line\u202e one\u0007 two\u200b three\u001b[2J';
const UNSEEN = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/u;

const shaper: OutputShaper = {
  meets: ['redact'],
  shape(output) {
    const text = JSON.stringify(output);
    const rules = text.includes('sesame') ? ['x'] : [];
    return { output: JSON.parse(text.replaceAll('sesame', 'HIDDEN')) as unknown, rules };
  },
};
const failing: OutputShaper = {
  ...shaper,
  shape: () => {
    throw new Error('no');
  },
};

interface Stand {
  readonly engine: PolicyEngine;
  readonly audit: MemoryAudit;
  readonly sessions: ReturnType<typeof memorySessions>;
  readonly approvals: ReturnType<typeof memoryApprovals>;
  readonly clock: ReturnType<typeof fakeClock>;
}

function stand(policy: GuardInput, options: EngineOptions = {}): Stand {
  const stores = { sessions: memorySessions(), approvals: memoryApprovals(), audit: memoryAudit(), clock: fakeClock() };
  return { ...stores, engine: new Engine(policy, { ...stores, ...options }) };
}

let made = 0;
const calls = (count: number, args: object = {}): Play['calls'] =>
  Array.from({ length: count }, () => ({ id: `call_${++made}`, args: { n: made, ...args } }));
const ended = ({ ended: all }: Played): string => all.toSorted().join(' ');
const types = ({ audit }: Pick<Stand, 'audit'>): readonly string[] =>
  audit.records.map(({ type }) => type).filter(type => type !== 'evaluation');
const outcomesOf = ({ audit }: Pick<Stand, 'audit'>) => audit.records.filter(record => record.type === 'outcome');

/** The call does not run, and the model is told how a human can say yes. */
const stops = async ({ play }: Stage): Promise<void> => {
  const played = await play({ ...stand(asking()), calls: calls(1), answer: 'yes' });
  expect(played.ended).toEqual(['stopped']);
  expect(played.told).toContain("it needs a human's yes");
};
const STOPS = ['the call stops, and the model is told how a human can say yes', stops] as const;

const stopsFor =
  (policy: GuardInput, play: Partial<Play> = {}) =>
  async (stage: Stage): Promise<void> => {
    expect(ended(await stage.play({ ...stand(policy), calls: calls(1), ...play }))).toBe('stopped');
  };

const gone = (): never => {
  throw new Error('it is gone');
};
const allGone = <Store extends object>(store: Store): Store =>
  Object.fromEntries(Object.keys(store).map(name => [name, gone])) as Store;

const decisions: Group = {
  title: 'What passes, warns and stops',
  scenarios: [
    {
      name: 'a call that passes runs with its own arguments, and nothing is said',
      async holds({ play }) {
        const played = await play({ ...stand(passing), calls: [{ id: 'plain', args: { path: 'a.txt' } }] });
        expect(played).toMatchObject({ ended: ['ran'], args: [{ path: 'a.txt' }] });
        expect(played.told).not.toMatch(/licet/u);
      },
    },
    {
      name: 'a call that is warned about runs',
      async holds({ play }) {
        const careful = guard('careful', () => warn('the file is large'));
        expect(ended(await play({ ...stand(careful), calls: calls(1) }))).toBe('ran');
      },
    },
    {
      name: 'the text of a warning reaches the model',
      needs: ['canInjectContext'],
      async holds({ play }) {
        const careful = guard('careful', () => warn('the file is large'));
        expect((await play({ ...stand(careful), calls: calls(1) })).told).toContain('the file is large');
      },
      otherwise: [
        'the call runs; the host, or the user, is told where something can tell them',
        async ({ play, row }) => {
          const careful = guard('careful', () => warn('the file is large'));
          const { ended: all, told } = await play({ ...stand(careful), calls: calls(1) });
          expect(all).toEqual(['ran']);
          expect(told.includes('the file is large')).toBe(row.lacks?.tellsTheHost === undefined);
        },
      ],
    },
    {
      name: 'a call that is blocked does not run, and the model reads why',
      async holds({ play }) {
        const played = await play({ ...stand(blocking), calls: calls(1) });
        expect(played.ended).toEqual(['stopped']);
        expect(played.told).toContain('the file holds keys');
      },
    },
    {
      name: 'the model reads what to do instead',
      async holds({ play }) {
        expect((await play({ ...stand(blocking), calls: calls(1) })).told).toContain('read the example');
      },
    },
    {
      name: 'hidden characters in a reason are shown, and not passed on',
      async holds({ play }) {
        const { told } = await play({ ...stand(guard('no', () => block(HOSTILE, { fix: HOSTILE }))), calls: calls(1) });
        expect(told).toContain('line');
        expect(told).not.toMatch(UNSEEN);
      },
    },
    {
      name: 'a policy that only observes stops nothing',
      async holds({ play }) {
        expect(ended(await play({ ...stand(blocking, { mode: 'observe' }), calls: calls(1) }))).toBe('ran');
      },
    },
  ],
};

const questions: Group = {
  title: 'What asks',
  scenarios: [
    {
      name: 'a question reaches the human, with its reason and what to do instead',
      needs: ['canAsk'],
      async holds({ play }) {
        const played = await play({ ...stand(asking()), calls: calls(1) });
        expect(played.ended).toEqual(['asked']);
        expect(played.told).toContain('it reaches others');
        expect(played.told).toContain('ask the user');
      },
      otherwise: STOPS,
    },
    {
      name: 'after a yes the call runs once and is charged once, and the answer is in the trail',
      needs: ['canAsk'],
      async holds({ play }) {
        const all = stand(All(asking(), Budget({ max: 5, per: 'session' })));
        expect(ended(await play({ ...all, calls: calls(1), answer: 'yes' }))).toBe('ran');
        expect(types(all)).toEqual(['ask', 'answer', 'outcome']);
        expect(all.audit.records.find(({ type }) => type === 'answer')).toMatchObject({ granted: [true] });
        expect(await all.sessions.load('s')).toMatchObject({ outcomes: { ok: 1 } });
      },
      otherwise: STOPS,
    },
    {
      name: 'after a no nothing runs',
      async holds({ play }) {
        expect(ended(await play({ ...stand(asking()), calls: calls(1), answer: 'no' }))).toBe('stopped');
      },
    },
    {
      name: 'a question without an answer runs nothing',
      async holds({ play }) {
        expect(ended(await play({ ...stand(asking()), calls: calls(1) }))).not.toBe('ran');
      },
    },
    {
      name: 'a yes that comes too late runs nothing',
      needs: ['canAsk', 'decidesAgain'],
      async holds({ play }) {
        const { engine, clock } = stand(asking({ approval: { expiresInMs: 50 } }));
        const meanwhile = async (): Promise<void> => clock.advance(51);
        expect(ended(await play({ engine, calls: calls(1), answer: 'yes', meanwhile }))).toBe('stopped');
      },
      otherwise: [
        'where it asks, the person at its prompt decides; elsewhere the call stops',
        async ({ play, row }) => {
          const { engine, clock } = stand(asking({ approval: { expiresInMs: 50 } }));
          const meanwhile = async (): Promise<void> => clock.advance(51);
          const played = await play({ engine, calls: calls(1), answer: 'yes', meanwhile });
          expect(ended(played)).toBe(row.facts.capabilities.canAsk && row.lacks?.canAsk === undefined ? 'ran' : 'stopped');
        },
      ],
    },
    {
      name: 'what the policy stops by now does not run in spite of a yes',
      needs: ['canAsk', 'decidesAgain'],
      async holds({ play }) {
        let isFrozen = false;
        const frozen = guard('frozen', () => (isFrozen ? block('the project is frozen', { fix: 'wait' }) : pass()));
        const meanwhile = (): void => void (isFrozen = true);
        const played = await play({ ...stand(All(asking(), frozen)), calls: calls(1), answer: 'yes', meanwhile });
        expect(played.ended).toEqual(['stopped']);
        expect(played.told).toContain('the project is frozen');
      },
      otherwise: [
        'as above; a policy that blocks from the start is never asked about',
        async ({ play }) => {
          const both = All(asking(), blocking);
          expect(ended(await play({ ...stand(both), calls: calls(1), answer: 'yes' }))).toBe('stopped');
        },
      ],
    },
    {
      name: 'several calls at once are asked about one by one, and each runs after its own yes',
      needs: ['canAsk'],
      async holds({ play }) {
        expect(ended(await play({ ...stand(asking()), calls: calls(2), answer: 'yes' }))).toBe('ran ran');
      },
      otherwise: STOPS,
    },
    {
      name: 'a question for several people is not answered by one click',
      async holds({ play }) {
        const quorum = { approvals: 2, of: ['ann', 'ben'] };
        const played = await play({ ...stand(asking({ approval: { quorum } })), calls: calls(1), answer: 'yes' });
        expect(played.ended).toEqual(['stopped']);
      },
    },
    {
      name: 'a yes that is given elsewhere, with a code, lets the same call run once',
      async holds({ play }) {
        const { engine, approvals, clock } = stand(asking());
        const elsewhere = { engine, asking: { channel: 'out_of_band', isReachable: true } } as const;
        const again = (): Play['calls'] => calls(1, { n: 'the same' });
        const first = await play({ ...elsewhere, calls: again() });
        expect(first.ended).toEqual(['stopped']);
        expect(first.told).toMatch(/licet approve [\w-]+/u);
        const [{ request } = expect.fail('nothing waits')] = await approvals.pending(clock.now());
        await approvals.answer(request.id, { granted: [true], by: 'ann', channel: 'terminal' }, clock.now());
        expect(ended(await play({ ...elsewhere, calls: again() }))).toBe('ran');
        expect(ended(await play({ ...elsewhere, calls: again() }))).toBe('stopped');
      },
    },
    {
      name: 'such a yes counts for no other arguments and no other session',
      async holds({ play }) {
        const { engine, approvals, clock } = stand(asking());
        const elsewhere = { engine, asking: { channel: 'out_of_band', isReachable: true } } as const;
        await play({ ...elsewhere, calls: calls(1, { n: 'this' }) });
        const [{ request } = expect.fail('nothing waits')] = await approvals.pending(clock.now());
        await approvals.answer(request.id, { granted: [true], by: 'ann', channel: 'terminal' }, clock.now());
        expect(ended(await play({ ...elsewhere, calls: calls(1, { n: 'that' }) }))).toBe('stopped');
        expect(ended(await play({ ...elsewhere, calls: calls(1, { n: 'this' }), sessionId: 'other' }))).toBe('stopped');
      },
    },
  ],
};

const changes: Group = {
  title: 'What changes arguments and outputs',
  scenarios: [
    {
      name: 'the tool runs with the arguments that the policy has rewritten',
      needs: ['canRewriteArgs'],
      async holds({ play }) {
        const played = await play({ ...stand(rewriting), calls: [{ id: 'rewritten', args: { path: 'a', limit: 99 } }] });
        expect(played).toMatchObject({ ended: ['ran'], args: [{ path: 'a', limit: 10 }] });
      },
      otherwise: [
        'the call stops, or is asked about first',
        async ({ play }) => expect(ended(await play({ ...stand(rewriting), calls: calls(1) }))).not.toBe('ran'),
      ],
    },
    {
      name: 'a call that is rewritten and asked about runs rewritten after a yes',
      needs: ['canRewriteArgs', 'canAsk'],
      async holds({ play }) {
        const both = All(rewriting, asking());
        const one = [{ id: `both_${++made}`, args: { path: 'a', limit: 99 } }];
        const played = await play({ ...stand(both), calls: one, answer: 'yes' });
        expect(played).toMatchObject({ ended: ['ran'], args: [{ path: 'a', limit: 10 }] });
      },
      otherwise: [
        'the call stops',
        async ({ play, row }) => {
          const one = [{ id: `both_${++made}`, args: { path: 'a', limit: 99 } }];
          const played = await play({ ...stand(All(rewriting, asking())), calls: one, answer: 'yes' });
          if (row.facts.capabilities.canRewriteArgs && row.facts.capabilities.canAsk && row.lacks?.canAsk === undefined)
            expect(played.args).toEqual([{ path: 'a', limit: 10 }]);
          else expect(played.ended).toEqual(['stopped']);
        },
      ],
    },
    {
      name: 'the model sees nothing of an output that the policy redacts',
      needs: ['canRewriteOutput'],
      async holds({ play }) {
        const all = stand(redacting);
        const played = await play({ ...all, calls: calls(1), shaper, tool: () => 'open sesame' });
        expect(played.ended).toEqual(['ran']);
        expect(played.told).not.toContain('sesame');
        expect(played.told).toContain('HIDDEN');
        expect(all.audit.records.at(-1)).toMatchObject({ type: 'outcome', redacted: ['x'] });
      },
      otherwise: ['the call stops', stopsFor(redacting, { shaper })],
    },
    {
      name: 'nor of the text of an error',
      needs: ['canRewriteOutput', 'redactsErrors'],
      async holds({ play }) {
        const tool = (): never => {
          throw new Error('broken by sesame');
        };
        const played = await play({ ...stand(redacting), calls: calls(1), shaper, tool });
        expect(played.told).not.toContain('sesame');
      },
      otherwise: [
        'the call stops, or the trail has it as an obligation that was not met',
        async ({ play, row }) => {
          const all = stand(redacting);
          const tool = (): never => {
            throw new Error('broken by sesame');
          };
          const played = await play({ ...all, calls: calls(1), shaper, tool });
          if (!row.facts.capabilities.canRewriteOutput) return expect(played.ended).toEqual(['stopped']);
          const anomalies = all.audit.records.filter(({ type }) => type === 'anomaly');
          expect(anomalies).toMatchObject([{ code: 'obligation_unmet' }]);
        },
      ],
    },
    {
      name: 'what could not be looked through is withheld',
      needs: ['canRewriteOutput'],
      async holds({ play }) {
        const played = await play({ ...stand(redacting), calls: calls(1), shaper: failing, tool: () => 'open sesame' });
        expect(played.told).not.toContain('sesame');
      },
      otherwise: ['the call stops', stopsFor(redacting, { shaper: failing })],
    },
    {
      name: 'a demand that nothing can carry out stops the call',
      async holds({ play }) {
        const demands: readonly Obligations[] = [
          { redact: ['keys'] },
          { maxRows: 1 },
          { maxOutput: 10 },
          { fields: ['id'] },
          { mode: 'summary' },
          { timeoutMs: 5 },
        ];
        for (const obligations of demands) {
          const demanding = guard('demands', () => pass({ obligations }));
          expect(ended(await play({ ...stand(demanding), calls: calls(1) }))).toBe('stopped');
        }
      },
    },
    {
      name: 'what the policy wants to be noticed reaches the model',
      needs: ['canInjectContext'],
      async holds({ play }) {
        const noticing = guard('notices', () => pass({ obligations: { notices: ['mind the step'] } }));
        const played = await play({ ...stand(noticing), calls: calls(1) });
        expect(played.ended).toEqual(['ran']);
        expect(played.told).toContain('mind the step');
      },
      otherwise: [
        'the host is told, or the call stops',
        async ({ play }) => {
          const noticing = guard('notices', () => pass({ obligations: { notices: ['mind the step'] } }));
          const played = await play({ ...stand(noticing), calls: calls(1) });
          if (played.ended[0] !== 'stopped') expect(played.told).toContain('mind the step');
        },
      ],
    },
  ],
};

const counts: Group = {
  title: 'What is counted',
  scenarios: [
    {
      name: 'of parallel calls as many run as the budget has',
      async holds({ play }) {
        const { engine } = stand(Budget({ max: 2, per: 'session' }));
        expect(ended(await play({ engine, calls: calls(3) }))).toBe('ran ran stopped');
      },
    },
    {
      name: 'parallel calls that are alike count one by one',
      async holds({ play }) {
        const { engine } = stand(Budget({ max: 2, per: 'session' }));
        expect(ended(await play({ engine, calls: calls(3, { n: 'alike' }) }))).toBe('ran ran stopped');
      },
    },
    {
      name: 'sessions count by themselves',
      async holds({ play }) {
        const { engine } = stand(Budget({ max: 1, per: 'session' }));
        expect(ended(await play({ engine, calls: calls(1), sessionId: 'a' }))).toBe('ran');
        expect(ended(await play({ engine, calls: calls(1), sessionId: 'b' }))).toBe('ran');
        expect(ended(await play({ engine, calls: calls(1), sessionId: 'b' }))).toBe('stopped');
      },
    },
    {
      name: 'a call that is stopped uses nothing up',
      async holds({ play }) {
        const second = guard('second', ({ payload }) => (payload['bad'] === true ? block('bad', { fix: 'be good' }) : pass()));
        const { engine } = stand(All(second, Budget({ max: 1, per: 'session' })));
        expect(ended(await play({ engine, calls: calls(1, { bad: true }) }))).toBe('stopped');
        expect(ended(await play({ engine, calls: calls(1) }))).toBe('ran');
      },
    },
    {
      name: 'what a call took whose outcome never comes is given back in time',
      needs: ['losesOutcomes'],
      async holds({ play }) {
        const { engine, clock } = stand(Budget({ max: 1, per: 'session' }));
        await play({ engine, calls: calls(1), vanishes: true });
        expect(ended(await play({ engine, calls: calls(1) }))).toBe('stopped');
        await clock.advance(11 * 60_000);
        expect(ended(await play({ engine, calls: calls(1) }))).toBe('ran');
      },
    },
  ],
};

const outcomes: Group = {
  title: 'How calls end, and whose they are',
  scenarios: [
    {
      name: 'a call that ran well is written down as such',
      needs: ['tellsFailures'],
      async holds({ play }) {
        const all = stand(passing);
        await play({ ...all, calls: calls(1) });
        expect(outcomesOf(all)).toMatchObject([{ status: 'ok' }]);
      },
      otherwise: [
        'its end is written down as unknown',
        async ({ play }) => {
          const all = stand(passing);
          await play({ ...all, calls: calls(1) });
          expect(outcomesOf(all)).toMatchObject([{ status: 'unknown' }]);
        },
      ],
    },
    {
      name: 'a call that failed is written down with its error',
      needs: ['tellsFailures'],
      async holds({ play }) {
        const all = stand(passing);
        const tool = (): never => {
          throw new Error('broken');
        };
        await play({ ...all, calls: calls(1), tool });
        const [outcome] = outcomesOf(all);
        expect(outcome).toMatchObject({ status: 'error' });
        expect(outcome?.error).toContain('broken');
      },
      otherwise: [
        'its end is written down as unknown',
        async ({ play }) => {
          const all = stand(passing);
          const tool = (): never => {
            throw new Error('broken');
          };
          await play({ ...all, calls: calls(1), tool });
          expect(outcomesOf(all)).toMatchObject([{ status: 'unknown' }]);
        },
      ],
    },
    {
      name: 'a command that failed is written down with its exit code',
      needs: ['reportsExitCode'],
      async holds({ play }) {
        const all = stand(passing);
        const tool = (): never => {
          throw new Error('Exit code 3\nbroken');
        };
        await play({ ...all, calls: calls(1), tool });
        expect(outcomesOf(all)).toMatchObject([{ status: 'error', exitCode: 3 }]);
      },
      otherwise: [
        'there is an outcome without one',
        async ({ play }) => {
          const all = stand(passing);
          await play({ ...all, calls: calls(1) });
          expect(outcomesOf(all)[0]).not.toHaveProperty('exitCode');
        },
      ],
    },
    {
      name: 'a call that was cancelled while it ran is written down as such',
      needs: ['tellsCancellation'],
      async holds({ play }) {
        const all = stand(passing);
        await play({ ...all, calls: calls(1), cancelled: true });
        await expect.poll(() => outcomesOf(all)).toMatchObject([{ status: 'cancelled' }]);
      },
      otherwise: [
        'it is written down as a failure, as unknown, or not at all',
        async ({ play }) => {
          const all = stand(passing);
          await play({ ...all, calls: calls(1), cancelled: true });
          expect(outcomesOf(all).filter(({ status }) => status === 'ok')).toEqual([]);
        },
      ],
    },
    {
      name: 'a call that was stopped has no outcome',
      async holds({ play }) {
        const all = stand(blocking);
        await play({ ...all, calls: calls(1) });
        expect(all.audit.records.map(({ type }) => type)).toEqual(['evaluation']);
      },
    },
    {
      name: 'an outcome belongs to the decision about its call, and to its session',
      async holds({ play }) {
        const all = stand(passing);
        await play({ ...all, calls: calls(2), sessionId: 'one' });
        const decided = all.audit.records.filter(({ type }) => type === 'evaluation');
        const told = outcomesOf(all);
        expect(told.map(({ evaluationId }) => evaluationId).sort()).toEqual(
          decided.map(({ evaluationId }) => evaluationId).sort(),
        );
        expect(new Set([...decided, ...told].map(({ sessionId }) => sessionId))).toEqual(new Set(['one']));
      },
    },
    {
      name: 'a call of a sub-agent is known as such, with its sort',
      needs: ['namesAgents'],
      async holds({ play }) {
        const seen: unknown[] = [];
        const looking = guard('looks', ({ agentId, agentType }) => (seen.push([agentId, agentType]), pass()));
        await play({ ...stand(looking), calls: calls(1), agent: { id: 'agent-1', type: 'reviewer' } });
        expect(seen).toEqual([['agent-1', 'reviewer']]);
      },
      otherwise: [
        'no sort is made up',
        async ({ play }) => {
          const seen: unknown[] = [];
          const looking = guard('looks', ({ agentType }) => (seen.push(agentType), pass()));
          await play({ ...stand(looking), calls: calls(1), agent: { id: 'agent-1', type: 'reviewer' } });
          expect(seen).toEqual([undefined]);
        },
      ],
    },
  ],
};

const faults: Group = {
  title: 'What goes wrong, and what streams',
  scenarios: [
    {
      name: 'a guard that throws, rejects or returns nonsense stops the call, and not the run',
      async holds({ play }) {
        const checks = [gone, () => Promise.reject(new Error('boom')), () => 'yes' as never, () => undefined as never];
        for (const check of checks) {
          const played = await play({ ...stand(guard('broken', check)), calls: calls(1) });
          expect(played.ended).toEqual(['stopped']);
          expect(played.told).toMatch(/licet|broken/u);
        }
      },
    },
    {
      name: 'a store, a trail or a hook of the host that cannot be reached stops the call',
      async holds({ play }) {
        const options: readonly EngineOptions[] = [
          { sessions: allGone(memorySessions()) },
          { audit: { append: gone } },
          { approvals: allGone(memoryApprovals()) },
          { hooks: [{ preAction: gone }] },
        ];
        const policy = (): GuardInput => All(asking(), Budget({ max: 5, per: 'session' }));
        for (const each of options)
          expect(ended(await play({ ...stand(policy(), each), calls: calls(1), answer: 'yes' }))).toBe('stopped');
      },
    },
    {
      name: 'what is no call, or has no session, is stopped, and does not end the run',
      holds: stopsFor(passing, { faulty: true }),
    },
    {
      name: 'where the model streams, what passes runs and what is blocked does not',
      needs: ['streams'],
      async holds({ play }) {
        const some = guard('some', ({ payload }) => (payload['bad'] === true ? block('it is bad', { fix: 'be good' }) : pass()));
        const both = [...calls(1), ...calls(1, { bad: true })];
        const played = await play({ ...stand(some), calls: both, streams: true });
        expect(played.ended).toEqual(['ran', 'stopped']);
        expect(played.told).toContain('it is bad');
      },
    },
  ],
};

/** The forty lines of the table. */
export const groups: readonly Group[] = [decisions, questions, changes, counts, outcomes, faults];

/** All of them, in the order of their numbers. */
export const scenarios: readonly Scenario[] = groups.flatMap(group => group.scenarios);
