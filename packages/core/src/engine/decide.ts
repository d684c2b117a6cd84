import type { ApprovalState, Question } from '../ports/approval.ts';
import type { ErrorCode } from '../model/codes.ts';
import { isGovernanceError } from '../model/errors.ts';
import type { GovernanceError } from '../model/errors.ts';
import { containmentOf } from './frame.ts';
import type { Frame } from './frame.ts';
import type { Obligations } from '../model/obligations.ts';
import { mergeObligations, unmetObligations } from '../model/obligations.ts';
import type { Mode } from '../model/settings.ts';
import { defined } from '../model/json.ts';
import { severityOf } from '../model/ruling.ts';
import type { Ruling } from '../model/ruling.ts';
import type { Verdict } from '../model/verdict.ts';
import { ask, block, pass, warn } from '../model/verdict.ts';
import { pathOf } from './walk.ts';
import type { Decision } from '../model/evaluation.ts';

/** What came of the commits: nothing to say, a race that was lost, or a fault. */
export type Committed =
  | undefined
  | { readonly lost: string; readonly guard: string; readonly retryAfterMs?: number }
  | { readonly failed: unknown; readonly guard: string };

const NOTHING: Obligations = Object.freeze({});

/** The engine's name on the verdicts that it speaks itself. */
export const ENGINE = 'engine';

/** The guard that is named when the stores did not take what was committed. */
export const STORES = 'stores';

const own = (verdict: Verdict): Verdict => Object.freeze({ ...verdict, guard: ENGINE });

/** The ruling for an action that no guard applies to. */
export function defaultVerdict(ruling: Ruling): Verdict {
  const details = { code: 'default_ruling', fix: 'extend the policy so that a guard covers this action' };
  const reason = 'no guard of the policy applies to this action';
  switch (ruling) {
    case 'pass':
      return own(pass({ code: 'default_ruling' }));
    case 'warn':
      return own(warn(reason, { code: 'default_ruling' }));
    case 'ask':
      return own(ask(reason, details));
    case 'block':
      return own(block(reason, details));
  }
}

/** Tells whether an action may go ahead on a verdict. */
export const lets = ({ ruling }: Pick<Verdict, 'ruling'>): boolean => ruling === 'pass' || ruling === 'warn';

/** Whether a guard in the tree, or one that was brought along, commits at all. */
export const takesAnything = ({ plan, run }: Frame): boolean => plan.commits || run.brought.some(({ commits }) => commits);

/** Turns a verdict on the whole tree into a decision. An open ruling has already collapsed to its strictest. */
export function decide(verdict: Verdict, mode: Mode, obligations: Obligations = NOTHING, approval?: ApprovalState): Decision {
  const { ruling } = verdict;
  const enforced = mode === 'observe' ? 'pass' : ruling;
  const passed = lets({ ruling: enforced });
  const owed = (passed || ruling === 'ask') && mode === 'enforce' ? obligations : NOTHING;
  return { ruling, enforced, passed, verdict, obligations: owed, approval };
}

/** A block that the engine itself decides upon. */
export function engineBlock(code: string, reason: string, fix: string, more: Partial<Verdict> = {}): Verdict {
  return Object.freeze({ ...block(reason, { code, fix }), guard: ENGINE, ...more });
}

/** Merges the obligations of the deciding path. A conflict, and what the runtime cannot do, gives a separate verdict. */
export function obligationsOf(root: Frame): Obligations | Verdict {
  const { how, obliging, options } = root.run;
  if (!obliging && options.contain === undefined) return NOTHING;
  const { meets } = how;
  const wanted = [...(obliging ? owedOnPath(root) : []), ...wrapping(root.run)];
  if (wanted.length === 0) return NOTHING;
  const merged = mergeObligations(wanted);
  if ('obligations' in merged) {
    const unmet = meets === undefined ? [] : unmetObligations(merged.obligations, meets);
    return unmet.length === 0 ? merged.obligations : unmetVerdict(unmet);
  }
  return engineBlock(
    'obligation_conflict',
    `two guards want to change the argument \`${merged.conflict}\` in different ways`,
    'tell the person who runs the policy',
    { recover: 'none' },
  );
}

