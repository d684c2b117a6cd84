import { dirname } from 'node:path';

import { openTty, readAnswer, requestLines, showPages } from '@licet/adapters/terminal';
import type { Tty } from '@licet/adapters/terminal';
import type { AnswerResult, StoredApproval } from '@licet/core/store';
import { escapeText } from '@licet/core';
import { giveAnswer, answerToAll } from '@licet/core/store';
import { messageOf } from '@licet/core/text';
import type { ApprovalAnswer } from '@licet/core';

import { EXIT, UsageError } from '@licet/core/command';
import type { Terminal } from '@licet/core/command';
import { requireHuman, systemUser } from '../human.ts';
import { keyFile } from '../passkeys/keyFile.ts';
import { requirePage } from '../passkeys/proof.ts';
import { findRequest, openApprovals } from './openApprovals.ts';
import type { OpenApprovals } from './openApprovals.ts';

/** What the commands that answer may be told. */
export interface AnswerOptions {
  readonly policy?: string;
  readonly as?: string;
  readonly only?: readonly string[];
  readonly reason?: string;
  readonly yes?: boolean;
}

/** Answers a request, after a look at it and a question, and says what became of it. */
export async function answerRequest(named: string, yes: boolean, options: AnswerOptions, terminal: Terminal): Promise<number> {
  // `--yes` does without the question here, never without the terminal: the agent knows the code, and not every runtime marks its shell.
  requireHuman({ command: yes ? 'licet approve' : 'licet approvals deny' });
  const opened = await openApprovals(options.policy);
  const stored = await findRequest(opened.approvals, named, Date.now());
  if (yes && opened.proof !== 'terminal') return provenYes(opened, stored, options, terminal);
  const { reason, only, as: by = systemUser() } = options;
  const answer = answerOf(stored, {
    yes,
    by,
    channel: 'code',
    ...(reason !== undefined && { reason }),
    ...(only !== undefined && { only: only.flatMap(each => each.split(',')).map(Number) }),
  });
  if (options.yes !== true && yes && !(await confirmed(stored))) {
    terminal.complain('licet: not answered');
    return EXIT.block;
  }
  return report(await giveAnswer(opened, stored, answer, Date.now()), terminal);
}

/** Has a person sign their yes on the page. The name comes from the key, and what is signed is what the page shows. */
async function provenYes(
  { approvals, file }: OpenApprovals,
  { request, answers, status }: StoredApproval,
  { yes, as, only, reason }: AnswerOptions,
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
  const { signOnPage } = await import('../serve/serve.ts');
  const isDone = async (): Promise<boolean> => {
    const found = await look();
    return found === undefined || found.status !== 'pending' || found.answers.length > answers.length;
  };
  const { origin } = keyFile(dirname(file));
  const isAnswered = await signOnPage({ file, origin, view: 'approvals', request: request.id, isDone }, terminal);
  const approval = await look();
  if (isAnswered && approval !== undefined && approval.status !== 'expired') return report({ taken: true, approval }, terminal);
  terminal.complain('licet: not answered');
  return EXIT.block;
}

/** Shows the whole request on the terminal and asks. A yes that was not read is none. */
async function confirmed({ request, answers, status }: StoredApproval): Promise<boolean> {
  if (status !== 'pending') return true;
  const written = requestLines(request, answers);
  if ('tooLong' in written) throw new UsageError(`${written.tooLong}: the action cannot be approved, only denied`);
  const signal = new AbortController().signal;
  let tty: Tty | undefined;
  try {
    tty = openTty();
    return (
      (await showPages(tty, ['', ...written.lines, ''], signal)) && (await readAnswer(tty, 'Let it run?', signal, 250)) === true
    );
  } catch (error) {
    throw new UsageError(`the request cannot be shown: ${messageOf(error)}`);
  } finally {
    tty?.close();
  }
}

/** Says what became of an answer. */
export function report(result: AnswerResult, { print, complain }: Terminal): number {
  if (!result.taken) {
    complain(`licet: the answer was not taken (${result.code}): ${escapeText(result.why)}`);
    return EXIT.block;
  }
  const { status, request } = result.approval;
  const what = {
    granted: 'approved: the agent may repeat the call, and it passes once',
    denied: 'denied',
    pending: 'taken; more answers are needed',
    expired: 'taken, but the request has expired meanwhile',
    consumed: 'taken',
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
