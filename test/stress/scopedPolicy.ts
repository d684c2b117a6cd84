import type { AnswerScope } from '@licet/core/store';
import type { EngineOptions } from '@licet/core';
import { PolicyEngine, ask, guard } from '@licet/core';

import { UNHURRIED } from '../support/unhurried.ts';

/** An engine that asks about every call, in a state that others share. */
export const scopedEngine = (state: Pick<EngineOptions, 'sessions' | 'approvals' | 'audit'>): PolicyEngine =>
  new PolicyEngine(
    guard('careful', () => ask('it reaches people', { fix: 'ask first' })),
    { sessions: state.sessions, approvals: state.approvals, audit: state.audit, ...UNHURRIED } as EngineOptions,
  );

/** A yes for so many calls. */
export const scopedScope = (uses: number): AnswerScope => ({
  lasts: 'session',
  until: Date.now() + 3_600_000,
  uses,
  region: 'file',
});
