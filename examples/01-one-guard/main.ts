// One guard, two calls. Run: node --conditions=@licet/source examples/01-one-guard/main.ts
import { PolicyEngine, block, guard, pass } from '@licet/core';

const noSecrets = guard('no_secrets', action =>
  String(action.payload['path']).endsWith('.env')
    ? block('`.env` holds secrets', { fix: 'read `.env.example` instead' })
    : pass(),
);

const engine = new PolicyEngine(noSecrets);

for (const path of ['README.md', '.env']) {
  const evaluation = await engine.evaluate({ kind: 'read', payload: { path } }); // before: may it?
  console.log(`${path}: ${evaluation.ruling}`);
  if (evaluation.passed) await engine.postAction(evaluation, { success: true }); // after: what really happened
  else console.log(`  why: ${evaluation.reason}\n  fix: ${evaluation.fix?.summary}`);
}
