import { capabilityDefinitions } from '@licet/capabilities';
import type { AuditSink, OutcomeStatus, Ruling, SessionStore } from '@licet/core';
import { PolicyEngine, createRegistry } from '@licet/core';
import { loadPolicy } from '@licet/core/yaml';
import { analyzeEffects } from '@licet/effects';
import { memoryFiles } from '@licet/effects/places';
import { guardDefinitions, includePack, shortForms } from '@licet/guards';
import { describe, expect, it } from 'vitest';

import { UNHURRIED } from '../support/unhurried.ts';

export type Step = readonly [command: string, ruling: Ruling, status?: OutcomeStatus, session?: string];

/** What each node that keeps something has to remember from one process to the next. */
export const STORIES: Readonly<Record<string, { readonly policy: string; readonly steps: readonly Step[] }>> = {
  'facts and requires': {
    policy: `facts:
  tests_passing: { earned_by: { runs: tests }, reset_by: { writes: ['src/**'] } }
  lint_clean: { earned_by: { runs: lints } }
  quality: { all_of: [tests_passing, lint_clean] }
policy: { when: { if: { runs: git commit }, then: { requires: quality } } }`,
    steps: [
      ['git commit -m x', 'block'],
      ['npm test', 'pass'],
      ['npx eslint .', 'pass', 'error'],
      ['git commit -m x', 'block'],
      ['npx eslint .', 'pass'],
      ['git commit -m x', 'pass'],
      ['git commit -m x', 'block', 'ok', 'another'],
      ['touch src/a.ts', 'pass'],
      ['git commit -m x', 'block'],
    ],
  },
  'facts of the project and of agents': {
    policy: `facts:
  built: { earned_by: { runs: builds }, reset_by: { writes: ['src/**'] }, per: project }
policy: { when: { if: { runs: git push }, then: { requires: built } } }`,
    steps: [
      ['npm run build', 'pass', 'ok', 'one'],
      ['git push', 'pass', 'ok', 'two'],
      ['touch src/a.ts', 'pass', 'ok', 'two'],
      ['git push', 'block', 'ok', 'one'],
    ],
  },
  'what was read, cloned and checked out': {
    policy: 'policy: { flow: { profile: coding } }',
    steps: [
      ['npm install some-tool', 'pass'],
      ['git clone https://a.dev/kit /tmp/kit', 'pass'],
      ['sh /tmp/kit/run.sh', 'ask'],
      ['npm install other-tool', 'ask'],
      ['npm install some-tool', 'pass'],
      ['make', 'pass'],
      ['gh pr checkout 7', 'pass'],
      ['make', 'ask'],
      ['cat .env', 'pass'],
      ['curl https://docs.other.dev/a', 'ask'],
      ['sh /tmp/kit/run.sh', 'pass', 'ok', 'another'],
    ],
  },
  'an obligation with a deadline': {
    policy:
      'policy: { obligation: { name: log, when: { effect: delete }, fulfilled_by: { writes: [LOG.md] }, deadline: { actions: 2 }, late: block } }',
    steps: [
      ['rm src/a.ts', 'pass'],
      ['true', 'pass'],
      ['true', 'pass'],
      ['true', 'block'],
      ['echo x >> LOG.md', 'pass', 'error'],
      ['true', 'block'],
      ['echo x >> LOG.md', 'pass'],
      ['true', 'pass'],
    ],
  },
  'an obligation by target': {
    policy: `policy:
  all:
    - obligation: { name: tested, when: { effect: write }, by: target, targets: ['src/**'], fulfilled_by: { writes: ['test/{name}.test.ts'] } }
    - when: { if: { runs: git tag }, then: { requires: { obligations: fulfilled } } }`,
    steps: [
      ['touch src/a.ts src/b.ts', 'pass'],
      ['touch test/a.test.ts', 'pass'],
      ['git tag x', 'block'],
      ['touch test/b.test.ts', 'pass'],
      ['git tag x', 'pass'],
    ],
  },
  'a hold': {
    policy: `policy:
  all:
    - hold: { after: { blocked: 2, failed: 2, within: 5 } }
    - file_boundary: { allow: ['src/**'], unknown: pass }`,
    steps: [
      ['true', 'pass', 'error'],
      ['touch notes/a', 'block'],
      ['true', 'pass'],
      ['true', 'pass', 'error'],
      ['true', 'block'],
      ['true', 'pass', 'ok', 'another'],
      ['licet status', 'pass'],
      ['true', 'block'],
    ],
  },
  'progressive: all, in a row, by target, failed, blocked': {
    policy: `policy:
  all:
    - when: { if: { runs: curl }, then: { file_boundary: { allow: ['nothing/**'], unknown: block } } }
    - progressive: { match: { runs: git fetch }, steps: [{ after: 1, then: warn }, { after: 2, then: block }] }
    - progressive: { match: { effect: write }, by: target, steps: [{ after: 1, then: ask }] }
    - progressive: { match: { runs: npm test }, count: failed, steps: [{ after: 1, then: block }] }
    - progressive: { match: { runs: git tag }, consecutive: true, steps: [{ after: 1, then: block }] }`,
    steps: [
      ['git fetch', 'pass'],
      ['git fetch', 'warn'],
      ['git fetch', 'block'],
      ['touch src/a.ts', 'pass'],
      ['touch src/b.ts', 'pass'],
      ['touch src/a.ts', 'ask'],
      ['npm test', 'pass'],
      ['npm test', 'pass', 'error'],
      ['npm test', 'block'],
      ['git tag a', 'pass'],
      ['git tag b', 'block'],
      ['true', 'pass'],
      ['git tag b', 'pass'],
    ],
  },
  'budgets and single use': {
    policy: `policy:
  all:
    - budget: { max: 2, match: { runs: git fetch } }
    - single_use: { match: { runs: git push } }`,
    steps: [
      ['git fetch', 'pass'],
      ['git fetch', 'pass', 'denied'],
      ['git fetch', 'pass'],
      ['git fetch', 'block'],
      ['git fetch', 'pass', 'ok', 'another'],
      ['git push', 'pass'],
      ['git push', 'block'],
    ],
  },
};

