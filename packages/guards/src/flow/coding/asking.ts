import type { Effect } from '@licet/core';
import type { KnownPlace } from '@licet/effects/places';

import type { FlowQuestion, FlowReason } from '../judging.ts';
import { fold } from '../words.ts';
import type { AimSort, CodeJudged } from './allowing.ts';
import { isAllowed, yesTo } from './allowing.ts';
import type { CodeCall } from './calls.ts';

/** A command, an edit or code that is judged by its effects. */
export interface CodeAction extends CodeJudged {
  readonly effects: readonly Effect[];
  readonly place: KnownPlace;
  /** The folder in which the action begins. */
  readonly folder: string;
  readonly calls: readonly CodeCall[];
}

/** Asks about an aim unless it is allowed. */
export function aimQuestions(
  why: FlowReason,
  sort: AimSort,
  key: string,
  value: string,
  judged: CodeJudged,
): readonly FlowQuestion[] {
  return isAllowed(sort, value, judged) ? [] : [{ why, key, value, grants: [yesTo(sort, value, judged)] }];
}

/** Asks about something that a prompt must have words for. */
export const actQuestions = (
  why: FlowReason,
  key: string,
  value: string,
  isAsked: boolean,
  judged: CodeJudged,
): readonly FlowQuestion[] => {
  const grant = judged.hashing.of(`${why} ${key} ${fold(value)}`);
  return isAsked || judged.state.values.get(grant)?.origins.includes('g') === true ? [] : [{ why, key, value, grants: [grant] }];
};
