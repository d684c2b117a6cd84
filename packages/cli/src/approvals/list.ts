import { requestLines, reviewText } from '@licet/adapters/terminal';
import { coverageLines, endWords, scopeOf } from '@licet/core/store';
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
  const now = Date.now();
  const [waiting, scoped] = [await approvals.pending(now), await approvals.scoped(now)];
  if (json) terminal.print(jsonText([...waiting, ...scoped].map(requestJson)));
  else if (waiting.length === 0) terminal.print('nothing waits for an answer');
  else for (const each of waiting) terminal.print(summary(each, terminal));
  if (json || scoped.length === 0) return 0;
  terminal.print('\nin force, each for several calls:');
  for (const each of scoped) for (const line of inForceLines(each)) terminal.print(line);
  return 0;
}

/** What a yes for several calls covers, when it ends, and how much of it is used. */
export function inForceLines({ request, answers, holders }: StoredApproval): readonly string[] {
  const { generalization, code, sessionId } = request;
  const scope = scopeOf({ request, answers });
  if (generalization === undefined || scope === undefined) return [];
  const by = answers.find(answer => answer.scope !== undefined)?.by ?? 'somebody';
  const head = `${code}  used ${holders.length} of ${scope.uses}, session ${sessionId}, by ${by}; ${endWords(scope)}`;
  return [head, ...coverageLines(generalization, scope.region).map(line => `    ${line}`)].map(reviewText);
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
function requestJson({ request, status, answers, holders }: StoredApproval): object {
  const scope = scopeOf({ request, answers });
  const { id, code, action, effects = [], questions, createdAt, expiresAt, actionDigest, policyDigest } = request;
  return {
    id,
    code,
    status,
    action,
    effects,
    questions,
    ...(scope !== undefined && { scope: { ...scope, until: isoTime(scope.until), used: holders.length } }),
    ...(request.generalization !== undefined && { generalization: request.generalization }),
    answers: answers.map(({ at, ...answer }) => ({ ...answer, at: isoTime(at) })),
    createdAt: isoTime(createdAt),
    expiresAt: isoTime(expiresAt),
    actionDigest,
    policyDigest,
  };
}

const isoTime = (at: number): string => new Date(at).toISOString();

/** A whole request with its status, for people. If it is too long for that, the text tells how to see it. */
export function shownLines(stored: StoredApproval): readonly string[] {
  const { request, answers, status } = stored;
  const written = requestLines(request, answers);
  const said = answers.map(({ by, reason, granted }) => {
    const words = granted.map(each => (each === null ? '-' : each ? 'yes' : 'no')).join(', ');
    return reviewText(`  ${by ?? 'somebody'}: ${words}${reason === undefined ? '' : ` (${reason})`}`);
  });
  const body =
    'tooLong' in written ? [`${written.tooLong}: \`licet approvals show ${request.code} --json\` has it`] : written.lines;
  const scoped = inForceLines(stored);
  return [
    `${status}  ${request.id}`,
    ...body,
    ...(said.length === 0 ? [] : ['Answers:', ...said]),
    ...(scoped.length === 0 ? [] : ['It covers all calls that do the same:', ...scoped.map(line => `  ${line}`)]),
  ];
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