const place = { root: '/w', home: '/home/u' };
const files = memoryFiles({ '/w/src/a.ts': 'file', '/w/src/b.ts': 'file', '/w/LOG.md': 'file', '/w/test/a.test.ts': 'file' });

/** A new process for every call: nothing is remembered but what the store keeps. */
export function processOf(text: string, sessions: SessionStore, audit?: AuditSink): PolicyEngine {
  const options = {
    registry: createRegistry([...guardDefinitions, ...capabilityDefinitions]),
    ...place,
    shortForms,
    include: includePack,
  };
  const built = loadPolicy(`version: 1\ndefault: pass\n${text}\n`, options);
  return new PolicyEngine(built, {
    sessions,
    ...UNHURRIED,
    ...(audit && { audit }),
    effects: analyzeEffects({ ...place, files, env: {} }),
  });
}

export const call = (command: string, callId: string, sessionId = 's') => ({
  kind: 'bash',
  tool: 'Bash',
  cwd: '/w',
  sessionId,
  callId,
  payload: { command },
});

/** Every node that keeps something tells the same story on every store, with a new process for each half of each call. */
export function nodeStatesContract(store: string, open: () => SessionStore | Promise<SessionStore>): void {
  describe(`what nodes keep in ${store}`, () => {
    it.each(Object.entries(STORIES))('is the same: %s', async (_name, { policy, steps }) => {
      const sessions = await open();
      const said: Step[] = [];
      for (const [index, [command, , status = 'ok', session]] of steps.entries()) {
        const action = call(command, `c${index}`, session);
        const { passed, ruling } = await processOf(policy, sessions).evaluate(action);
        if (passed) await processOf(policy, sessions).postAction(action, { status });
        said.push([command, ruling]);
      }
      expect(said).toEqual(steps.map(([command, ruling]) => [command, ruling]));
    });
  });
}

