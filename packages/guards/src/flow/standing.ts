import type { StandingReading } from '@licet/core/nodes';

import type { FlowState } from './state.ts';

const MOST_SOURCES = 8;

/** Returns what a session has read, for people. */
export function readingOf({ isTainted, hasReadSecret, since, values }: FlowState): StandingReading {
  const sources = new Set<string>();
  for (const { source } of values.values()) if (source !== undefined) sources.add(source);
  return {
    outsiders: isTainted,
    secrets: hasReadSecret,
    ...(since !== undefined && { since }),
    sources: [...sources].slice(-MOST_SOURCES),
  };
}
