import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { acceptable } from '../../packages/cli/src/pins/makePin.ts';
import { writePin } from '../../packages/cli/src/pins/pin.ts';
import { settle } from './baseline.ts';

/**
 * Times the hook against `node -e 0` on the same Node: by the launcher and the process that stays, by the launcher without one, and the
 * process alone; all variants interleaved in a new random order each round. Only ratios within one run mean anything.
 */
const ROUNDS = Number(process.argv.slice(2).find(word => /^\d+$/u.test(word)) ?? 21);
const WARM_UP = 3;
const bundle = fileURLToPath(new URL('../../packages/cli/dist/licet.cjs', import.meta.url));
const { NODE_EXTRA_CA_CERTS: _ca, ...env } = process.env;

const root = mkdtempSync(join(tmpdir(), 'licet-bench-'));
const home = mkdtempSync(join(tmpdir(), 'licet-bench-home-'));
const start = (
  words: readonly string[],
  input: string,
  more: NodeJS.ProcessEnv,
  cwd: string = root,
): { readonly ms: number; readonly stdout: string } => {
  const [program = '', ...args] = words;
  const startedAt = process.hrtime.bigint();
  const { stdout, status } = spawnSync(program, args, {
    input,
    cwd,
    env: { ...env, HOME: home, ...more },
    encoding: 'utf8',
  });
  const ms = Number(process.hrtime.bigint() - startedAt) / 1e6;
  if (status !== 0) throw new Error(`\`${words.join(' ')}\` ended with ${status}`);
  return { ms, stdout };
};
const run = (args: readonly string[], input = '') => start([process.execPath, ...args], input, {});

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

/** A home with a policy of its own, and a project whose policy was edited after a person had accepted it: three layers judge each call there. */
const [layered, layeredHome] = [mkdtempSync(join(tmpdir(), 'licet-bench-')), mkdtempSync(join(tmpdir(), 'licet-bench-home-'))];
start([process.execPath, bundle, 'init'], '', { HOME: layeredHome }, layered);
mkdirSync(join(layeredHome, '.licet'), { recursive: true });
writeFileSync(
  join(layeredHome, '.licet', 'governance.yaml'),
  'version: 1\ndefault: pass\npolicy:\n  all:\n    - floor: {}\n    - secret_paths: {}\n',
);
const layeredPolicy = join(layered, 'governance.yaml');
const own = process.env['HOME'];
process.env['HOME'] = layeredHome;
writePin(acceptable(layeredPolicy, 'bench', new Date()).pin);
process.env['HOME'] = own;
writeFileSync(layeredPolicy, `${readFileSync(layeredPolicy, 'utf8')}\n# edited\n`);

/** Waits for the process that a first call leaves, and returns its folder. */
async function residentFolder(at: string, words: readonly string[], cwd: string): Promise<string> {
  const pointer = join(at, '.licet', 'run', 'at', bundle);
  // None stays while the program is so young that a change of it could not be seen.
  await new Promise(resolve => setTimeout(resolve, 3_000));
  for (let patience = 200; patience > 0; patience--) {
    start(words, call('Read', { file_path: 'a' }), { HOME: at }, cwd);
    if (existsSync(pointer)) return readFileSync(pointer, 'utf8').trim();
    await new Promise(resolve => setTimeout(resolve, 100));
  }
  throw new Error('no process stays: this takes Linux and bash');
}

const launcher = join(root, '.licet', 'licet.sh');
const asked = ['sh', launcher, 'hook', 'claude-code'];
const folder = await residentFolder(home, asked, root);
const askedLayered = ['sh', join(layered, '.licet', 'licet.sh'), 'hook', 'claude-code'];
await residentFolder(layeredHome, askedLayered, layered);
const bare = [
  'curl',
  '-q',
  '-s',
  '--unix-socket',
  join(folder, 'socket'),
  '-H',
  `@${join(folder, 'auth')}`,
  'http://licet/status',
];

interface Variant {
  readonly name: string;
  readonly args: readonly string[];
  readonly input?: string;
  /** At most so many times `node -e 0`, and so many times a bare `curl`. */
  readonly gate?: number;
  readonly curlGate?: number;
  /** What is started in place of Node. */
  readonly words?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  /** The variant of one layer that it may cost this many times at most. */
  readonly layersOf?: string;
}

/** What three layers may cost, in calls under one. */
const LAYERS_GATE = 1.05;

/** What a call may cost: by the daemon, and by a new process for a file tool and for a shell command. */
const STAYS = { gate: 0.45, curlGate: 1.6 };
const [FILE_TOOL, SHELL] = [{ gate: 2 }, { gate: 2.4 }];

const ls = call('Bash', { command: 'ls -la src' });
const three = { args: [], input: ls.replaceAll(root, layered), cwd: layered, env: { HOME: layeredHome } };

