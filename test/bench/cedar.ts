import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { diffPolicies } from '@licet/analysis/policies';
import { policyHost } from 'licet/source/policy/analysisProgram.ts';

// Equivalent changes of a policy beside Cedar's symbolic compare: `CEDAR=/path/to/cedar CVC5=/path/to/cvc5 node --conditions=@licet/source test/bench/cedar.ts`.
// `cedar` is cedar-policy-cli with its feature `analyze`.

const { CEDAR, CVC5 } = process.env;

const SCHEMA = `entity Agent;
entity Call;
action write appliesTo { principal: Agent, resource: Call, context: { path: String, count: Long, task: String, tool: String } };
`;

/** One policy in both languages. */
interface Both {
  readonly cedar: string;
  readonly licet: string;
}

interface Rules {
  readonly allow: readonly string[];
  readonly deny?: readonly string[];
  readonly max?: number;
  /** A condition under which calls are asked about, which Cedar can only forbid. */
  readonly asks?: readonly string[];
}

const CEDAR_NAMES: Readonly<Record<string, string>> = { 'action.task_type': 'context.task', 'action.tool': 'context.tool' };

function both({ allow, deny = [], max, asks }: Rules): Both {
  const like = (patterns: readonly string[]): string =>
    patterns.map(pattern => `context.path like "${pattern.replace('**/*', '*').replace('**', '*')}"`).join(' || ');
  const forbid = (condition: string): string => `forbid(principal, action, resource) when { ${condition} };\n`;
  const cel = asks?.join(' && ') ?? '';
  const spoken = cel.replaceAll(/action\.\w+/gu, name => CEDAR_NAMES[name] ?? name);
  const list = (patterns: readonly string[]): string => JSON.stringify(patterns);
  return {
    cedar: [
      `permit(principal, action, resource) when { ${like(allow)} };\n`,
      ...(deny.length > 0 ? [forbid(like(deny))] : []),
      ...(max === undefined ? [] : [forbid(`context.count > ${max}`)]),
      ...(asks === undefined ? [] : [forbid(spoken)]),
    ].join(''),
    licet: [
      'version: 1\ndefault: pass\npolicy:\n  all:\n',
      `    - file_boundary: { allow: ${list(allow)}${deny.length > 0 ? `, deny: ${list(deny)}` : ''} }\n`,
      ...(max === undefined ? [] : [`    - budget: { max: ${max} }\n`]),
      ...(asks === undefined ? [] : [`    - when: { if: '${cel}', then: { human_approval: {} } }\n`]),
    ].join(''),
  };
}

const many = Array.from({ length: 100 }, (_, index) => `packages/p${index}/**`);
const deploy = ['action.task_type == "deploy"', 'action.tool == "Write"'];
const CHANGES: readonly (readonly [name: string, older: Rules, newer: Rules])[] = [
  ['patterns in another order', { allow: ['src/**', 'test/**'] }, { allow: ['test/**', 'src/**'] }],
  ['a pattern inside of another one', { allow: ['src/**'] }, { allow: ['src/**', 'src/a/**'] }],
  ['a folder fewer', { allow: ['src/**', 'test/**'] }, { allow: ['src/**'] }],
  ['a folder more', { allow: ['src/**'] }, { allow: ['src/**', 'docs/**'] }],
  ['a folder fewer, another one more', { allow: ['src/**', 'test/**'] }, { allow: ['src/**', 'docs/**'] }],
  ['secrets denied', { allow: ['**'] }, { allow: ['**'], deny: ['**/*.env'] }],
  ['a budget of 50 instead of 100', { allow: ['src/**'], max: 100 }, { allow: ['src/**'], max: 50 }],
  ['a budget of 100 instead of 50', { allow: ['src/**'], max: 50 }, { allow: ['src/**'], max: 100 }],
  ['a condition the other way round', { allow: ['src/**'], asks: deploy }, { allow: ['src/**'], asks: deploy.toReversed() }],
  ['one of a hundred patterns fewer', { allow: many }, { allow: many.slice(1) }],
];

const folder = mkdtempSync(join(tmpdir(), 'cedar-'));
const at = (name: string): string => join(folder, name);
writeFileSync(at('schema'), SCHEMA);

/** Whether everything that one policy permits the other one permits too, and one request that shows that it does not. */
function implies(one: string, other: string): boolean {
  const words = ['symcc', '--cvc5-path', CVC5 ?? 'cvc5', '--principal-type', 'Agent', '--action', 'Action::"write"'];
  const about = ['--resource-type', 'Call', '--schema', at('schema'), '--counterexample', 'implies'];
  const { stdout, stderr } = spawnSync(CEDAR ?? '', [...words, ...about, '--policies1', at(one), '--policies2', at(other)], {
    encoding: 'utf8',
  });
  if (!/VERIFIED|DOES NOT HOLD/u.test(stdout)) throw new Error(stdout + stderr);
  return stdout.includes('VERIFIED');
}

function byCedar(older: Both, newer: Both): string {
  writeFileSync(at('older'), older.cedar);
  writeFileSync(at('newer'), newer.cedar);
  const [neverMilder, neverStricter] = [implies('newer', 'older'), implies('older', 'newer')];
  return neverMilder ? (neverStricter ? 'equal' : 'narrower') : neverStricter ? 'wider' : 'mixed';
}

const compiled = ({ licet }: Both) => policyHost.compile(licet, '/project/governance.yaml').compiled;

for (const [name, older, newer] of CHANGES) {
  const [was, is] = [both(older), both(newer)];
  const start = performance.now();
  const { verdict, witnesses } = await diffPolicies(policyHost, compiled(was), compiled(is), '/project');
  const between = performance.now();
  const theirs = CEDAR === undefined ? 'not run, set CEDAR and CVC5' : byCedar(was, is);
  const [ours, other] = [between - start, performance.now() - between].map(ms => `${ms.toFixed(0)} ms`);
  const shown = witnesses[0] === undefined ? '' : `, \`${witnesses[0].words}\``;
  console.log(`${name}: licet ${verdict} ${ours}${shown}; cedar ${theirs}${CEDAR === undefined ? '' : ` ${other}`}`);
}
rmSync(folder, { recursive: true });