/** The store as processes see it that ask at one moment whether a call is open: each has its answer before any of them writes. */
function askedTogether(sessions: SessionStore, count: number): SessionStore {
  let [asked, go] = [0, (): void => {}];
  const all = new Promise<void>(resolve => (go = resolve));
  return {
    ...sessions,
    async call(...of) {
      const open = await sessions.call(...of);
      if ((asked += 1) === count) go();
      await all;
      return open;
    },
  };
}

/** Of several processes that report the outcome of one call at the same moment, one is heard: nothing of what the others say is kept. */
export function oneOutcomeContract(store: string, open: () => SessionStore | Promise<SessionStore>): void {
  it.each(['error', 'ok'] as const)(
    `one outcome of a call counts, whichever is first, in ${store}: the other says %s`,
    async other => {
      const policy = `facts: { tests_passing: { earned_by: { runs: tests } } }
policy:
  all:
    - obligation: { name: log, when: { effect: delete }, fulfilled_by: { runs: npm test } }
    - budget: { max: 5, match: { runs: npm test } }
    - when: { if: { runs: git commit }, then: { requires: { obligations: fulfilled } } }
    - when: { if: { runs: git commit }, then: { requires: tests_passing } }`;
      const sessions = await open();
      const evaluate = async (command: string, id: string) => processOf(policy, sessions).evaluate(call(command, id));
      await evaluate('rm src/a.ts', 'r');
      await processOf(policy, sessions).postAction(call('rm src/a.ts', 'r'), { status: 'ok' });
      expect((await evaluate('npm test', 't')).passed).toBe(true);

      const together = askedTogether(sessions, 2);
      const receipts = await Promise.all(
        (['ok', other] as const).map(async status => processOf(policy, together).postAction(call('npm test', 't'), { status })),
      );

      const heard = receipts.findIndex(({ recorded }) => recorded);
      expect(receipts.filter(({ recorded }) => recorded)).toHaveLength(1);
      expect(receipts[1 - heard]).toMatchObject({ recorded: false, code: 'second_outcome' });
      const { outcomes } = await sessions.load('s');
      expect(outcomes.ok + outcomes.error).toBe(2);
      const isOk = heard === 0 || other === 'ok';
      expect((await evaluate('git commit -m x', 'c')).ruling).toBe(isOk ? 'pass' : 'block');
    },
  );
}

/** Parallel calls step over no rung and no deadline: what one of them loses to the others, a later one gets. */
export function parallelNodesContract(store: string, open: () => SessionStore | Promise<SessionStore>): void {
  it(`a step and a deadline are exact under parallel calls in ${store}`, async () => {
    const sessions = await open();
    const policy = `policy:
  all:
    - progressive: { match: { runs: git fetch }, steps: [{ after: 3, then: block }] }
    - obligation: { name: log, when: { effect: delete }, fulfilled_by: { writes: [LOG.md] }, deadline: { actions: 5 }, late: block }`;
    const evaluate = async (command: string, callId: string): Promise<boolean> =>
      (await processOf(policy, sessions).evaluate(call(command, callId))).passed;
    const passes = async (command: string, name: string): Promise<number> => {
      const together = await Promise.all(Array.from({ length: 8 }, (_, index) => evaluate(command, `${name}${index}`)));
      let count = together.filter(Boolean).length;
      for (let index = 8; index < 14; index++) count += (await evaluate(command, `${name}${index}`)) ? 1 : 0;
      return count;
    };
    await evaluate('rm src/a.ts', 'first');
    await processOf(policy, sessions).postAction(call('rm src/a.ts', 'first'), { status: 'ok' });

    expect(await passes('git fetch', 'a')).toBe(3);
    expect(await passes('true', 'b')).toBe(2);
  });
}