const variants: readonly Variant[] = [
  { name: 'node -e 0', args: ['-e', '0'] },
  { name: 'bare curl', args: [], words: bare },
  {
    name: 'launcher, stays: Read',
    args: [],
    words: asked,
    input: call('Read', { file_path: join(root, 'src/a.ts') }),
    ...STAYS,
  },
  { name: 'launcher, stays: ls', args: [], words: asked, input: ls, ...STAYS },
  { ...three, name: 'launcher, stays: ls, three layers', words: askedLayered, layersOf: 'launcher, stays: ls' },
  // No gate: what establishes facts goes by the script, too (ADR 0031).
  {
    name: 'launcher, stays: after a call',
    args: [],
    words: [...asked, '--after'],
    input: ls.replace('PreToolUse', 'PostToolUse'),
  },
  { name: 'launcher, a process: ls', args: [], words: asked, input: ls, env: { LICET_RESIDENT: '0' }, ...SHELL },
  { name: 'file tool: Read', args: hook, input: call('Read', { file_path: join(root, 'src/a.ts') }), ...FILE_TOOL },
  {
    name: 'file tool: Write',
    args: hook,
    input: call('Write', { file_path: join(root, 'src/a.ts'), content: 'x'.repeat(4_000) }),
    ...FILE_TOOL,
  },
  { name: 'shell: ls', args: hook, input: ls, ...SHELL },
  {
    ...three,
    name: 'shell: ls, three layers',
    words: [process.execPath, ...hook.slice(0, -1), layeredPolicy],
    layersOf: 'shell: ls',
  },
  {
    name: 'shell: a pipeline',
    args: hook,
    input: call('Bash', { command: 'cd src && grep -rn "TODO" . | sort | head -20 > ../out.txt; rm -rf build' }),
    ...SHELL,
  },
  { name: 'after a call', args: hook, input: call('Read', { file_path: 'a' }).replace('PreToolUse', 'PostToolUse') },
  { name: 'licet --version', args: [bundle, '--version'] },
  { name: 'licet check', args: [bundle, 'check', '--command', 'ls'] },
  { name: 'licet status', args: [bundle, 'status'] },
  {
    name: 'a policy with 1,000 patterns',
    args: [...hook.slice(0, -1), many],
    input: call('Bash', { command: 'ls -la src' }),
    ...SHELL,
  },
];

const times = new Map(variants.map(({ name }) => [name, [] as number[]]));
for (let round = -WARM_UP; round < ROUNDS; round++) {
  for (const { name, args, input = '', words, env: more = {}, cwd } of variants.toSorted(() => Math.random() - 0.5)) {
    const { ms } = words === undefined ? run(args, input) : start(words, input, more, cwd);
    if (round >= 0) times.get(name)?.push(ms);
  }
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const base = median(times.get('node -e 0') ?? []);
const curl = median(times.get('bare curl') ?? []);
console.log(`Node ${process.versions.node}, ${ROUNDS} rounds`);
console.log(
  `${'process'.padEnd(32)}${'median ms'.padStart(10)}${'ratio'.padStart(8)}${'gate'.padStart(7)}${'of curl'.padStart(9)}${'gate'.padStart(7)}`,
);
for (const { name, gate, curlGate } of variants) {
  const ms = median(times.get(name) ?? []);
  const [ratio, ofCurl] = [ms / base, ms / curl];
  const isMissed = ratio > (gate ?? ratio) || ofCurl > (curlGate ?? ofCurl);
  const [limit, curlLimit] = [gate, curlGate].map(each => (each?.toFixed(2) ?? '').padStart(7));
  console.log(
    `${name.padEnd(32)}${ms.toFixed(1).padStart(10)}${ratio.toFixed(2).padStart(8)}${limit}${ofCurl.toFixed(2).padStart(9)}${curlLimit}${isMissed ? '  missed' : ''}`,
  );
}
for (const { name, layersOf } of variants.filter(each => each.layersOf !== undefined)) {
  const ratio = median(times.get(name) ?? []) / median(times.get(layersOf ?? '') ?? []);
  console.log(
    `${`${name} / one`.padEnd(42)}${ratio.toFixed(2).padStart(8)}${LAYERS_GATE.toFixed(2).padStart(7)}${ratio > LAYERS_GATE ? '  missed' : ''}`,
  );
}
const ratios = variants
  .slice(1)
  .map(({ name }): [string, number] => [`${name} / node -e 0`, median(times.get(name) ?? []) / base]);
settle('hook', Object.fromEntries(ratios));
run([bundle, 'serve', '--stop']);
start([process.execPath, bundle, 'serve', '--stop'], '', { HOME: layeredHome }, layered);
for (const folder of [root, home, layered, layeredHome]) rmSync(folder, { recursive: true, force: true });
