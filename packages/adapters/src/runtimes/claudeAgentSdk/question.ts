import type { HumanAnswer, MaybePromise, PolicyEngine } from '@licet/core';
import type { OutputShaper } from '@licet/core/policy';

import { stopText } from '../../message.ts';
import { isSame } from '../identities.ts';
import { copyOfData } from '../ownCopy.ts';
import { questionsOf } from './openQuestions.ts';

type Input = Record<string, unknown>;
type Permission = { behavior: 'allow'; updatedInput: Input } | { behavior: 'deny'; message: string };

/** What the SDK hands over about a call that it asks the host about. */
interface CallFacts {
  readonly signal: AbortSignal;
  readonly toolUseID: string;
}

/** The function that the SDK takes as `canUseTool`. */
export type CanUseTool<More extends CallFacts = CallFacts> = (tool: string, input: Input, options: More) => Promise<Permission>;

/** A question of the policy, for a human. */
export interface PermissionQuestion {
  readonly tool: string;
  readonly input: Readonly<Input>;
  /** Why the policy asks. */
  readonly reason: string;
  readonly signal: AbortSignal;
}

/** Who is asked. */
export interface CanUseToolOptions<More extends CallFacts = CallFacts> {
  /** Puts a question of the policy to a human. A throw is a no. @defaultValue none: such calls are denied */
  readonly ask?: (question: PermissionQuestion) => MaybePromise<HumanAnswer>;
  /** The host's own `canUseTool`, for what the policy did not ask about. @defaultValue such calls are denied */
  readonly otherwise?: CanUseTool<More>;
  /** The shaper that the hooks have, so that the approved call owes the same. */
  readonly shaper?: OutputShaper;
}

/**
 * Returns a `canUseTool` that puts the questions of the policy to a human and decides about the call again with the answer. The yes
 * counts for the very call that the hook judged; whatever else the SDK asks about goes to `otherwise`.
 *
 * @example
 * ```ts
 * import { licetCanUseTool } from '@licet/adapters/claude-agent-sdk';
 * import { PolicyEngine, ask, guard } from '@licet/core';
 *
 * const engine = new PolicyEngine(guard('who', () => ask('it reaches others', { fix: 'ask the user' })));
 * const canUseTool = licetCanUseTool(engine, { ask: () => ({ granted: true, by: 'ann' }) });
 * const said = await canUseTool('Bash', { command: 'ls' }, { toolUseID: 'never judged', signal: new AbortController().signal });
 * said.behavior; // => 'deny'
 * ```
 */
export function licetCanUseTool<More extends CallFacts = CallFacts>(
  engine: PolicyEngine,
  { ask, otherwise, shaper }: CanUseToolOptions<More> = {},
): CanUseTool<More> {
  return async (tool, input, options) => {
    const { toolUseID, signal } = options;
    const asked = questionsOf(engine).take(toolUseID);
    if (asked === undefined)
      return otherwise === undefined ? denied('there is no one to ask for this permission') : otherwise(tool, input, options);
    if (asked === 'over') return denied('the question about this call is over');
    if (asked === 'ambiguous') return denied('two calls have this identity, and an answer would count for either');
    const { action, args = action.payload, reason } = asked;
    const isJudged = tool === action.tool && (isSame(input, args) || isSame(input, action.payload));
    if (!isJudged) return denied('the call has changed since the policy judged it');
    if (ask === undefined) return denied(`${reason}; there is no one to ask`);
    try {
      const answer = await ask({ tool, input: copyOfData(args), reason, signal });
      const evaluation = await engine.resume(action, answer, { signal, meets: ['rewrite', 'notices', ...(shaper?.meets ?? [])] });
      if (!answer.granted || !evaluation.passed)
        return denied(answer.granted ? stopText(evaluation) : (answer.reason ?? 'the user said no'));
      return { behavior: 'allow', updatedInput: { ...copyOfData(args), ...evaluation.obligations.rewrite } };
    } catch {
      return denied('no human could be asked');
    }
  };
}

function denied(why: string): Permission {
  return { behavior: 'deny', message: why.startsWith('licet: ') ? why : `licet: ${why}` };
}
