// A human in the loop: at once, or later from elsewhere. Run: node --conditions=@licet/source examples/04-ask-a-human/main.ts
import { PolicyEngine, ask, guard, memoryApprovals, pass } from '@licet/core';
import type { ActionInput } from '@licet/core';

const careful = guard('careful', action =>
  action.kind === 'bash' ? ask('a push reaches other people', { fix: 'ask the user to confirm the push' }) : pass(),
);
const push: ActionInput = { kind: 'bash', payload: { command: 'git push' }, sessionId: 'demo' };

// 1. A human who sits there: the engine asks once and waits.
const approver = { approve: () => ({ granted: [true], by: 'mara', reason: 'looks good' }) };
const asked = await new PolicyEngine(careful, { approver }).evaluate({ ...push, callId: 'call-1' });
console.log(`asked at once: ${asked.ruling}, approved by ${asked.approval?.by}`);

// 2. Nobody is there: the action stays stopped, and a request waits.
const approvals = memoryApprovals();
const engine = new PolicyEngine(careful, { approvals });
const stopped = await engine.evaluate({ ...push, callId: 'call-2' });
console.log(`nobody there: ${stopped.ruling}, passed: ${stopped.passed}`);

// Later, somebody says yes: the approval is good for this action, under this policy, once.
const id = stopped.approval?.id ?? '';
await approvals.answer(id, { granted: [true], by: 'mara' }, Date.now());
const allowed = await engine.evaluate({ ...push, callId: 'call-3', approval: { id } });
console.log(`with the approval: ${allowed.ruling}, passed: ${allowed.passed}`);
const again = await engine.evaluate({ ...push, callId: 'call-4', approval: { id } });
console.log(`with the same one again: ${again.ruling} (${again.reason})`);
const other = await engine.evaluate({ ...push, payload: { command: 'git push --force' }, callId: 'call-5', approval: { id } });
console.log(`for another command: ${other.ruling} (${other.reason})`);
