// Humans in the loop: at once, later from elsewhere, and several. Run: node --conditions=@licet/source examples/04-ask-a-human/main.ts
import { PolicyEngine, ask, guard, memoryApprovals, pass } from '@licet/core';
import type { ActionInput } from '@licet/core';
import { Quorum } from '@licet/guards';

const careful = guard('careful', action =>
  action.kind === 'bash' ? ask('a push reaches other people', { fix: 'ask the user to confirm the push' }) : pass(),
);
const push: ActionInput = { kind: 'bash', payload: { command: 'git push' }, sessionId: 'demo' };

// 1. A human who sits there: the engine asks once and waits.
const approver = { approve: () => ({ granted: [true], by: 'mara', reason: 'looks good' }) };
const asked = await new PolicyEngine(careful, { approver }).evaluate({ ...push, callId: 'call-1' });
console.log(`asked at once: ${asked.ruling}, approved by ${asked.approval?.by}`);

// 2. No human is there: the action stays stopped, and a request waits, under a code that a human can type.
const approvals = memoryApprovals();
const engine = new PolicyEngine(careful, { approvals });
const stopped = await engine.evaluate({ ...push, callId: 'call-2' });
console.log(`no one there: ${stopped.ruling}, passed: ${stopped.passed}`);
const repeated = await engine.evaluate({ ...push, callId: 'call-3' });
console.log(`repeated: the same code ${repeated.approval?.code === stopped.approval?.code}`);

// Later, a human says yes from elsewhere. The agent repeats the very same call, and it passes: once.
const waiting = await approvals.findByCode(stopped.approval?.code ?? '', Date.now());
const id = waiting?.request.id ?? '';
await approvals.answer(id, { granted: [true], by: 'mara' }, Date.now());
const other = await engine.evaluate({ ...push, payload: { command: 'git push --force' }, callId: 'call-4', approval: { id } });
console.log(`for another command: ${other.ruling} (${other.reason})`);
const allowed = await engine.evaluate({ ...push, callId: 'call-5' });
console.log(`the same call: ${allowed.ruling}, passed: ${allowed.passed}`);
const again = await engine.evaluate({ ...push, callId: 'call-6', approval: { id } });
console.log(`with the same yes again: ${again.ruling} (${again.reason})`);

// 3. Two of three people must say yes, and the no of one of them is final.
const people = memoryApprovals();
const deploys = new PolicyEngine(Quorum({ approvals: 2, of: ['ann', 'ben', 'eve'], veto: ['eve'] }), { approvals: people });
const deploy: ActionInput = { kind: 'submit_task', taskType: 'deploy', sessionId: 'demo', agentId: 'bot' };
const request = (await deploys.evaluate(deploy)).approval?.id ?? '';
for (const by of ['ann', 'ANN', 'mallory', 'bot', 'ben']) {
  const result = await people.answer(request, { granted: [true], by }, Date.now());
  console.log(`${by} says yes: ${result.taken ? result.approval.status : `not taken, ${result.code}`}`);
}
const deployed = await deploys.evaluate(deploy);
console.log(`deployed: ${deployed.passed}, by ${deployed.approval?.by}`);
