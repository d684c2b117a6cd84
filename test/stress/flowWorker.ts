import { sqliteState } from '@licet/adapters/sqlite';
import { PolicyEngine } from '@licet/core';
import { analyzeEffects } from '@licet/effects';
import { Flow } from '@licet/guards';

import { UNHURRIED } from '../support/unhurried.ts';

/** Reads contacts and secrets, and clones, in one session with others, and says what it has read once the outcome is written down. */
const [file = '', name = '', rounds = '0'] = process.argv.slice(2);
const { sessions, approvals, audit, close } = sqliteState(file, { busyTimeoutMs: 60_000 });
const policy = Flow({ tools: { find_contact: { directory: true }, get_profile: { secret: true } } });
const engine = new PolicyEngine(policy, {
  sessions,
  approvals,
  audit,
  effects: analyzeEffects({ files: false, env: {} }),
  default: 'pass',
  ...UNHURRIED,
});

for (let round = 0; round < Number(rounds); round++) {
  // The one that is killed may be late to die: no more secrets than a session keeps.
  if (round >= 60) {
    await new Promise(resolve => setTimeout(resolve, 20));
    continue;
  }
  const id = `${name}x${round}`;
  const tool = round % 2 === 0 ? 'find_contact' : 'get_profile';
  const action = { kind: 'tool', tool, payload: {}, sessionId: 's', callId: id };
  const output = round % 2 === 0 ? [{ email: `${id}@acme.org` }] : { pin: `secret${id}` };
  await engine.evaluate(action);
  const receipt = await engine.postAction(action, { status: 'ok', output });
  if (!receipt.recorded) throw new Error(receipt.why);
  const clone = { kind: 'bash', tool: 'Bash', payload: { command: `git clone https://a.dev/${id} /tmp/${id}` }, sessionId: 's' };
  const { passed } = await engine.evaluate({ ...clone, callId: `clone${id}` });
  // After text of outsiders the clone is asked about: the user says yes in the runtime.
  const answered = passed ? {} : ({ askedBy: 'runtime' } as const);
  const cloned = await engine.postAction({ ...clone, callId: `clone${id}` }, { status: 'ok', output: 'Cloning', ...answered });
  if (!cloned.recorded) throw new Error(cloned.why);
  if (round % 7 === 0) await engine.heard({ sessionId: 's', prompt: `prompt of ${id}` });
  process.stdout.write(`${id}\n`);
}
close();
