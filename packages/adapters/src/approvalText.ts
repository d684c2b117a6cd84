import type { ApprovalState, Question } from '@licet/core/store';
import { escapeText } from '@licet/core';
import { foldPersonName } from '@licet/core/store';

type Answers = NonNullable<ApprovalState['answers']>;

/** Who must say yes to a question, and who has: undefined for a question that anybody may answer. */
export function quorumText({ quorum }: Question, index: number, answers: Answers = []): string | undefined {
  if (quorum === undefined) return undefined;
  const { approvals, of, veto = [] } = quorum;
  const yes = answers.filter(({ granted }) => granted[index] === true).flatMap(({ by }) => by ?? []);
  const counted = of === undefined ? yes : yes.filter(name => of.map(foldPersonName).includes(foldPersonName(name)));
  const parts = [
    `${approvals} of ${of === undefined ? 'any people' : of.join(', ')} must say yes`,
    ...(veto.length > 0 ? [`the no of ${veto.join(', ')} is final`] : []),
    counted.length === 0 ? 'no one has answered yet' : `so far ${counted.join(', ')}`,
  ];
  return escapeText(parts.join('; '), 1_000);
}

/** How a human can say yes from elsewhere; undefined where there is no code that they could use. */
export function waitingText(
  { code, questions, answers, expiresAt }: Pick<ApprovalState, 'questions'> & Partial<ApprovalState>,
  command = 'licet approve',
): string | undefined {
  if (code === undefined) return undefined;
  const people = questions.flatMap((question, index) => quorumText(question, index, answers) ?? []);
  const until = expiresAt === undefined ? '' : ` until ${timeText(expiresAt)}`;
  return [`a human can approve it with \`${command} ${code}\`${until}`, ...people].join('; ');
}

/** A moment, for people: `2026-11-21 14:05:09 UTC`. */
export function timeText(at: number): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime())
    ? 'an unknown time'
    : date
        .toISOString()
        .replace('T', ' ')
        .replace(/\.\d+Z$/u, ' UTC');
}
