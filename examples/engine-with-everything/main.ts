// An engine with everything: effects, sessions, approvals, an audit trail in SQLite, hooks, a tracer and a human who answers.
// Run: node --conditions=@licet/source examples/engine-with-everything/main.ts
import { sqliteState } from '@licet/adapters/sqlite';
import { All, PolicyEngine, collectingTracer } from '@licet/core';
import type { Approver } from '@licet/core';
import { analyzeEffects } from '@licet/effects';
import { AskBefore, BashSafety, Budget, FileBoundary, SelfProtection } from '@licet/guards';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = mkdtempSync(join(tmpdir(), 'licet-everything-'));
const place = { root, home: '/home/mara' };
const policy = All(
  SelfProtection(place),
  FileBoundary({ allow: ['src/**', '.git/**'], ...place }),
  BashSafety({ shares: 'pass', ...place }),
  AskBefore({ runs: ['git push'], reason: 'a push reaches other people' }),
  Budget({ max: 2, per: 'session' }),
);

// One file for sessions, requests and the trail: a decision is one transaction, and other processes may share it.
const { sessions, approvals, audit, close } = sqliteState(join(root, 'state.db'));
// A human who answers at once. Without an approver the request waits in `approvals` until a human answers it by its code.
const approver: Approver = {
  approve: ({ questions }) => ({ granted: questions.map(() => true), by: 'mara', reason: 'looks good' }),
};
const tracer = collectingTracer();
const engine = new PolicyEngine(policy, {
  effects: analyzeEffects(place),
  sessions,
  approvals,
  audit,
  approver,
  tracer,
  hooks: [
    { postAction: ({ action }, { status }) => console.log(`  hook: ${String(action.payload['command'])} ended with ${status}`) },
  ],
});

const call = { kind: 'bash', tool: 'Bash', cwd: root, sessionId: 's1' };
for (const [index, command] of ['git status', 'rm -rf ~', 'git push origin main', 'git log'].entries()) {
  const evaluation = await engine.evaluate({ ...call, payload: { command }, callId: `call-${index}` }); // before: is it allowed?
  const { ruling, passed, approval, guard } = evaluation;
  console.log(`${command}: ${ruling}, ${passed ? (approval?.reason ?? 'without a question') : `stopped by ${guard}`}`);
  if (passed) await engine.postAction(evaluation, { status: 'ok' }); // after: what really happened
}

const { passed, evaluated } = await sessions.load('s1');
console.log(`session: ${passed} of ${evaluated} calls ran; the tracer saw ${tracer.evaluations.length} decisions`);
const { records, valid } = audit.verify();
console.log(`trail: ${records} records, ${valid ? 'unchanged' : 'changed'}`);
close();
rmSync(root, { recursive: true });
