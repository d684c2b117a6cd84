import type { ApprovalProof, PolicySettings } from './settings.ts';

/** What a level of proof holds, and what it leaves open. */
export interface ProofLevel {
  readonly holds: string;
  /** What an agent that runs with the user's rights could still do. */
  readonly open: readonly string[];
}

/** What each level of `approvals.proof` holds, for everything that tells a person. */
export const PROOF_LEVELS: Readonly<Record<ApprovalProof, ProofLevel>> = /* @__PURE__ */ Object.freeze({
  terminal: {
    holds: 'a yes comes from a terminal of the user or from the prompt of the agent runtime',
    open: [
      'a program that the policy lets run can do what the terminal can: type an answer, or write one into the state file with its record',
    ],
  },
  passkey: {
    holds:
      'whatever lets more through needs the signature of an enrolled passkey, made for exactly that: a yes to a request, an exception, a pause, a granted fact, the end of a hold, forgotten state, another policy',
    open: [
      'a program that can write to `~/.licet/pins` can replace the list of keys: `licet passkey list` and `licet audit verify` show it',
      'a page on localhost that the agent has opened can ask for a touch: sign only on the page that your terminal opened',
      'a program that writes to the state file can strike out a hold or a counter, or write back what was signed and taken back: `licet audit verify` names a signature that was used twice',
      'the first key, the first policy, tokens and edges of knowledge graphs are answered in a terminal, as at `terminal`',
    ],
  },
  service: {
    holds:
      'another user of the system keeps the state, the keys and the policy; the user of the agent can ask and can write nothing',
    open: [
      'root and the users that `--approver` named can answer',
      'the agent runtime reports the outcomes of calls to the service, so the agent can forge them',
    ],
  },
});

/**
 * Returns the level of proof that a policy asks for.
 *
 * @example
 * ```ts
 * import { proofOf } from '@licet/core/policy';
 *
 * proofOf({}); // => 'terminal'
 * proofOf({ approvals: { proof: 'passkey' } }); // => 'passkey'
 * ```
 */
export function proofOf({ approvals }: Pick<PolicySettings, 'approvals'>): ApprovalProof {
  return approvals?.proof ?? 'terminal';
}
