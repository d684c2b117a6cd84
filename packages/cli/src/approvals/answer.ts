import { dirname } from 'node:path';

import { openTty, readAnswer, requestLines, showPages } from '@licet/adapters/terminal';
import type { Tty } from '@licet/adapters/terminal';
import type { AnswerResult, AnswerScope, StoredApproval } from '@licet/core/store';
import { escapeText } from '@licet/core';
import { answerToAll, endWords, giveAnswer, scopeOf } from '@licet/core/store';
import { messageOf } from '@licet/core/text';
import type { ApprovalAnswer } from '@licet/core';

import { EXIT, UsageError } from '@licet/core/command';
import type { Terminal } from '@licet/core/command';
import { confirmed as askedAtTerminal, requireHuman, systemUser } from '../human.ts';
import { servedUser } from '../policy/licetHome.ts';
import { keyFile } from '../passkeys/keyFile.ts';
import { requirePage } from '../passkeys/proof.ts';
import { findRequest, openApprovals } from './openApprovals.ts';
import type { OpenApprovals } from './openApprovals.ts';
import { scopeFor, scopeLines } from './scope.ts';
import type { AnswerOptions } from './scope.ts';

/** Answers a request, after a look at it and a question, and says what became of it. */
export async function answerRequest(named: string, yes: boolean, options: AnswerOptions, terminal: Terminal): Promise<number> {
  // `--yes` does without the question here, never without the terminal: the agent knows the code, and not every runtime marks its shell.
  requireHuman({ command: yes ? 'licet approve' : 'licet approvals deny' });
  const opened = await openApprovals(options.policy);
  const stored = await findRequest(opened.approvals, named, Date.now());
  const asked = { ...options, limit: opened.scopes };
  const scope = yes ? scopeFor(stored.request, asked, Date.now()) : undefined;
  if (scope !== undefined && options.yes === true)
    throw new UsageError('a yes for several calls is read before it is given: leave `--yes` out');
  if (yes && opened.proof !== 'terminal') return provenYes(opened, stored, { ...options, scope }, terminal);
  const { reason, only, as: by = systemUser() } = options;
  const said = {
    yes,
    by,
    channel: 'code',
    ...(reason !== undefined && { reason }),
    ...(only !== undefined && { only: only.flatMap(each => each.split(',')).map(Number) }),
  };
  const plain = answerOf(stored, said);
  if (options.yes !== true && yes && !(await confirmed(stored, scope, dirname(opened.file), terminal))) {
    terminal.complain('licet: not answered');
    return EXIT.block;
  }
  const now = Date.now();
  // Its time counts from the answer.
  const given = scope && scopeFor(stored.request, asked, now);
  return report(await giveAnswer(opened, stored, { ...plain, ...(given !== undefined && { scope: given }) }, now), terminal);
}

/** Has a person sign their yes on the page. The name comes from the key, and what is signed is what the page shows. */
async function provenYes(
  { approvals, file }: OpenApprovals,
  { request, answers, status }: StoredApproval,
  { yes, as, only, reason, scope }: AnswerOptions & { readonly scope: AnswerScope | undefined },
  terminal: Terminal,
): Promise<number> {
  requirePage();
  const stray = Object.entries({ '--yes': yes, '--as': as, '--only': only, '--reason': reason }).find(
    ([, said]) => said !== undefined,
  );
  if (stray !== undefined)
    throw new UsageError(
      `the policy counts a yes only with the signature of a passkey, so \`${stray[0]}\` says nothing: leave it out`,
    );
  if (status !== 'pending') throw new UsageError(`the request was ${status} already: there is nothing to sign`);
  const look = async (): Promise<StoredApproval | undefined> => approvals.find(request.id, Date.now());
  const { signOnPage } = await import('../serve/serveProgram.ts');
  const isDone = async (): Promise<boolean> => {
    const found = await look();
    return found === undefined || found.status !== 'pending' || found.answers.length > answers.length;
  };
  const { origin } = keyFile(dirname(file));
  const isAnswered = await signOnPage(
    { file, origin, view: 'approvals', request: request.id, isDone, ...(scope && { scope }) },
    terminal,
  );
  const approval = await look();
  if (isAnswered && approval !== undefined && approval.status !== 'expired') return report({ taken: true, approval }, terminal);
  terminal.complain('licet: not answered');
  return EXIT.block;
}

/** Shows the whole request on the terminal and asks. A yes that was not read is none. */
async function confirmed(
  { request, answers, status }: StoredApproval,
  scope: AnswerScope | undefined,
  root: string,
  terminal: Terminal,
): Promise<boolean> {
  if (status !== 'pending') return true;
  const written = requestLines(request, answers);
  if ('tooLong' in written) throw new UsageError(`${written.tooLong}: the action cannot be approved, only denied`);
  const covers = scope === undefined ? [] : await scopeLines(request, scope, { root, now: Date.now() });
  const question = scope === undefined ? 'Let it run?' : 'Let all these calls run?';
  if (servedUser() !== undefined) return confirmedAtService([...written.lines, '', ...covers], question, terminal);
  const signal = new AbortController().signal;
  let tty: Tty | undefined;
  try {
    tty = openTty();
    return (
      (await showPages(tty, ['', ...written.lines, '', ...covers], signal)) &&
      (await readAnswer(tty, question, signal, 250)) === true
    );
  } catch (error) {
    throw new UsageError(`the request cannot be shown: ${messageOf(error)}`);
  } finally {
    tty?.close();
  }
}

/** The approver reads it on their own terminal, and says yes to exactly what was written. */
async function confirmedAtService(lines: readonly string[], question: string, { print }: Terminal): Promise<boolean> {
  for (const line of lines) print(line);
  return askedAtTerminal(question);
}

/** Says what became of an answer. */
export function report(result: AnswerResult, { print, complain }: Terminal): number {
  if (!result.taken) {
    complain(`licet: the answer was not taken (${result.code}): ${escapeText(result.why)}`);
    return EXIT.block;
  }
  const { status, request } = result.approval;
  const scope = scopeOf(result.approval);
  const what = {
    granted:
      scope === undefined
        ? 'approved: the agent may repeat the call, and it passes once'
        : `approved, with all calls that do the same: it ${endWords(scope)}, or by \`licet approvals end ${request.code}\``,
    denied: 'denied',
    pending: 'taken; more answers are needed',
    expired: 'taken, but the request has expired meanwhile',
    consumed: 'taken',
    ended: 'ended already',
  }[status];
  print(`${request.code}  ${what}`);
  return 0;
}

/** What a human says. */
export interface Said {
  readonly yes: boolean;
  readonly by: string;
  readonly reason?: string;
  /** The numbers of the questions that are answered, from 1; all that the person may answer when it is absent. */
  readonly only?: readonly number[];
  readonly channel: string;
}

/** Makes the answer to a request of what a human says: questions that are for others are left to them. */
export function answerOf({ request }: StoredApproval, { yes, by, reason, only, channel }: Said): ApprovalAnswer {
  const { questions } = request;
  const wrong = only?.find(number => !Number.isInteger(number) || number < 1 || number > questions.length);
  if (wrong !== undefined) throw new UsageError(`there is no question ${wrong}: the request has ${questions.length}`);
  const granted =
    only === undefined
      ? answerToAll(request, yes, by)
      : questions.map((_question, index) => (only.includes(index + 1) ? yes : null));
  return { granted, by, channel, ...(reason !== undefined && { reason }) };
}
