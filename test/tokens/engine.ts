import type { AuditSink, SessionStore } from '@licet/core';
import { All } from '@licet/core';
import { Capabilities, CapabilityEngine } from '@licet/capabilities';
import { Token, keyRing } from '@licet/capabilities/tokens';

import { UNHURRIED } from '../support/unhurried.ts';

/** The engine of every process of these tests: the same policy and the same key on one store. */
export function tokenEngine({
  sessions,
  audit,
}: {
  readonly sessions: SessionStore;
  readonly audit: AuditSink;
}): CapabilityEngine {
  const keys = keyRing('a secret of at least thirty-two letters');
  const policy = All(Capabilities({ catalogue: { 'crm.find': { safety: 'read' } } }), Token({ keys }));
  return new CapabilityEngine(policy, { keys, sessions, audit, ...UNHURRIED });
}
