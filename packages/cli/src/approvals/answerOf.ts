import type { ApprovalAnswer } from '@licet/core';
import type { StoredApproval } from '@licet/core/store';
import { answerToAll } from '@licet/core/store';

import { UsageError } from '../exit.ts';

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
