import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import * as cedar from '@cedar-policy/cedar-wasm/nodejs';
import { comparePolicies, parsePolicyTests, runPolicyTests } from '@licet/analysis';
import type { RecordedEvent } from '@licet/core/store';
import { diffPolicies, replayPolicies, subjectOf, worldOf } from '@licet/analysis/policies';
import { policyHost } from 'licet/source/policy/analysisProgram.ts';

// What it takes to work on a policy: `node --conditions=@licet/source test/bench/policy.ts`. `OPA=/path/to/opa` runs the same tests there.

const ROOT = '/project';
const compiled = (text: string) => policyHost.compile(text, `${ROOT}/governance.yaml`).compiled;
const CASES = 1_000;
const folders = Array.from({ length: CASES }, (_, index) => `d${index}`);

async function timed<T>(name: string, run: () => Promise<T> | T, per?: (found: T, ms: number) => string): Promise<void> {
  let best = Number.POSITIVE_INFINITY;
  let found: T | undefined;
  for (let round = 0; round < 3; round++) {
    const start = performance.now();
    found = await run();
    best = Math.min(best, performance.now() - start);
  }
  console.log(`${name}: ${best.toFixed(0)} ms${per === undefined ? '' : `, ${per(found as T, best)}`}`);
}

/** The same rule everywhere: `src` may be written, everything else may not. */
const POLICY = `version: 1\ndefault: pass\npolicy: { file_boundary: { allow: ['src/**'] } }\n`;
const tests = parsePolicyTests(
  `cases:\n${folders.map((name, index) => `  - { write: ${index % 2 === 0 ? 'src' : 'lib'}/${name}, want: ${index % 2 === 0 ? 'pass' : 'block'} }`).join('\n')}\n`,
);
const subject = subjectOf(compiled(POLICY), worldOf(policyHost, {}, ROOT));

await timed(
  `licet: ${CASES} cases of tests`,
  () => runPolicyTests(tests, subject),
  results => `${results.filter(({ passed }) => passed).length} pass`,
);

cedar.preparsePolicySet('bench', {
  staticPolicies: 'permit(principal, action, resource) when { context.path like "src/*" };',
});
await timed(
  `cedar-wasm: ${CASES} requests, no test files`,
  () =>
    folders.filter((name, index) => {
      const answer = cedar.statefulIsAuthorized({
        principal: { type: 'Agent', id: 'a' },
        action: { type: 'Action', id: 'write' },
        resource: { type: 'Job', id: 'j' },
        context: { path: `${index % 2 === 0 ? 'src' : 'lib'}/${name}` },
        preparsedPolicySetId: 'bench',
        entities: [],
      });
      return (answer.type === 'success' && answer.response.decision === 'allow') === (index % 2 === 0);
    }),
  right => `${right.length} as wanted`,
);

cedar.preparsePolicySet('narrower', {
  staticPolicies: 'permit(principal, action, resource) when { context.path like "src/d1*" };',
});
await timed(
  `cedar-wasm: ${CASES} requests under two policies, nothing proven`,
  () =>
    folders.filter(name => {
      const [was, is] = ['bench', 'narrower'].map(preparsedPolicySetId =>
        cedar.statefulIsAuthorized({
          principal: { type: 'Agent', id: 'a' },
          action: { type: 'Action', id: 'write' },
          resource: { type: 'Job', id: 'j' },
          context: { path: `src/${name}` },
          preparsedPolicySetId,
          entities: [],
        }),
      );
      return was?.type === 'success' && is?.type === 'success' && was.response.decision !== is.response.decision;
    }),
  other => `${other.length} answered otherwise`,
);

const { OPA } = process.env;
if (OPA === undefined) console.log('opa test: not run, set OPA');
else {
  const folder = mkdtempSync(join(tmpdir(), 'opa-'));
  writeFileSync(join(folder, 'p.rego'), 'package p\n\ndefault allow := false\n\nallow if startswith(input.path, "src/")\n');
  const rules = folders.map((name, index) =>
    index % 2 === 0
      ? `test_${name} if p.allow with input as {"path": "src/${name}"}`
      : `test_${name} if not p.allow with input as {"path": "lib/${name}"}`,
  );
  writeFileSync(join(folder, 'p_test.rego'), `package p_test\n\nimport data.p\n\n${rules.join('\n\n')}\n`);
  await timed(
    `opa test: ${CASES} cases, with its start`,
    () => spawnSync(OPA, ['test', folder], { encoding: 'utf8' }).stdout.trim().split('\n').at(-1) ?? '',
    last => last,
  );
  rmSync(folder, { recursive: true });
}

const patterns = (count: number): string => JSON.stringify(Array.from({ length: count }, (_, index) => `src/p${index}/**`));
const boundary = (allow: string): string => `    - file_boundary: { allow: ${allow} }\n`;
const leaves = Array.from({ length: 49 }, (_, index) => `    - budget: { max: ${index + 10}, name: b${index} }\n`).join('');
const large = (allow: string): string => `version: 1\ndefault: pass\npolicy:\n  all:\n${boundary(allow)}${leaves}`;
const [before, after] = [compiled(large(patterns(100))), compiled(large(patterns(99)))];

await timed(
  'licet diff: proof over 100 patterns and 50 leaves',
  () => comparePolicies(before, after, policyHost.nodesAt(ROOT).registry),
  ({ neverMilder }) => (neverMilder ? 'narrower' : 'not proven'),
);
await timed(
  'licet diff: with actions that show it',
  () => diffPolicies(policyHost, before, after, ROOT),
  ({ verdict, witnesses }) => `${verdict}, ${witnesses.length} shown`,
);

const COMMANDS = [
  'ls -l',
  'git status',
  'npm test',
  'cat src/a.ts',
  'grep -rn x src',
  'git push',
  'rm -rf build',
  'python3 -c "print(1)"',
];
const CALLS = 10_000;
async function* shellCalls(): AsyncGenerator<RecordedEvent> {
  for (let index = 0; index < CALLS; index++) {
    const command = `${COMMANDS[index % COMMANDS.length]} # ${index}`;
    const [sessionId, callId] = [`s${index % 50}`, `${index}`];
    yield {
      type: 'call',
      at: index * 1_000,
      exact: true,
      action: { kind: 'bash', tool: 'Bash', payload: { command }, sessionId, callId, cwd: '/elsewhere' },
    };
    yield { type: 'outcome', at: index * 1_000, sessionId, callId, status: 'ok' };
  }
}
const standard = compiled('version: 1\ndefault: pass\ninclude: [standard]\npolicy: { budget: { max: 100000 } }\n');
const strict = compiled('version: 1\ndefault: pass\ninclude: [strict]\npolicy: { budget: { max: 100000 } }\n');
await timed(
  `licet replay: ${CALLS} shell calls, two profiles`,
  () => replayPolicies(policyHost, shellCalls(), { newer: strict, older: standard, root: ROOT }),
  ({ asksPer100 }, ms) =>
    `${Math.round((CALLS / ms) * 1_000)} a second; asks per 100: ${asksPer100.before} → ${asksPer100.after}`,
);
