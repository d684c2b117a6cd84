import { homedir } from 'node:os';

import { reviewText } from '@licet/adapters/terminal';
import type { Coverage } from '@licet/console';
import type { ApprovalRequest } from '@licet/core';
import type { PolicyLimits } from '@licet/core/policy';
import { readDuration } from '@licet/core/text';
import {
  LONGEST_SCOPE_MS,
  MOST_SCOPED_USES,
  TASK_KIND,
  UNNAMED_TASK_MS,
  coverageLines,
  scopeRefusal,
  scopeWithin,
} from '@licet/core/store';
import type { AnswerScope, Region } from '@licet/core/store';
import { analyzeEffects } from '@licet/effects';

import { UsageError, counted, spanText } from '@licet/core/command';
import { coverageExamples } from './coverageExamples.ts';

/** What the commands that answer may be told. */
export interface AnswerOptions {
  readonly policy?: string;
  readonly as?: string;
  readonly only?: readonly string[];
  readonly reason?: string;
  readonly yes?: boolean;
  /** For how long the yes covers calls that do the same: `task`, `session`, or a time. */
  readonly for?: string;
  readonly uses?: string;
  readonly folder?: boolean;
}

/** How many calls a yes covers where nothing is said. */
const USUAL_USES = 100;

/** How long a yes for a task or a session lasts at most, in milliseconds. */
const USUAL_MS = 12 * 3_600_000;

/** Reads what a yes covers from the options of the command line, within the limits of the policy; undefined for a yes to one call. */
export function scopeFor(
  request: ApprovalRequest,
  { limit, ...options }: Pick<AnswerOptions, 'for' | 'uses' | 'folder'> & { readonly limit?: PolicyLimits['scopedApprovals'] },
  now: number,
): AnswerScope | undefined {
  const scope = askedScope(request, options, now);
  if (scope === undefined || limit === undefined) return scope;
  if (limit === 'never')
    throw new UsageError('`limits.scoped_approvals: never` of the policy lets a yes cover one call only: leave `--for` out');
  return scopeWithin(scope, limit, now);
}

function askedScope(
  request: ApprovalRequest,
  { for: said, uses, folder = false }: Pick<AnswerOptions, 'for' | 'uses' | 'folder'>,
  now: number,
): AnswerScope | undefined {
  const asked = said ?? (request.action.kind === TASK_KIND ? 'task' : undefined);
  if (asked === undefined) {
    if (uses !== undefined || folder) throw new UsageError('`--uses` and `--folder` say nothing without `--for`');
    return undefined;
  }
  const refusal = scopeRefusal(request);
  if (refusal !== undefined) throw new UsageError(`${refusal}: leave \`--for\` out`);
  const count = uses === undefined ? USUAL_USES : Number(uses);
  if (!Number.isInteger(count) || count < 1 || count > MOST_SCOPED_USES)
    throw new UsageError(`expected a number from 1 to ${MOST_SCOPED_USES} after \`--uses\`, found \`${uses}\``);
  const { turnId } = request.action;
  const rest = { uses: count, region: folder ? 'folder' : 'file' } as const;
  if (asked === 'session') return { lasts: 'session', until: now + USUAL_MS, ...rest };
  if (asked === 'task')
    return turnId === undefined
      ? { lasts: 'task', until: now + UNNAMED_TASK_MS, ...rest }
      : { lasts: 'task', until: now + USUAL_MS, ...rest, turnId };
  const ms = readDuration(asked);
  if (ms === undefined || ms > LONGEST_SCOPE_MS)
    throw new UsageError(`expected \`task\`, \`session\` or a time of at most a day after \`--for\`, found \`${asked}\``);
  return { lasts: 'time', until: now + ms, ...rest };
}

/** What a yes would cover, in words, with calls that it covers and near ones that it does not. */
export async function coverageFor(request: ApprovalRequest, region: Region, root: string): Promise<Coverage> {
  const { generalization } = request;
  const examples = await coverageExamples(request, region, analyzeEffects({ root, home: homedir() }));
  const lines = generalization === undefined ? [] : coverageLines(generalization, region);
  const safe = (texts: readonly string[]): readonly string[] => texts.map(reviewText);
  return { lines: safe(lines), covered: safe(examples.covered), near: safe(examples.near) };
}

/** Says what a yes would cover, when it would end, and shows calls that it covers and near ones that it does not. Every line is safe for a terminal. */
export async function scopeLines(
  request: ApprovalRequest,
  scope: AnswerScope,
  { root, now }: { readonly root: string; readonly now: number },
): Promise<readonly string[]> {
  const { generalization, sessionId } = request;
  if (generalization === undefined) return [];
  const { lines, covered, near } = await coverageFor(request, scope.region, root);
  return [
    'A yes covers every call of this session that does only this:',
    ...lines.map(line => `  ${line}`),
    ...(covered.length === 0 ? [] : ['Covered, for example:', ...covered.map(line => `  ${line}`)]),
    ...(near.length === 0 ? [] : ['Not covered by it:', ...near.map(line => `  ${line}`)]),
    `It ends ${offeredEnd(scope, now)}, in session ${sessionId}. The policy decides about each call again, and what it blocks stays blocked.`,
    '',
  ].map(reviewText);
}

/** When a yes that is not given yet would end: counted from the answer, so that the words stay while a person reads them. */
function offeredEnd({ lasts, until, uses }: AnswerScope, now: number): string {
  const first = { task: "with the user's next prompt, ", session: 'with the session, ', time: '' }[lasts];
  const latest = lasts === 'time' ? '' : ' at the latest';
  return `${first}${spanText(until - now)} after the answer${latest}, or after ${counted(uses, 'call')}`;
}
