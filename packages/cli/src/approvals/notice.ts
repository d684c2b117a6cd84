import { createHmac } from 'node:crypto';

import type { SignedAnswer } from '@licet/console';
import { escapeText } from '@licet/core';
import type { ApprovalRequest, Effect } from '@licet/core';
import type { NotifySettings } from '@licet/core/policy';
import { createRedactor, rulesFor } from '@licet/guards/redaction';

/** What people are told of a request. It holds nothing of the arguments of the call. */
export interface Notice {
  readonly id: string;
  readonly code: string;
  readonly session: string;
  readonly tool: string;
  readonly reasons: readonly string[];
  readonly effects: readonly string[];
  /** Until when it can be answered, as ISO 8601. */
  readonly until: string;
  /** How a person answers. */
  readonly answer: string;
  readonly page?: string;
  /** Where an answer can be sent from where the notice is read, and the body of each. */
  readonly answers?: PreparedAnswers;
}

/** The two answers to one request, ready to be sent. */
export interface PreparedAnswers {
  readonly url: string;
  readonly yes: SignedAnswer;
  readonly no: SignedAnswer;
}

const MOST_EFFECTS = 10;
const LONGEST = 300;

/** Writes a notice. `areMany` says that further requests of this minute are not told of. */
export function noticeOf(
  { id, code, sessionId, action, questions, effects = [], expiresAt }: ApprovalRequest,
  {
    page,
    areMany,
    answers,
  }: { readonly page: string | undefined; readonly areMany: boolean; readonly answers?: PreparedAnswers },
): Notice {
  const redactor = createRedactor(rulesFor(['secrets']));
  const safe = (text: string): string => escapeText(redactor.redact(text).text, LONGEST);
  const reasons = questions.map(({ reason }) => safe(reason));
  return {
    id,
    code,
    session: safe(sessionId),
    tool: safe(action.tool ?? action.kind),
    reasons: areMany ? [...reasons, 'more requests of this minute are not told of: `licet approvals list` shows them'] : reasons,
    effects: [...new Set(effects.map(each => safe(effectWords(each))))].slice(0, MOST_EFFECTS),
    until: new Date(expiresAt).toISOString(),
    answer: `licet approve ${code}`,
    ...(page !== undefined && { page }),
    ...(answers !== undefined && { answers }),
  };
}

/** An effect without the words of the call: a program by its name, and nothing of the values of settings. */
function effectWords({ kind, target, program }: Effect): string {
  switch (target?.type) {
    case 'file':
      return `${kind} ${target.glob ?? target.lexical}`;
    case 'network':
      return `${kind} ${target.host ?? 'an unknown host'}`;
    case 'named':
      return `${kind} ${target.category} ${target.name}`;
    case 'program':
    case undefined:
      return `${kind} ${program ?? 'something that cannot be seen'}`;
  }
}

/** The POST of a notice. The signature is the HMAC-SHA-256 of the time, a dot and the body; the time is in seconds. */
export function postOf(notice: Notice, { format }: NotifySettings, key: string | undefined, now: number): RequestInit {
  const { type, body, headers } = FORMATS[format](notice);
  const time = String(Math.floor(now / 1_000));
  const signature = key === undefined ? undefined : createHmac('sha256', key).update(`${time}.${body}`).digest('hex');
  return {
    method: 'POST',
    body,
    headers: {
      ...headers,
      'content-type': type,
      'licet-time': time,
      ...(signature !== undefined && { 'licet-signature': `sha256=${signature}` }),
    },
  };
}

interface Written {
  readonly type: string;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const FORMATS: Readonly<Record<NotifySettings['format'], (notice: Notice) => Written>> = {
  json: notice => ({ type: 'application/json', body: JSON.stringify({ type: 'approval_requested', ...notice }) }),
  ntfy: notice => ({
    type: 'text/plain; charset=utf-8',
    body: textOf(notice),
    headers: {
      title: `Licet asks: ${notice.code}`,
      tags: 'raised_hand',
      ...(notice.page !== undefined && { click: notice.page }),
      ...(notice.answers !== undefined && { actions: JSON.stringify(buttonsOf(notice.answers)) }),
    },
  }),
  slack: notice => ({ type: 'application/json', body: JSON.stringify({ text: slackText(textOf(notice)) }) }),
};

/** The buttons of ntfy, each of which sends one of the answers. */
const buttonsOf = ({ url, yes, no }: PreparedAnswers): readonly object[] =>
  (
    [
      ['Approve', yes],
      ['Deny', no],
    ] as const
  ).map(([label, body]) => ({
    action: 'http',
    label,
    url,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    clear: true,
  }));

function textOf({ code, session, tool, reasons, effects, until, answer, page }: Notice): string {
  return [
    `${tool} in session ${session}: ${reasons.join('; ')}`,
    ...effects.map(effect => `  ${effect}`),
    `Code ${code}, until ${until}. Answer with \`${answer}\`${page === undefined ? '' : `, or on ${page}`}`,
  ].join('\n');
}

/** Slack reads `<`, `>` and `&` as its own signs: a mention of everybody, a link with other words. */
const slackText = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
