import type { ApprovalRequest, Effect } from '@licet/core';
import type { GivenAnswer, Question } from '@licet/core/store';

import { quorumText, timeText } from '../approvalText.ts';
import { reviewText } from './reviewText.ts';

/** The most that a human can be asked to review, in lines and in characters of arguments. */
const MOST_LINES = 2_000;
const MOST_CHARACTERS = 200_000;

/** What came of writing a request down: its lines, or why it cannot be shown whole. */
export type Written = { readonly lines: readonly string[] } | { readonly tooLong: string };

/**
 * Writes a request down for the human who answers it: the whole action, its effects, every question with its reason, its
 * fix and who has answered, the code and the expiry. Nothing is cut; what is too long to be reviewed is not written at all.
 * Every line is safe for a terminal.
 */
export function requestLines(request: ApprovalRequest, answers: readonly GivenAnswer[] = []): Written {
  const { action, effects = [], questions, code, expiresAt } = request;
  const payload = Object.entries(action.payload);
  const size = payload.reduce((sum, [name, value]) => sum + name.length + textOf(value).length, 0);
  if (size > MOST_CHARACTERS)
    return { tooLong: `the arguments have ${size} characters, and at most ${MOST_CHARACTERS} can be reviewed` };
  const lines = [
    reviewText(`${action.tool ?? action.kind}  (${aside(request)})`),
    ...payload.flatMap(([name, value]) => argumentLines(name, value)),
    ...(effects.length === 0 ? [] : ['', 'What it does:', ...effects.map(effect => `  ${effectText(effect)}`)]),
    '',
    questions.length === 1 ? 'The question:' : 'The questions:',
    ...questions.flatMap((question, index) => questionLines(question, index, answers)),
    '',
    `Code ${reviewText(code)}, until ${timeText(expiresAt)}`,
  ];
  return lines.length > MOST_LINES
    ? { tooLong: `the request has ${lines.length} lines, and at most ${MOST_LINES} can be reviewed` }
    : { lines };
}

function aside({ action }: ApprovalRequest): string {
  const { kind, cwd, agentId, principal, sessionId } = action;
  const parts = [
    `kind ${kind}`,
    ...(cwd === undefined ? [] : [`in ${cwd}`]),
    ...(agentId === undefined ? [] : [`agent ${agentId}`]),
    ...(principal === undefined ? [] : [`for ${principal.id}`]),
    `session ${sessionId}`,
  ];
  return parts.join(', ');
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? String(value));

/** A value of one line is after its name, one of several lines is below it. */
function argumentLines(name: string, value: unknown): readonly string[] {
  const rows = textOf(value).split('\n');
  const label = `  ${reviewText(name)}:`;
  return rows.length === 1 ? [`${label} ${reviewText(rows[0] ?? '')}`] : [label, ...rows.map(row => `    ${reviewText(row)}`)];
}

function questionLines(question: Question, index: number, answers: readonly GivenAnswer[]): readonly string[] {
  const { guard, reason, fix } = question;
  const people = quorumText(question, index, answers);
  return [
    `  ${index + 1}. ${reviewText(`${reason}  (${guard})`)}`,
    ...(people === undefined ? [] : [`     ${people}`]),
    ...(fix === undefined ? [] : [`     instead: ${reviewText(fix.summary)}`]),
    ...(fix?.command === undefined ? [] : [`     run instead: ${reviewText(fix.command)}`]),
  ];
}

/** Names an effect in one line. */
function effectText({ kind, target, program, certainty, note }: Effect): string {
  const what = targetText(target) ?? program ?? 'something that cannot be seen';
  const certain = certainty === 'possible' ? ', possibly' : '';
  return reviewText(`${kind}  ${what}${certain}${note === undefined ? '' : `  (${note})`}`);
}

function targetText(target: Effect['target']): string | undefined {
  switch (target?.type) {
    case undefined:
      return undefined;
    case 'file': {
      const { glob, lexical, resolved, recursive } = target;
      const path = glob ?? `${lexical}${recursive === true ? '/**' : ''}`;
      return resolved === lexical || glob !== undefined ? path : `${path} (really ${resolved})`;
    }
    case 'network':
      return `${target.host ?? 'an unknown host'}${target.port === undefined ? '' : `:${target.port}`} (${target.direction})`;
    case 'program':
      return target.argv.map(word => word ?? '?').join(' ');
    case 'named':
      return `${target.category} ${target.name}${target.value === undefined ? '' : ` = ${target.value}`}`;
  }
}
