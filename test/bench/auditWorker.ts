import { groupCommit } from '@licet/adapters';
import { sqliteState } from '@licet/adapters/sqlite';
import type { BatchAuditSink } from '@licet/core/store';
import { PolicyEngine, guard, pass } from '@licet/core';

/** Evaluates as often as it can for a while, and prints how often that is in a second. Started by `audit.ts`. */
const [store = '', level = '', file = '', start = '0', ms = '0'] = process.argv.slice(2);
const durability = level === 'full' ? 'full' : 'normal';
const [kind, ...grouped] = store.split(' ');
const isGrouped = grouped.length > 0;

function open(): BatchAuditSink | undefined {
  return kind === 'sqlite' ? sqliteState(file, { durability, busyTimeoutMs: 60_000 }).audit : undefined;
}

const sink = open();
const policy = guard('yes', () => pass());
const payload = { command: 'git status --short && git log -1', description: 'look where we are', cwd: '/home/me/project' };
let calls = 0;
const action = () => ({ kind: 'bash', tool: 'Bash', sessionId: 'bench', callId: String(calls++), payload });

/** Fifty calls are judged at a time where records are written in groups: no other call would have anything to wait for. */
const AT_ONCE = 50;

async function evaluateFor(forMs: number): Promise<number> {
  const engine = new PolicyEngine(policy, sink === undefined ? {} : { audit: isGrouped ? groupCommit(sink) : sink });
  const from = calls;
  const startedAt = performance.now();
  while (performance.now() - startedAt < forMs) {
    if (isGrouped) await Promise.all(Array.from({ length: AT_ONCE }, () => engine.evaluate(action())));
    else for (let index = 0; index < 20; index++) engine.evaluateSync(action());
  }
  return ((calls - from) * 1_000) / (performance.now() - startedAt);
}

await evaluateFor(300);
await new Promise(resolve => setTimeout(resolve, Math.max(0, Number(start) - Date.now())));
console.log(await evaluateFor(Number(ms)));
