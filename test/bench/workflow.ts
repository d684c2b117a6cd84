import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { sqliteState } from '@licet/adapters/sqlite';
import { PolicyEngine, createRegistry } from '@licet/core';
import { loadPolicy } from '@licet/core/yaml';
import { analyzeEffects } from '@licet/effects';
import { memoryFiles } from '@licet/effects/places';
import { guardDefinitions, includePack, shortForms } from '@licet/guards';

import { quantile } from './measure.ts';

/**
 * What 20 facts and 10 obligations cost: the same policy with and without them, on SQLite with its trail, analyser included, in turns
 * on two warm engines of one process. Only the ratio means anything.
 * `node --conditions=@licet/source test/bench/workflow.ts [rounds]`
 */
const CALLS: readonly (readonly [tool: string, kind: string, payload: Record<string, string>])[] = [
  ['Read', 'read', { file_path: '/w/src/a.ts' }],
  ['Bash', 'bash', { command: 'ls -la src' }],
  ['Bash', 'bash', { command: 'git status && git diff --stat | head -20' }],
  ['Write', 'write', { file_path: '/w/src/b.ts', content: 'export const b = 1;\n' }],
  ['Bash', 'bash', { command: 'npm test' }],
  ['Bash', 'bash', { command: 'rg -n "needle" src test' }],
  ['Read', 'read', { file_path: '/w/test/a.test.ts' }],
  ['Bash', 'bash', { command: 'npx eslint src' }],
];

const factOf = (index: number): string => {
  const runs = ['tests', 'lints', 'builds', `npm run check${index}`][index % 4] as string;
  return `  fact_${index}: { earned_by: { runs: ${runs} }, reset_by: { writes: ['src/**', 'test/**', package.json] } }\n`;
};

const dutyOf = (index: number): string => {
  const when = index % 2 === 0 ? `{ runs: 'git tag v${index}' }` : `fact_${index}`;
  const deadline = index % 3 === 0 ? ', deadline: { actions: 1000000 }' : '';
  return `    - obligation: { name: duty_${index}, when: ${when}, fulfilled_by: { writes: ['notes/${index}.md'] }${deadline} }\n`;
};

const many = (count: number, text: (index: number) => string): string =>
  Array.from({ length: count }, (_, i) => text(i)).join('');

interface Base {
  readonly top?: string;
  readonly node: string;
}

const policy = (hasWorkflow: boolean, base: Base): string =>
  `version: 1
default: pass
${base.top ?? ''}${hasWorkflow ? `facts:\n${many(20, factOf)}` : ''}policy:
  all:
    - ${base.node}
${hasWorkflow ? many(10, dutyOf) : ''}`;

const BASES: Readonly<Record<string, Base>> = {
  'the standard profile': { top: 'include: [standard]\n', node: 'budget: { max: 1000000 }' },
  'one boundary': { node: "file_boundary: { allow: ['src/**', 'test/**'], unknown: pass }" },
};

const place = { root: '/w', home: '/home/u' };
const stored = memoryFiles({
  '/w/src/a.ts': 'file',
  '/w/src/b.ts': 'file',
  '/w/test/a.test.ts': 'file',
  '/w/package.json': 'file',
});
const files = { ...stored, isKnownToGit: (): boolean => true };

function engineOf(text: string, file: string): { readonly engine: PolicyEngine; readonly close: () => void } {
  const options = { registry: createRegistry(guardDefinitions), ...place, files, shortForms, include: includePack };
  const { sessions, approvals, audit, close } = sqliteState(file);
  const engine = new PolicyEngine(loadPolicy(text, options), {
    sessions,
    approvals,
    audit,
    effects: analyzeEffects({ ...place, files, env: {} }),
  });
  return { engine, close };
}

type Engine = ReturnType<typeof engineOf>['engine'];

let calls = 0;

/** The CPU time of this process in microseconds: what the neighbours on the machine do is not in it. */
function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

/** CPU time of an evaluation and of its outcome, for each call in turn. */
async function turn(engine: Engine): Promise<readonly (readonly [evaluation: number, outcome: number])[]> {
  const times: [number, number][] = [];
  for (const [tool, kind, payload] of CALLS) {
    const action = { kind, tool, cwd: '/w', sessionId: 's', callId: `c${(calls += 1)}`, payload };
    const from = cpuTime();
    const found = engine.evaluateSync(action);
    const decided = cpuTime();
    if (!found.passed) throw new Error(`${JSON.stringify(payload)}: ${found.reason}`);
    await engine.postAction(found, { status: 'ok' });
    times.push([decided - from, cpuTime() - decided]);
  }
  return times;
}

async function compare(name: string, base: Base, rounds: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'licet-bench-'));
  const sides = [false, true].map(has => ({
    ...engineOf(policy(has, base), join(folder, `${has}.db`)),
    found: CALLS.map(() => [[], []] as [number[], number[]]),
  }));
  const warmUp = Math.ceil(rounds / 4);
  for (let round = -warmUp; round < rounds; round++) {
    for (const { engine, found } of sides) {
      for (const [index, times] of (await turn(engine)).entries())
        if (round >= 0) for (const [what, time] of times.entries()) found[index]?.[what]?.push(time);
    }
  }
  console.log(`\n${name}, in microseconds of CPU: without, with 20 facts and 10 obligations, ratio`);
  const sums = [
    [0, 0],
    [0, 0],
  ];
  for (const [index, [tool, , payload]] of CALLS.entries()) {
    const cells = ['evaluation', 'outcome'].map((label, what) => {
      const [without = 0, with_ = 0] = sides.map(({ found }) => quantile(found[index]?.[what] ?? [], 0.5));
      const sum = sums[what] as number[];
      sum[0] = (sum[0] ?? 0) + without;
      sum[1] = (sum[1] ?? 0) + with_;
      return `${label} ${without} ${with_} ${(with_ / without).toFixed(2)}`;
    });
    console.log(`${tool} ${payload['command'] ?? payload['file_path']}`.padEnd(56), cells.join(', '));
  }
  const total = sums.map(([without = 0, with_ = 0]) => (with_ / without).toFixed(2));
  console.log(`all of them`.padEnd(56), `evaluation ${total[0]}, outcome ${total[1]}`);
  for (const { close } of sides) close();
  rmSync(folder, { recursive: true, force: true });
}

const rounds = Number(process.argv[2] ?? 400);
for (const [name, base] of Object.entries(BASES)) await compare(name, base, rounds);
