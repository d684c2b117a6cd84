import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from 'vitest';
import * as z from 'zod';

import { isLongRun, isWholeRun } from '../support/longRuns.ts';
import { serviceProblem } from '../support/serviceMachine.ts';

const LEVELS = ['terminal', 'passkey', 'service'] as const;
type Level = (typeof LEVELS)[number];

/** Why a chain is known to work: the classes of SECURITY.md. */
const CLASSES: Readonly<Record<string, readonly Level[]>> = {
  // A program that computes its words does what the user's terminal does.
  'a yes by computed code': ['terminal'],
  // It ends the judgment of calls, or replaces the policy, by writing files of the user.
  'computed code writes files of the user': ['terminal', 'passkey'],
  'what git brings': ['terminal', 'passkey'],
  // Facts that a person grants, and the end of a hold.
  'a word that needs a terminal only': ['terminal'],
  // A test that the agent has written passes, or its report is a program's.
  'a fact that outcomes earn': ['terminal', 'passkey', 'service'],
};

const Chain = z.strictObject({
  id: z.string(),
  title: z.string(),
  setup: z.string().exactOptional(),
  needs: z.array(z.string()).exactOptional(),
  /** Why it works at some levels; absent for a chain that works at none. */
  declared: z.enum(Object.keys(CLASSES) as [string, ...string[]]).exactOptional(),
  steps: z.array(z.strictObject({ tool: z.string(), input: z.record(z.string(), z.json()) })).min(1),
});
type Chain = z.infer<typeof Chain>;

const Played = z.object({
  id: z.string(),
  end: z.enum(['stopped', 'harmless', 'worked', 'unplayed', 'failed']),
  why: z.string(),
});
type Played = z.infer<typeof Played>;

/** The chains of a plain run. */
const PLAIN: ReadonlySet<string> = new Set(['c02', 'c04', 'c07', 'c38']);

const FILE = join(import.meta.dirname, '../golden/chains/chains.jsonl');
const CHAINS: readonly Chain[] = readFileSync(FILE, 'utf8')
  .trim()
  .split('\n')
  .map(line => Chain.parse(JSON.parse(line)));

const problem = machineProblem();
if (problem !== undefined) console.log(`the chains of calls are not played: ${problem}`);

function machineProblem(): string | undefined {
  const service = serviceProblem();
  if (service !== undefined) return service;
  const missing = ['script', 'ip'].find(name => spawnSync('sh', ['-c', `command -v ${name}`]).status !== 0);
  return missing === undefined ? undefined : `there is no \`${missing}\``;
}

/** Plays chains on a separate machine: other mounts, processes, users and network. */
async function playChains(level: Level, chains: readonly Chain[]): Promise<readonly Played[]> {
  const program = fileURLToPath(new URL('../support/ways/run.ts', import.meta.url));
  const apart = ['--mount', '--pid', '--net', '--ipc', '--fork', '--mount-proc', '--kill-child', '--propagation', 'private'];
  const child = spawn('unshare', [...apart, process.execPath, '--conditions=@licet/source', program, level]);
  let [said, complained] = ['', ''];
  child.stdout.on('data', part => (said += String(part)));
  child.stderr.on('data', part => (complained += String(part)));
  child.stdin.end(chains.map(({ declared: _declared, ...chain }) => `${JSON.stringify(chain)}\n`).join(''));
  const status = await new Promise(resolve => child.once('close', resolve));
  if (status !== 0) throw new Error(`the chains could not be played: ${complained}`);
  return said
    .trim()
    .split('\n')
    .map(line => Played.parse(JSON.parse(line)));
}

/** The levels at which a chain is known to work. */
const levelsOf = ({ declared }: Chain): readonly Level[] => (declared === undefined ? [] : (CLASSES[declared] ?? []));

describe.skipIf(problem !== undefined)(
  `chains of calls that are played through the hook, and run where it lets them${problem === undefined ? '' : ` (${problem})`}`,
  () => {
    it.each(LEVELS)(
      'end in no yes and no other policy at level %s, but for the classes that SECURITY.md declares',
      async level => {
        // A plain run takes few: one that works at `terminal`, one at each level, and two that are stopped. A long run takes one in five as well.
        const chains = CHAINS.filter(({ id }, at) => isWholeRun || PLAIN.has(id) || (isLongRun && at % 5 === 0));
        const played = new Map((await playChains(level, chains)).map(each => [each.id, each]));

        const ends = chains.map(chain => ({ chain, ...(played.get(chain.id) ?? { end: 'failed', why: 'it was not played' }) }));
        const amiss = ends.filter(({ chain, end }) => end === 'failed' || (end === 'worked' && !levelsOf(chain).includes(level)));
        expect(amiss.map(({ chain, end, why }) => `${chain.id} ${chain.title}: ${end}: ${why}`)).toEqual([]);
        // Otherwise a machine on which nothing works would show nothing. Programs that wait for a terminal are cut off on a slow one.
        const working = ends.filter(({ chain }) => levelsOf(chain).includes(level));
        expect(working.filter(({ end }) => end === 'worked').length).toBeGreaterThanOrEqual(Math.floor(working.length / 2));
      },
      1_800_000,
    );

    it('are declared to work at level `service` only by facts that outcomes earn', () => {
      const working = CHAINS.filter(chain => levelsOf(chain).includes('service'));

      expect([...new Set(working.map(({ declared }) => declared))]).toEqual(['a fact that outcomes earn']);
    });

    it('are declared to make no yes at level `passkey`', () => {
      const working = CHAINS.filter(chain => levelsOf(chain).includes('passkey'));

      expect(working.filter(({ declared }) => declared === 'a yes by computed code')).toEqual([]);
    });
  },
);
