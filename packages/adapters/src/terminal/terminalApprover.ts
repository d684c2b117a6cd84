import { userInfo } from 'node:os';

import type { ApprovalAnswer, ApprovalRequest, Approver } from '@licet/core';
import { refusalOf } from '@licet/core/store';

import { readAnswer, showPages } from './readAnswer.ts';
import { requestLines } from './requestLines.ts';
import { openTty } from './tty.ts';
import type { Tty } from './tty.ts';

/** How {@link terminalApprover} asks. */
export interface TerminalApproverOptions {
  /** Who sits at the terminal. @defaultValue the user of the operating system */
  readonly by?: string;
  /** Opens the terminal. @defaultValue `openTty`: the one that controls this process */
  readonly open?: () => Tty;
  /** How long what is typed is not heard after a question has appeared, in milliseconds. @defaultValue 250 */
  readonly settleMs?: number;
}

/**
 * Asks the person at the terminal that controls this process; never its standard input, which may be the agent's. The
 * whole request is shown, a page at a time, with nothing in it that hides; each question is answered by itself, with `y`
 * and Enter. Everything else is no: Enter alone, Ctrl-C, Escape, leaving before the last page, the end of the time. One
 * request is asked at a time.
 *
 * Where there is no terminal, or a request is too long to be reviewed, it throws, which is a no without an answer: the
 * request still waits, and may be answered by another channel.
 *
 * @example
 * ```ts
 * import { PolicyEngine, ask, guard } from '@licet/core';
 * import { terminalApprover } from '@licet/adapters/terminal';
 *
 * const nowhere = terminalApprover({ by: 'ann', open: () => { throw new Error('there is no terminal'); } });
 * const engine = new PolicyEngine(guard('careful', () => ask('it reaches people', { fix: 'ask first' })), { approver: nowhere });
 * (await engine.evaluate({ kind: 'bash' })).reason; // => 'the approval does not hold: no human could be asked: there is no terminal'
 * ```
 */
export function terminalApprover(options: TerminalApproverOptions = {}): Approver {
  const { by = userInfo().username, open = openTty, settleMs = 250 } = options;
  let last: Promise<unknown> = Promise.resolve();
  return Object.freeze<Approver>({
    approve(request: ApprovalRequest, signal: AbortSignal): Promise<ApprovalAnswer> {
      const next = last.then(async () => {
        if (signal.aborted) throw new Error('no answer came in time');
        const tty = open();
        try {
          return await askAt(tty, request, { by, signal, settleMs });
        } finally {
          tty.close();
        }
      });
      last = next.catch(() => undefined);
      return next;
    },
  });
}

interface Asking {
  readonly by: string;
  readonly signal: AbortSignal;
  readonly settleMs: number;
}

async function askAt(tty: Tty, request: ApprovalRequest, { by, signal, settleMs }: Asking): Promise<ApprovalAnswer> {
  const { questions } = request;
  const written = requestLines(request);
  if ('tooLong' in written) throw new Error(written.tooLong);
  const refusals = questions.map((_question, index) => refusalOf(request, index, by));
  if (refusals.every(refusal => refusal !== undefined)) throw new Error(refusals[0]?.why ?? 'there is nothing to answer');
  const no = (reason: string): ApprovalAnswer => ({
    granted: refusals.map(refusal => (refusal === undefined ? false : null)),
    by,
    reason,
    channel: 'terminal',
  });
  const isRead = await showPages(tty, ['', 'licet: an agent asks for your yes', ...written.lines, ''], signal);
  if (signal.aborted) throw new Error('no answer came in time');
  if (!isRead) return no('it was not read to its end');
  const granted: (boolean | null)[] = [];
  for (const [index, refusal] of refusals.entries()) {
    const question = questions.length === 1 ? 'Let it run?' : `Yes to question ${index + 1}?`;
    const said = refusal === undefined ? await readAnswer(tty, question, signal, settleMs) : null;
    if (said === undefined) throw new Error('no answer came in time');
    if (said === false && questions[index]?.quorum === undefined) return no(`no to \`${questions[index]?.guard ?? ''}\``);
    granted.push(said);
  }
  return { granted, by, channel: 'terminal' };
}
