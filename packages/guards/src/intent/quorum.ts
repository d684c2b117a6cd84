import type { ApprovalQuorum, Guard, NodeDefinition } from '@licet/core';
import { InvariantError, ask, defineNode } from '@licet/core';

import { durationSchema, inMilliseconds, milliseconds, spanMs, withSpan } from '../resource/duration.ts';
import { checkNames, namesSchema } from './approvers.ts';

/** What {@link Quorum} takes. */
export interface QuorumOptions {
  /** How many different people must say yes: a whole number above 0. */
  readonly approvals: number;
  /** The people who count, by name. @defaultValue anybody but who acts */
  readonly of?: readonly string[];
  /** People whose no is final, however many say yes. They need not be among those who count. @defaultValue nobody */
  readonly veto?: readonly string[];
  /** What they are asked. @defaultValue made from the other options */
  readonly reason?: string;
  /** How long the question may wait and its answers be used: `4h`. @defaultValue the engine's `approvalTimeoutMs` */
  readonly expiresIn?: string;
  /** The same in milliseconds. */
  readonly expiresInMs?: number;
}

/**
 * Asks several humans, always: so many different ones must say yes. Each answers when and where they are, with
 * `licet approve CODE` or by whatever channel the host has; who acts cannot answer, and nobody counts twice.
 *
 * | the answers so far | the action |
 * |---|---|
 * | too few, and enough people are left | waits: the ruling is ask |
 * | enough yes | passes once, for this very action, policy and session |
 * | a no of somebody in `veto` | is denied |
 * | so many noes that those in `of` no longer suffice | is denied |
 * | none in time | is denied |
 *
 * Without `of` anybody counts whom the channel lets answer, under whatever name it gives them: name the people where the
 * channel is open to many. It cannot see whether two names are one person.
 *
 * @example
 * ```ts
 * import { PolicyEngine, memoryApprovals } from '@licet/core';
 * import { Quorum } from '@licet/guards';
 *
 * const approvals = memoryApprovals();
 * const engine = new PolicyEngine(Quorum({ approvals: 2, of: ['ann', 'ben', 'eve'], veto: ['eve'] }), { approvals });
 * const asked = await engine.evaluate({ kind: 'submit_task', taskType: 'deploy' });
 * asked.ruling; // => 'ask'
 * for (const by of ['ann', 'ben']) await approvals.answer(asked.approval?.id ?? '', { granted: [true], by }, Date.now());
 * (await engine.evaluate({ kind: 'submit_task', taskType: 'deploy' })).passed; // => true
 * (await engine.evaluate({ kind: 'submit_task', taskType: 'deploy' })).passed; // => false
 * ```
 */
export function Quorum(options: QuorumOptions): Guard {
  const { approvals, of, veto } = options;
  if (!Number.isSafeInteger(approvals) || approvals < 1) {
    throw new InvariantError('invalid_param', `\`approvals\` must be a whole number above 0, found \`${approvals}\``, {
      path: ['approvals'],
    });
  }
  const known = of === undefined ? Number.POSITIVE_INFINITY : checkNames('of', of);
  if (known < approvals) {
    throw new InvariantError('invalid_param', `\`of\` must name at least ${approvals} people, found ${known}`, { path: ['of'] });
  }
  if (veto !== undefined) checkNames('veto', veto);
  const expiresInMs = spanMs('expiresIn', { ms: options.expiresInMs, text: options.expiresIn });
  const quorum: ApprovalQuorum = Object.freeze({
    approvals,
    ...(of !== undefined && { of: Object.freeze([...of]) }),
    ...(veto !== undefined && { veto: Object.freeze([...veto]) }),
  });
  const people = `${approvals} ${of === undefined ? (approvals === 1 ? 'person' : 'people') : `of ${of.join(', ')}`}`;
  const verdict = ask(options.reason ?? `this action needs ${people} to agree`, {
    fix: `ask for the yes of ${people}, and wait for the answers`,
    approval: Object.freeze({ quorum, ...(expiresInMs !== undefined && { expiresInMs }) }),
  });
  return Object.freeze<Guard>({
    name: 'quorum',
    kind: 'quorum',
    layer: 'intent',
    params: Object.freeze(inMilliseconds(options, 'expiresIn', expiresInMs)),
    check: () => verdict,
  });
}

/** `quorum` in governance.yaml. */
export const quorumDefinition: NodeDefinition<QuorumOptions> = defineNode<QuorumOptions>({
  kind: 'quorum',
  doc: 'asks several humans: so many different ones must say yes',
  params: z => {
    const schema = z.strictObject({
      approvals: z.int().min(1).describe('how many different people must say yes'),
      of: namesSchema(z, 'the people who count; anybody but who acts when it is absent').exactOptional(),
      veto: namesSchema(z, 'people whose no is final').exactOptional(),
      reason: z.string().min(1).exactOptional().describe('what they are asked'),
      expiresIn: durationSchema(z, 'how long the question may wait and its answers be used').exactOptional(),
      expiresInMs: milliseconds(z, 'the same in milliseconds').exactOptional(),
    });
    return withSpan(schema, 'expiresIn') as never;
  },
  build: params => Quorum(params),
});
