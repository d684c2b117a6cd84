import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Times the hook process against `node -e 0` on the same Node: fresh processes, all variants interleaved in a new random
 * order each round. Only ratios within one run mean anything. Build first: `pnpm build`.
 */
const ROUNDS = Number(process.argv[2] ?? 21);
const WARM_UP = 3;
const bundle = fileURLToPath(new URL('../../packages/cli/dist/licet.cjs', import.meta.url));
const { NODE_EXTRA_CA_CERTS: _ca, ...env } = process.env;

const root = mkdtempSync(join(tmpdir(), 'licet-bench-'));
const run = (args: readonly string[], input = ''): { readonly ms: number; readonly stdout: string } => {
  const startedAt = process.hrtime.bigint();
  const { stdout, status } = spawnSync(process.execPath, [...args], { input, cwd: root, env, encoding: 'utf8' });
  const ms = Number(process.hrtime.bigint() - startedAt) / 1e6;
  if (status !== 0) throw new Error(`\`${args.join(' ')}\` ended with ${status}`);
  return { ms, stdout };
};

run([bundle, 'init']);
const policy = join(root, 'governance.yaml');
const hook = [bundle, 'hook', 'claude-code', '--policy', policy];
const call = (tool_name: string, tool_input: object): string =>
  JSON.stringify({
    hook_event_name: 'PreToolUse',
    session_id: 'bench',
    cwd: root,
    tool_use_id: 'toolu_bench',
    tool_name,
    tool_input,
  });

const many = join(root, 'many.yaml');
const patterns = Array.from({ length: 1_000 }, (_, index) => `          - 'curl${index}\\s+-[a-z]*[rf]{1,2}\\s'`).join('\n');
writeFileSync(
  many,
  `version: 1\ndefault: pass\npolicy:\n  all:\n    - floor: {}\n    - bash_safety:\n        blocked_patterns:\n${patterns}\n`,
);

interface Variant {
  readonly name: string;
  readonly args: readonly string[];
  readonly input?: string;
  readonly gate?: number;
}

const variants: readonly Variant[] = [
  { name: 'node -e 0', args: ['-e', '0'] },
  { name: 'file tool: Read', args: hook, input: call('Read', { file_path: join(root, 'src/a.ts') }), gate: 1.2 },
  {
    name: 'file tool: Write',
    args: hook,
    input: call('Write', { file_path: join(root, 'src/a.ts'), content: 'x'.repeat(4_000) }),
    gate: 1.2,
  },
  { name: 'shell: ls', args: hook, input: call('Bash', { command: 'ls -la src' }), gate: 1.35 },
  {
    name: 'shell: a pipeline',
    args: hook,
    input: call('Bash', { command: 'cd src && grep -rn "TODO" . | sort | head -20 > ../out.txt; rm -rf build' }),
    gate: 1.35,
  },
  { name: 'after a call', args: hook, input: call('Read', { file_path: 'a' }).replace('PreToolUse', 'PostToolUse') },
  {
    name: 'a policy with 1,000 patterns',
    args: [...hook.slice(0, -1), many],
    input: call('Bash', { command: 'ls -la src' }),
    gate: 1.3,
  },
];

const times = new Map(variants.map(({ name }) => [name, [] as number[]]));
for (let round = -WARM_UP; round < ROUNDS; round++) {
  for (const { name, args, input } of variants.toSorted(() => Math.random() - 0.5)) {
    const { ms } = run(args, input);
    if (round >= 0) times.get(name)?.push(ms);
  }
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const base = median(times.get('node -e 0') ?? []);
console.log(`Node ${process.versions.node}, ${ROUNDS} rounds, cache files: ${readdirSync(join(root, '.licet', 'cache')).length}`);
console.log(`${'process'.padEnd(32)}${'median ms'.padStart(10)}${'ratio'.padStart(8)}${'gate'.padStart(7)}`);
for (const { name, gate } of variants) {
  const ms = median(times.get(name) ?? []);
  console.log(
    `${name.padEnd(32)}${ms.toFixed(1).padStart(10)}${(ms / base).toFixed(2).padStart(8)}${(gate?.toFixed(2) ?? '').padStart(7)}`,
  );
}
rmSync(root, { recursive: true, force: true });
