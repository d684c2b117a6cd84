import { isGovernanceError } from '@licet/core';
import type { Action, ActionInput } from '@licet/core';
import { readAll } from '@licet/core/store';
import type { AuditReader } from '@licet/core/store';

import { recordedAction } from '../recorded.ts';
import { callWords } from '../replay.ts';
import type { Candidate } from '../witnesses.ts';
import { TEST_PLACE } from './world.ts';

const MOST_RECORDS = 2_000;
const MOST_CALLS = 300;

/**
 * The different calls among the last records of an audit log, to be tried in addition to those that are made up. `root` is the folder of the policy.
 * None where the log cannot be read: a comparison does not rest on it.
 */
export async function recordedCalls(reader: AuditReader | undefined, root: string): Promise<readonly Candidate[]> {
  if (reader === undefined) return [];
  try {
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
