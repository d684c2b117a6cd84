import type { Action, CapabilityRequest } from '../model/action.ts';
import { canonicalJson } from '../text/canonical.ts';
import type { HashText } from '../store/auditChain.ts';
import type { GuardNode } from '../model/node.ts';
import { describeTree } from '../policy/policyData.ts';
import { sha256 } from '../text/sha256.ts';

/**
 * Returns the identity of what an action would do: kind, tool, arguments, folder, agent and principal. The call, the turn and
 * the session are left out, so that an approval still holds when a runtime repeats the call under a new id, and so are the
 * arguments that are words for people, and why the request is made. Undefined for arguments that are not data: nothing can
 * then be bound to the action.
 */
export function digestAction(action: Action, hash: HashText = sha256): string | undefined {
  const { sessionId: _session, callId: _call, turnId: _turn, approval: _approval, remarks, request, ...rest } = action;
  try {
    const what = request === undefined ? rest : { ...rest, request: limitsOf(request) };
    const payload = remarks === undefined ? what.payload : withoutRemarks(what.payload, remarks);
    return hash(canonicalJson({ ...what, payload }));
  } catch {
    return undefined;
  }
}

/** What a request is limited to. Why it is made, who proposed it and what grants it changes nothing about what would be done. */
function limitsOf({ justification: _why, shortlist: _shortlist, token: _token, ...limits }: CapabilityRequest): object {
  return limits;
}

function withoutRemarks(payload: Action['payload'], remarks: readonly string[]): Action['payload'] {
  return Object.fromEntries(Object.entries(payload).filter(([name]) => !remarks.includes(name)));
}

// Each node takes two levels, and a tree may have 256 of them.
const MAX_LEVELS = 1_024;

/** Returns the identity of a policy: the SHA-256 of its tree as canonical JSON. Code inside it counts by name only. */
export function digestPolicy(root: GuardNode): string {
  return sha256(canonicalJson(describeTree(root), MAX_LEVELS));
}
