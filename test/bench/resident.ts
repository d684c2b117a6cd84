import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { settle } from './baseline.ts';
import type { Ratios } from './baseline.ts';
import { quantile } from './measure.ts';
import type { Inside, Subject } from './residentProcess.ts';
import { startSubject } from './residentProcess.ts';

/**
 * Times what a resident process takes for a warm call of a hook: over its socket as the launcher asks, one call after the other, in a project
 * with the policy that `init` writes, state on the disk and the caller's world looked up each time. `node test/bench/resident.ts [calls]
 * [projects] [--profile FOLDER] [--against DIST] [--renew]`, after `pnpm build`. With many projects and calls it shows whether memory stays flat.
 *
 * Beside a call stand two bare answers of `node:http` to the same bytes, in the same process and over the same socket: on a busy or a slow
 * machine only the ratio says something. All times are those inside of the server, without what the kernel takes to hand over the answer.
 * `--against` takes turns with another build of the program, so that both meet the same neighbours.
 */
const words = process.argv.slice(2);
const [CALLS = 5_000, PROJECTS = 1] = words.filter(word => /^\d+$/u.test(word)).map(Number);
const optionOf = (name: string): string | undefined => (words.includes(name) ? words[words.indexOf(name) + 1] : undefined);
const [profile, against] = [optionOf('--profile'), optionOf('--against')];
const WARM_UP = 1_000;
const BATCH = 50;
/** So many pairs of bare answers come after each batch. */
const BARE = 20;
const LOOKS = 10;
const root = mkdtempSync(join(tmpdir(), 'licet-resident-'));

/** One build of the program, and the microseconds of its processor time for a call, and for two bare answers, by batch. */
interface Contender {
  readonly name: string;
  readonly subject: Subject;
  readonly called: number[];
  readonly answered: number[];
  calls: number;
}

async function enter(name: string, dist: string, profile?: string): Promise<Contender> {
  const subject = await startSubject(join(dist, 'licet.cjs'), join(root, name), { projects: PROJECTS, profile });
  return { name, subject, called: [], answered: [], calls: 0 };
}

const world = ({ env }: Subject, folder: string): string =>
  Object.entries({
    ...env,
    CLAUDE_PROJECT_DIR: folder,
    LICET_HOOK_CWD: folder,
    LICET_HOOK_POLICY: join(folder, 'governance.yaml'),
    LICET_HOOK_WORDS: 'hook claude-code',
    LICET_HOOK_NODE: process.execPath,
  })
    .map(([name, value]) => `${name}=${value}\0`)
    .join('');

/** What a call sends: who asks, then what it is about. */
function bodies(contender: Contender): readonly [string, string] {
  const { subject, calls } = contender;
  const cwd = subject.folders[calls % PROJECTS] ?? '';
  const event = {
    hook_event_name: 'PreToolUse',
    session_id: `bench-${Math.floor(calls / 200)}`,
    cwd,
    tool_use_id: `toolu_${calls}`,
    tool_name: 'Bash',
    tool_input: { command: 'ls' },
    permission_mode: 'default',
  };
  return [world(subject, cwd), JSON.stringify(event)];
}

async function callOf(contender: Contender): Promise<void> {
  const { post } = contender.subject;
  const id = String(++contender.calls);
  const [who, what] = bodies(contender);
  await post('/ready', id, who);
  const answer = await post('/judge', id, what);
  if (!/^\S+ 0\n/u.test(answer) || answer.includes('"deny"')) throw new Error(answer);
}

/** Does something so often, and returns the processor time that it took each time. */
async function spent({ subject }: Contender, times: number, work: () => Promise<void>): Promise<number> {
  const before = subject.used().cpu;
  for (let each = 0; each < times; each++) await work();
  return (subject.used().cpu - before) / times;
}

async function batch(contender: Contender): Promise<void> {
  contender.called.push(await spent(contender, BATCH, () => callOf(contender)));
  contender.answered.push(
    await spent(contender, BARE, async () => {
      for (const body of bodies(contender)) await contender.subject.post('/bare', '1', body);
    }),
  );
}

