import type { Interval } from '../algebra.ts';
import { UNKNOWN } from '../algebra.ts';
import type { ErrorCode } from '../model/codes.ts';
import { messageOf } from '../text/messageOf.ts';
import type { Frame } from './frame.ts';
import { isRuling, rulingAt, severityOf } from '../model/ruling.ts';
import type { Ruling } from '../model/ruling.ts';
import type { Fix, Verdict } from '../model/verdict.ts';
import { pass, skip } from '../model/verdict.ts';
import { escapeText } from '../text/escapeText.ts';

const PASS = pass();
const SKIP = skip();

/** Takes down what a guard said, under the guard's name. */
export function settle(frame: Frame, said: unknown, startedAt?: number): Verdict {
  return conclude(frame, recognized(frame, said) ?? asVerdict(frame, said), startedAt);
}

/** Takes down a verdict that is complete already. */
export function conclude(frame: Frame, verdict: Verdict, startedAt?: number): Verdict {
  const { run } = frame;
  if (run.closed) return verdict;
  if (startedAt !== undefined) frame.durationMs = run.options.clock.elapsed() - startedAt;
  if (verdict.obligations !== undefined) run.obliging = true;
  return (frame.verdict = verdict);
}

/**
 * Returns the complete form of what a guard said where a comparison is enough to find it: plain `pass()` and `skip()`,
 * the frozen verdict that it gave last time, a definite verdict of one of its children. Most of what is said is one of these.
 */
export function recognized({ plan, children }: Frame, said: unknown): Verdict | undefined {
  if (said === PASS) return plan.pass;
  if (said === SKIP) return plan.skip;
  if (said === undefined) return undefined;
  if (children !== undefined) {
    for (const { verdict } of children) if (verdict === said && verdict?.range === undefined) return verdict;
  }
  return said === plan.last.said ? plan.last.named : undefined;
}

function asVerdict(frame: Frame, said: unknown): Verdict {
  const { guard, name, last } = frame.plan;
  if (!isVerdict(said)) {
    const found = fault(frame, 'invalid_verdict', `the guard returned ${describeValue(said)} instead of a verdict`);
    return asVerdict(frame, found);
  }
  if (said.range !== undefined && guard.onError !== undefined) {
    const { range, ...rest } = said;
    return Object.freeze({ ...rest, guard: said.guard || name, ruling: within(range, guard.onError) });
  }
  const named = said.guard && said.code && Object.isFrozen(said) ? said : Object.freeze(completed(said, name));
  // It may be given again: then a comparison is enough.
  if (Object.isFrozen(said)) [last.said, last.named] = [said, named];
  return named;
}

/** A ruling, and where it is said to be open, the interval that ends with it: a guard cannot mark a block as a pass. */
function isVerdict(said: unknown): said is Verdict {
  if (typeof said !== 'object' || said === null || !('ruling' in said) || !isRuling(said.ruling)) return false;
  const { ruling, range } = said as Verdict;
  return range === undefined || (range.worst === severityOf(ruling) && range.best < range.worst && range.best >= 0);
}

const CODES: Readonly<Record<Ruling, string>> = { pass: 'ok', warn: 'warned', ask: 'approval_required', block: 'blocked' };

/** The fix of a guard that gives none. */
export const NO_FIX: Fix = Object.freeze({ summary: 'ask the person who runs this policy what it wants' });

/** Fills in what a verdict that was written out by hand leaves out: every ask and every block says why and what to do. */
function completed(said: Verdict, name: string): Verdict {
  const { ruling, reason, fix } = said;
  const stops = (ruling === 'ask' || ruling === 'block') && said.applicable !== false;
  const verdict = { ...said, code: said.code || CODES[ruling], guard: said.guard || name };
  if (!stops || (reason !== undefined && fix !== undefined)) return verdict;
  return {
    ...verdict,
    ...(reason === undefined && { reason: `\`${name}\` says ${ruling} and gives no reason` }),
    ...(fix === undefined && { fix: NO_FIX }),
  };
}

/** The ruling for a fault, where that is possible at all: what other guards have settled stays settled. */
function within({ best, worst }: Interval, ruling: Ruling): Ruling {
  const wanted = severityOf(ruling);
  return rulingAt(wanted < best ? best : wanted > worst ? worst : wanted);
}

function describeValue(value: unknown): string {
  if (value === null || value === undefined) return `\`${value}\``;
  return typeof value === 'object' ? 'an object without a ruling' : `a ${typeof value}`;
}

/** The fault of a guard that threw. Another bundle has its own `GovernanceError` class, so the code counts. */
export function threw(frame: Frame, thrown: unknown): Verdict {
  const code =
    thrown instanceof Error && 'code' in thrown && ERROR_CODES.has(thrown.code) ? (thrown.code as ErrorCode) : 'guard_threw';
  return fault(frame, code, messageOf(thrown), thrown);
}

const ERROR_CODES: ReadonlySet<unknown> = new Set<ErrorCode>(['condition_failed', 'effects_failed', 'store_unavailable']);

const LONGEST_MESSAGE = 300;

/** What the reason says of a fault. A condition's text is the policy's own and stays out of it. */
function saidOf(code: ErrorCode, message: string): string {
  return message === '' || code === 'condition_failed' ? '' : `: ${escapeText(message, LONGEST_MESSAGE)}`;
}

/** An errored verdict: everything from pass to block is possible, and at the root that is a block. */
export function fault(frame: Frame, code: ErrorCode, message: string, cause?: unknown): Verdict {
  const guard = frame.plan.name;
  return Object.freeze({
    ruling: 'block',
    guard,
    code,
    reason: `guard \`${guard}\` could not decide (${code})${saidOf(code, message)}`,
    fix: Object.freeze({ summary: 'tell the person who runs this policy; the action stays stopped until the guard works again' }),
    recover: 'none',
    range: UNKNOWN,
    error: Object.freeze({ code, message, guard, ...(cause !== undefined && { cause }) }),
  });
}
