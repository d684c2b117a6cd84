import { requestLines, reviewText } from '@licet/adapters/terminal';
import type { StoredApproval } from '@licet/core/store';
import { escapeText } from '@licet/core';

import { dim, EXIT, jsonText } from '@licet/core/command';
import type { Terminal } from '@licet/core/command';
import { findRequest, openApprovals } from './openApprovals.ts';

/** What the commands that only look may be told. */
export interface LookOptions {
  readonly policy?: string;
  readonly json?: boolean;
}

/** Shows the requests that wait, one a line. */
export async function listRequests({ policy, json = false }: LookOptions, terminal: Terminal): Promise<number> {
  const { approvals } = await openApprovals(policy);
  const waiting = await approvals.pending(Date.now());
  if (json) terminal.print(jsonText(waiting.map(requestJson)));
  else if (waiting.length === 0) terminal.print('nothing waits for an answer');
  else for (const each of waiting) terminal.print(summary(each, terminal));
  return 0;
}

/** Lists the requests that wait for a command that answers one and was told none. Returns 1 where one waits: nothing was answered. */
export async function offerRequests(command: string, { policy }: LookOptions, terminal: Terminal): Promise<number> {
  const { approvals } = await openApprovals(policy);
  const waiting = await approvals.pending(Date.now());
  await listRequests({ ...(policy !== undefined && { policy }) }, terminal);
  const [first] = waiting;
  if (first === undefined) return 0;
  const whole = command === 'approve' ? 'licet approve' : `licet approvals ${command}`;
  terminal.print(`next: \`${whole} CODE\`, such as \`${whole} ${first.request.code}\``);
  return EXIT.ask;
}

/** Shows one request whole. */
export async function showRequest(named: string, { policy, json = false }: LookOptions, { print }: Terminal): Promise<number> {
  const { approvals } = await openApprovals(policy);
  const found = await findRequest(approvals, named, Date.now());
  if (json) print(jsonText(requestJson(found)));
  else for (const line of shownLines(found)) print(line);
  return 0;
}

/** A request and what has become of it, as JSON for programs. Times are ISO 8601. */
function requestJson({ request, status, answers }: StoredApproval): object {
  const { id, code, action, effects = [], questions, createdAt, expiresAt, actionDigest, policyDigest } = request;
  return {
    id,
    code,
    status,
    action,
    effects,
    questions,
    answers: answers.map(({ at, ...answer }) => ({ ...answer, at: isoTime(at) })),
    createdAt: isoTime(createdAt),
    expiresAt: isoTime(expiresAt),
    actionDigest,
    policyDigest,
  };
}

const isoTime = (at: number): string => new Date(at).toISOString();

/** A request whole, with where it stands, for people. What is too long for that says so, and how to see it. */
export function shownLines(stored: StoredApproval): readonly string[] {
  const { request, answers, status } = stored;
  const written = requestLines(request, answers);
  const said = answers.map(({ by, reason, granted }) => {
    const words = granted.map(each => (each === null ? '-' : each ? 'yes' : 'no')).join(', ');
    return reviewText(`  ${by ?? 'somebody'}: ${words}${reason === undefined ? '' : ` (${reason})`}`);
  });
  const body =
    'tooLong' in written ? [`${written.tooLong}: \`licet approvals show ${request.code} --json\` has it`] : written.lines;
  return [`${status}  ${request.id}`, ...body, ...(said.length === 0 ? [] : ['Answers:', ...said])];
}

const MOST = 100;

/** One line: the code, how long it lasts, what the agent wants to do. */
function summary({ request }: StoredApproval, terminal: Terminal): string {
  const { action, code, expiresAt, questions } = request;
  const { command, file_path: path } = action.payload;
  const what = [command, path].find(each => typeof each === 'string') ?? JSON.stringify(action.payload);
  const left = Math.max(0, Math.ceil((expiresAt - Date.now()) / 60_000));
  const why = questions.map(({ reason }) => reason).join('; ');
  return `${code}  ${escapeText(`${action.tool ?? action.kind}: ${String(what)}`, MOST)}  ${dim(`${escapeText(why, MOST)}; ${left} min left`, terminal)}`;
}
