import { dirname } from 'node:path';

import { isGovernanceError } from '@licet/core';
import type { Action, ActionInput } from '@licet/core';
import { callWords, recordedAction } from '@licet/analysis';
import type { Candidate } from '@licet/analysis';
import type { CompiledPolicy } from '@licet/core/policy';
import { readAll } from '@licet/core/store';

import { openTrail } from '../audit/openTrail.ts';
import { storesOf } from '../policy/stores.ts';
import { TEST_PLACE } from './subject.ts';

const MOST_RECORDS = 2_000;
const MOST_CALLS = 300;

/**
 * The different calls among the last records of the trail that a policy keeps on this machine, to be tried besides those that are made up. None where
 * there is no such trail, or where it cannot be read: a comparison does not rest on it.
 */
export async function recordedCalls({ settings }: CompiledPolicy, file: string): Promise<readonly Candidate[]> {
  const root = dirname(file);
  try {
    if (storesOf({ settings }, root, { writes: false }).place('audit').file === undefined) return [];
    const { reader } = await openTrail({ policy: file }, root);
    const { seq } = await reader.head();
    const found = new Map<string, Candidate>();
    for await (const { record } of readAll(reader, { type: 'evaluation', after: Math.max(0, seq - MOST_RECORDS) })) {
      if (record.type !== 'evaluation') continue;
      const { action, exact } = recordedAction(record);
      const words = callWords(action);
      if (exact && !found.has(words)) found.set(words, { words, action: movedToTests(action, root) });
    }
    return [...found.values()].slice(-MOST_CALLS);
  } catch (error) {
    if (isGovernanceError(error)) return [];
    throw error;
  }
}

/** A call, in whichever session. */
export type Call = Omit<ActionInput, 'sessionId'>;

/** A call of this machine as one of the world that tests are in. */
export function movedToTests(action: Call | Action, root: string): Call {
  const { cwd, payload } = action;
  const placed = (value: unknown): unknown => JSON.parse(JSON.stringify(value).replaceAll(root, TEST_PLACE.root)) as unknown;
  return {
    kind: action.kind,
    ...(action.tool !== undefined && { tool: action.tool }),
    ...(payload !== undefined && { payload: placed(payload) as NonNullable<Call['payload']> }),
    ...(cwd !== undefined && { cwd: placed(cwd) as string }),
  };
}
