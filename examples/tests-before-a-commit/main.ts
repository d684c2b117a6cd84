// An agent that mends a failing test under a gate. Run: node --conditions=@licet/source examples/tests-before-a-commit/main.ts
import { PolicyEngine, createRegistry, memoryAudit } from '@licet/core';
import type { OutcomeInput } from '@licet/core';
import { standingOf } from '@licet/core/nodes';
import { loadPolicy } from '@licet/core/yaml';
import { analyzeEffects } from '@licet/effects';
import { guardDefinitions, includePack, shortForms } from '@licet/guards';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// A project with a wrong sum and a test that fails. Nothing here is faked: commands really run.
const root = realpathSync(mkdtempSync(join(tmpdir(), 'licet-example-')));
mkdirSync(join(root, 'src'));
writeFileSync(join(root, 'src', 'sum.mjs'), 'export const sum = (a, b) => a - b;\n');
writeFileSync(
  join(root, 'sum.test.mjs'),
  "import assert from 'node:assert';\nimport test from 'node:test';\nimport { sum } from './src/sum.mjs';\ntest('sum', () => assert.equal(sum(2, 3), 5));\n",
);

const place = { root, home: '/home/me' };
const policy = readFileSync(new URL('governance.yaml', import.meta.url), 'utf8');
const built = loadPolicy(policy, { registry: createRegistry(guardDefinitions), ...place, shortForms, include: includePack });
const audit = memoryAudit();
const engine = new PolicyEngine(built, { audit, effects: analyzeEffects({ ...place, env: {} }) });

/** What the runtime does with a command that may run: it runs it, and reports how it ended. Commits are only shown here. */
function perform(command: string): OutcomeInput {
  if (command.startsWith('git ')) return { status: 'ok' };
  try {
    const env = {
      ...process.env,
      PATH: `${join(process.execPath, '..')}:${process.env['PATH'] ?? ''}`,
      NODE_TEST_CONTEXT: undefined,
    };
    execFileSync('bash', ['-c', command], { cwd: root, stdio: 'ignore', env });
    return { status: 'ok' };
  } catch {
    return { status: 'error' };
  }
}

let calls = 0;
/** One call of the agent: judged, run when it may, and reported. */
async function act(thought: string, command: string): Promise<void> {
  const action = { kind: 'bash', tool: 'Bash', cwd: root, sessionId: 'example', callId: `call-${calls++}`, payload: { command } };
  const evaluation = await engine.evaluate(action);
  console.log(`\n# ${thought}\n$ ${command}`);
  if (!evaluation.passed) {
    console.log(`stopped: ${evaluation.reason}\ninstead: ${evaluation.fix?.summary}`);
    return;
  }
  const outcome = perform(command);
  await engine.postAction(action, outcome);
  console.log('status' in outcome ? outcome.status : outcome.success);
}

await act('I think it is done, so I commit', "git commit -m 'add a sum'");
await act('I run the tests, and only want to see the end', 'node --test | tail -n 3');
await act('That did not count, so once more', "git commit -m 'add a sum'");
await act('The tests as a separate call', 'node --test');
await act('A minus: I mend it', "sed -i.bak 's/a - b/a + b/' src/sum.mjs");
await act('Again', 'node --test');
await act('Now', "git commit -m 'mend the sum'");
await act('Of course', "echo '- sum adds' >> CHANGELOG.md");
await act('Now', "git commit -m 'mend the sum'");
await act('One more small change before the next commit', "echo '// adds' >> src/sum.mjs");
await act('It is only a comment', "git commit -m 'say what it does'");

const { facts, obligations } = await standingOf(engine, { sessionId: 'example' });
console.log(`\nin the end: ${facts.map(({ name, holds }) => `${name} ${holds ? 'holds' : 'does not hold'}`).join(', ')}`);
console.log(`to do: ${obligations.map(({ name, target, way }) => `${name} for ${target}: ${way}`).join(', ')}`);
const changes = audit.records.flatMap(record => (record.type === 'fact' ? [`${record.name} ${record.change}`] : []));
console.log(`the trail: ${changes.join(', ')}`);
rmSync(root, { recursive: true });
