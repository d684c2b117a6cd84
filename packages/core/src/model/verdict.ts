import type { Interval } from '../algebra.ts';
import type { ErrorCode, ReasonCode } from './codes.ts';
import { InvariantError } from './errors.ts';
import type { Json } from './json.ts';
import type { Obligations } from './obligations.ts';
import type { Ruling } from './ruling.ts';

/** What the agent, or a human, can do instead. At least `summary` is always there. */
export interface Fix {
  /** One sentence that an agent can act on. */
  readonly summary: string;
  /** A command that does the same thing safely; evaluating it passes. */
  readonly command?: string;
  /** Arguments that would be allowed in place of the ones given. */
  readonly payload?: Readonly<Record<string, Json>>;
}

/** How a stopped action can become possible; `none` is final. */
export type Recover = 'none' | 'approval' | 'justification' | 'fix_request' | 'wait';

/** Something that the agent does not know and would have to know. Data, not an error. */
export interface KnowledgeGap {
  /** What sort of gap it is, in snake_case: `existence`, `depth`, `relational`, `reachability`, `ambiguous`. */
  readonly kind: string;
  readonly concept: string;
  readonly detail: string;
  readonly data?: Json;
}

/** The fault behind an errored verdict. */
export interface Fault {
  readonly code: ErrorCode;
  readonly message: string;
  readonly guard: string;
  /** What was thrown, for the developer; never shown to an agent. */
  readonly cause?: unknown;
}

/**
 * How many different people must say yes. With `of` only these count, and once too few of them are left the answer is no.
 * The no of somebody in `veto` is final. Names are compared without regard to case, width and spaces.
 */
export interface ApprovalQuorum {
  readonly approvals: number;
  readonly of?: readonly string[];
  readonly veto?: readonly string[];
}

/** The terms on which a guard asks. */
export interface ApprovalTerms {
  /** Who must say yes. @defaultValue one person, whoever it is; any no is final */
  readonly quorum?: ApprovalQuorum;
  /** How long the question may wait, and its answer be used, in milliseconds. @defaultValue the engine's `approvalTimeoutMs` */
  readonly expiresInMs?: number;
  /** What the people who answer should see besides the reason, as data. It changes nothing of what their yes is for. */
  readonly details?: Json;
}

/** What a guard, or a combinator of guards, says about one action. Frozen. */
export interface Verdict {
  readonly ruling: Ruling;
  /** The name of the guard that said it. */
  readonly guard: string;
  readonly code: ReasonCode | (string & {});
  /** A complete sentence for people. It leaks neither patterns of the policy nor secrets. */
  readonly reason?: string;
  readonly fix?: Fix;
  readonly recover?: Recover;
  /** For `recover: 'wait'`: after how many milliseconds the same action may pass. */
  readonly retryAfterMs?: number;
  readonly evidence?: Json;
  readonly gaps?: readonly KnowledgeGap[];
  readonly obligations?: Obligations;
  /** For `ask`: who must say yes, and by when. */
  readonly approval?: ApprovalTerms;
  /** False when the guard had nothing to say about this action; such a verdict is passed over and its ruling means nothing. */
  readonly applicable?: false;
  /** Set when a fault left the ruling open. `ruling` is then the strictest one that is possible. */
  readonly range?: Interval;
  /** The fault of an errored leaf. */
  readonly error?: Fault;
}

/** What may be said along with a ruling. A fix in words is its summary. */
export type VerdictDetails = Partial<
  Pick<Verdict, 'code' | 'recover' | 'retryAfterMs' | 'evidence' | 'gaps' | 'obligations' | 'approval'>
> & { readonly fix?: Fix | string };

/** What must be said along with a ruling that stops the action: how to go on. */
export type StopDetails = Omit<VerdictDetails, 'fix'> & { readonly fix: Fix | string };

const PASS: Verdict = Object.freeze({ ruling: 'pass', guard: '', code: 'ok' });
const SKIP: Verdict = Object.freeze({ ruling: 'pass', guard: '', code: 'not_applicable', applicable: false });

/**
 * The guard has looked and finds nothing against the action.
 *
 * @example
 * ```ts
 * import { pass } from '@licet/core';
 *
 * pass().ruling; // => 'pass'
 * ```
 */
export function pass(details?: VerdictDetails & { readonly reason?: string }): Verdict {
  return details === undefined ? PASS : Object.freeze({ ruling: 'pass', guard: '', code: 'ok', ...withFix(details) });
}

/** The guard does not apply to this action. Parents pass it over: a skip is neither a yes nor a no. */
export function skip(reason?: string): Verdict {
  return reason === undefined ? SKIP : Object.freeze({ ...SKIP, reason });
}

/**
 * Lets the action run and tells the agent why it should take care, and in `fix` what it could do instead.
 *
 * @example
 * ```ts
 * import { warn } from '@licet/core';
 *
 * warn('this folder is made anew by the build', { fix: 'change the template instead' }).fix; // => { summary: 'change the template instead' }
 * ```
 */
export function warn(reason: string, details: VerdictDetails = {}): Verdict {
  return Object.freeze({ ruling: 'warn', guard: '', code: 'warned', reason, ...withFix(details) });
}

/**
 * A human must say yes first. `fix` says what the agent can do without a human, or how to get one.
 *
 * @example
 * ```ts
 * import { ask } from '@licet/core';
 *
 * ask('the push reaches other people', { fix: 'ask the user to confirm the push' }).recover; // => 'approval'
 * ```
 */
export function ask(reason: string, details: StopDetails): Verdict {
  checkStop('ask', details);
  return stop({ ruling: 'ask', guard: '', code: 'approval_required', recover: 'approval', reason }, details);
}

/**
 * Stops the action. `fix` says what to do instead.
 *
 * @example
 * ```ts
 * import { block } from '@licet/core';
 *
 * block('`.env` holds secrets', { fix: 'read `.env.example` instead' }).fix?.summary; // => 'read `.env.example` instead'
 * ```
 */
export function block(reason: string, details: StopDetails): Verdict {
  checkStop('block', details);
  return stop({ ruling: 'block', guard: '', code: 'blocked', recover: 'fix_request', reason }, details);
}

/** Adds the details to a verdict of its own. A spread amid other members, which says the same, would take twice as long. */
function stop(said: Verdict, details: StopDetails): Verdict {
  return Object.freeze(Object.assign(said, details, { fix: asFix(details.fix) }));
}

function withFix({ fix, ...details }: VerdictDetails): Omit<VerdictDetails, 'fix'> & { readonly fix?: Fix } {
  return fix === undefined ? details : { ...details, fix: asFix(fix) };
}

/** Throws where an ask or a block does not say what to do instead: the agent would be left with a wall. */
function checkStop(name: 'ask' | 'block', details: Partial<StopDetails> | undefined): void {
  if (details?.fix !== undefined) return;
  throw new InvariantError(
    'invalid_param',
    `\`${name}\` needs a fix, such as \`${name}(reason, { fix: 'what to do instead' })\``,
  );
}

function asFix(fix: Fix | string): Fix {
  return typeof fix === 'string' ? Object.freeze({ summary: fix }) : Object.freeze({ ...fix });
}