const owedOnPath = (root: Frame): readonly Obligations[] =>
  Array.from(pathOf(root, 'committing')).flatMap(({ children, verdict }) =>
    children === undefined && verdict?.obligations !== undefined ? [verdict.obligations] : [],
  );

/** The arguments that put a call into its sandbox: the guards that looked at the containment rely on them. */
function wrapping(run: Frame['run']): readonly Obligations[] {
  const rewrite = containmentOf(run)?.rewrite;
  return rewrite === undefined ? [] : [{ rewrite }];
}

function unmetVerdict(unmet: readonly string[]): Verdict {
  return engineBlock(
    'obligation_unmet',
    `the policy demands what cannot be done here: \`${unmet.join('`, `')}\``,
    'tell the person who runs the policy; do it in a way that needs no change of its arguments or its output',
    { recover: 'none' },
  );
}

/** Returns what a human must say yes to: the deciding nodes that ask and have nothing below them that does. */
export function questionsOf(root: Frame): readonly Question[] {
  const path = pathOf(root, 'determining');
  const asks = (frame: Frame): boolean =>
    path.has(frame) && frame.verdict?.ruling === 'ask' && frame.verdict.applicable !== false;
  return Array.from(path).flatMap(frame => {
    const { verdict } = frame;
    if (verdict === undefined || !asks(frame) || frame.children?.some(asks) === true) return [];
    const { guard, code, reason = `\`${guard}\` asks`, fix, approval: { quorum, expiresInMs, details } = {} } = verdict;
    return [Object.freeze(defined<Question>({ guard, code, reason, fix, quorum, expiresInMs, details }))];
  });
}

/** A block because something the engine depends on has failed. */
export function unavailable(code: ErrorCode, reason: string, cause: unknown): Verdict {
  const message = cause instanceof Error ? cause.message : reason;
  return engineBlock(code, reason, 'tell the person who runs this policy; the action stays stopped until it works again', {
    recover: 'none',
    error: Object.freeze({ code, message, guard: ENGINE, ...(cause !== undefined && { cause }) }),
  });
}

/** The verdict about an action that is too large to look at. */
export const tooLarge = ({ message }: GovernanceError): Verdict =>
  engineBlock('action_too_large', message, 'split the call into smaller ones, or write the data into a file and name the file', {
    recover: 'fix_request',
    error: Object.freeze({ code: 'action_too_large', message, guard: ENGINE }),
  });

/** The verdict when a commit did not go through. */
export function commitFailure(stopped: Exclude<Committed, undefined>): Verdict {
  if ('lost' in stopped) {
    return engineBlock(
      'commit_lost',
      `\`${stopped.guard}\` could not take what the action needs: ${stopped.lost}`,
      'wait a moment and try again',
      { recover: 'wait', ...(stopped.retryAfterMs !== undefined && { retryAfterMs: stopped.retryAfterMs }) },
    );
  }
  if (stopped.guard === ENGINE) return unavailable('store_unavailable', 'the approval could not be used up', stopped.failed);
  if (stopped.guard === STORES)
    return unavailable('store_unavailable', 'the state did not take what the action needs', stopped.failed);
  const { failed } = stopped;
  const code = isGovernanceError(failed) && failed.code === 'store_unavailable' ? failed.code : 'guard_threw';
  return unavailable(code, `guard \`${stopped.guard}\` could not commit`, failed);
}

/** The verdict when the caller gave up. */
export const ABORTED: Verdict = unavailable('aborted', 'the caller gave up before there was a decision', undefined);

/** Returns the stricter of two verdicts, the first where they are the same. */
export const worse = (a: Verdict, b: Verdict): Verdict => (severityOf(b.ruling) > severityOf(a.ruling) ? b : a);
