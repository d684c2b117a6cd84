import type { ActionInput, EngineOptions } from '@licet/core';
import { All, PolicyEngine } from '@licet/core';
import { analyzeEffects } from '@licet/effects';
import { memoryFiles } from '@licet/effects/places';
import { Budget, Facts } from '@licet/guards';

import { UNHURRIED } from '../support/unhurried.ts';

const place = { root: '/w', home: '/home/u', files: memoryFiles({ '/w/src/a.ts': 'file' }) };

/** An engine whose calls earn a fact and take one of a budget. */
export function testsEngine(stores: Pick<EngineOptions, 'sessions' | 'approvals' | 'audit'>): PolicyEngine {
  const facts = Facts({ ...place, facts: { tested: { earnedBy: { runs: 'tests' }, resetBy: { writes: ['src/**'] } } } });
  const effects = analyzeEffects({ ...place, env: {} });
  return new PolicyEngine(All(facts, Budget({ max: 1_000, name: 'calls' })), { ...stores, ...UNHURRIED, effects });
}

/** A call that runs the tests, or another command. */
export const npmTest = (callId: string, command = 'npm test'): ActionInput => ({
  kind: 'bash',
  cwd: '/w',
  sessionId: 's',
  callId,
  payload: { command },
});