const dist = fileURLToPath(new URL('../../packages/cli/dist', import.meta.url));
const contenders = [
  await enter('now', dist, profile),
  ...(against === undefined ? [] : [await enter('against', resolve(against))]),
];
for (const contender of contenders) for (let each = 0; each < WARM_UP; each++) await callOf(contender);
const batches = Math.ceil(CALLS / BATCH);
for (let done = 0; done < batches; done++) {
  for (const contender of contenders) await batch(contender);
  const [{ calls, subject }] = contenders as [Contender];
  if (done % Math.ceil(batches / LOOKS) === 0)
    console.log(`${calls} calls in ${PROJECTS} projects: ${subject.used().rss.toFixed(0)} MB`);
}

const median = (values: readonly number[]): number => quantile(values, 0.5);
const by = (what: keyof Inside, times: readonly Inside[]): readonly number[] => times.map(each => each[what]);
function line(name: string, times: readonly Inside[]): void {
  const [wall, cpu] = (['wall', 'cpu'] as const).map(what =>
    [0.5, 0.99].map(share => quantile(by(what, times), share).toFixed(3)).join(' / '),
  );
  console.log(`${name.padEnd(26)} p50 / p99: ${wall} ms, of processor time ${cpu} ms`);
}

/** What two requests of one call took together. */
const sums = (some: readonly Inside[], others: readonly Inside[]): readonly Inside[] =>
  some.map(({ wall, cpu }, index) => ({ wall: wall + (others[index]?.wall ?? 0), cpu: cpu + (others[index]?.cpu ?? 0) }));
const inBatches = (times: readonly Inside[], size: number): readonly (readonly number[])[] =>
  Array.from({ length: batches }, (_, index) => by('cpu', times.slice(index * size, (index + 1) * size)));
/** How two series compare, pair by pair: other work on the machine meets both of a pair. */
function compare(some: readonly number[], others: readonly number[]): readonly [low: number, middle: number, high: number] {
  const ratios = some.map((time, index) => time / (others[index] ?? Number.NaN));
  return [quantile(ratios, 0.25), quantile(ratios, 0.5), quantile(ratios, 0.75)];
}
const shown = ([low, middle, high]: ReturnType<typeof compare>): string =>
  `${middle.toFixed(3)} (${low.toFixed(3)} to ${high.toFixed(3)})`;

const middles: (readonly number[])[] = [];
const settled: Ratios[] = [];
for (const { name, subject, called, answered } of contenders) {
  const times = await subject.end();
  const [ready, judge] = [times['/ready'].slice(WARM_UP), times['/judge'].slice(WARM_UP)];
  const both = sums(ready, judge);
  const [first, second] = [0, 1].map(half => times['/bare'].filter((_, index) => index % 2 === half)) as [Inside[], Inside[]];
  const bare = sums(first, second);
  console.log(`\n${name}`);
  line('  two bare answers', bare);
  line('  ready', ready);
  line('  judge', judge);
  line('  both', both);
  const batched = inBatches(both, BATCH);
  middles.push(batched.map(median));
  const inside = compare(batched.map(median), inBatches(bare, BARE).map(median));
  const processor = compare(called, answered);
  console.log(`  times two bare answers: ${shown(inside)}`);
  const [mine, theirs] = [called, answered].map(each => median(each).toFixed(0));
  console.log(`  processor time of all threads: ${mine} us a call, ${theirs} us for two bare answers: ${shown(processor)}`);
  settled.push({ 'a call, inside / two bare answers': inside[1], 'a call, all threads / two bare answers': processor[1] });
}
const [now, before] = contenders;
if (now !== undefined && before !== undefined) {
  console.log(`\nnow / against: inside ${shown(compare(middles[0] ?? [], middles[1] ?? []))}`);
  console.log(`now / against: processor ${shown(compare(now.called, before.called))}`);
}
// The baseline is for one project: with many, a call meets colder memory.
if (PROJECTS === 1 && settled[0] !== undefined) settle('resident', settled[0]);
rmSync(root, { recursive: true, force: true });
