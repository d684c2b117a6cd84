import { All, PolicyEngine } from '@licet/core';
import type { ConceptGraph } from '@licet/epistemic';
import { Grounded } from '@licet/epistemic';
import { analyzeEffects } from '@licet/effects';
import { BashSafety, FileBoundary, SelfProtection } from '@licet/guards';

import type { ModelServer } from './chat.ts';
import { conceptsByModel } from './conceptsByModel.ts';
import { OVERRIDES } from './tools.ts';

/** Where the agent works. */
export interface Place {
  readonly root: string;
  readonly home: string;
}

/** How well every concept of an action must be known. */
export const MIN_DEPTH = 'D2';

/** The policy: where the agent may work, what a command may do to the world, and what must be understood beforehand. */
export function govern(graph: ConceptGraph, { root, home }: Place, server: ModelServer, timeoutMs = 60_000): PolicyEngine {
  const place = { root, home };
  const policy = All(
    SelfProtection(place),
    FileBoundary({ allow: ['notes/**'], read: ['notes'], ...place }),
    BashSafety({ destructive: 'warn', ...place }), // whether a note may go is a matter of understanding, below
    Grounded({ graph, minDepth: MIN_DEPTH, concepts: conceptsByModel(server, graph) }),
  );
  const effects = analyzeEffects({ ...place, overrides: OVERRIDES });
  return new PolicyEngine(policy, { default: 'block', effects, guardTimeoutMs: timeoutMs });
}
