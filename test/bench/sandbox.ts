import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { openReceipts, planDigest, ticketName } from '@licet/sandbox';
import type { SandboxPlan } from '@licet/sandbox';

import { settle } from './baseline.ts';
import { quantile } from './measure.ts';

/**
 * Times `licet run -- true` against `node -e 0` on the same Node, judged by itself and with the ticket of a hook: in a project of ten files and in one of
 * 50,000, from the second run on. All variants take turns. Only ratios within one run mean anything.
 */
const ROUNDS = Number(process.argv.slice(2).find(word => /^\d+$/u.test(word)) ?? 11);
const WARM_UP = 2;
const bundle = fileURLToPath(new URL('../../packages/cli/dist/licet.cjs', import.meta.url));
const home = mkdtempSync(join(tmpdir(), 'licet-bench-sandbox-'));

const POLICY = `version: 1
default: pass
policy:
  all: [{ self_protection: {} }, { secret_paths: {} }, { file_boundary: { allow: ['**'] } }]
`;

/** A project with so many files in folders of fifty. */
function project(name: string, files: number): string {
  const root = join(home, name);
  for (let at = 0; at < files; at++) {
    const folder = join(root, 'src', `part-${Math.floor(at / 1_000)}`, `module-${Math.floor(at / 50)}`);
    if (at % 50 === 0) mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `file-${at}.ts`), `export const value = ${at};\n`);
  }
  writeFileSync(join(root, 'governance.yaml'), POLICY);
  spawnSync('git', ['init', '-q'], { cwd: root });
  return root;
}

const env = { ...process.env, HOME: home };

/** Gives out a ticket for each run, as the hook does: outside of what is timed. */
function withTicket(cwd: string): () => readonly string[] {
  const { stdout } = spawnSync(process.execPath, [bundle, 'sandbox', 'plan', '--json'], { cwd, env, encoding: 'utf8' });
  const digest = planDigest(JSON.parse(stdout) as SandboxPlan);
  const receipts = openReceipts(home);
  let calls = 0;
  return () => {
    const name = ticketName(cwd, String(calls++));
    receipts.issue(name, { planDigest: digest, command: 'true', wrapped: '', words: ['true'] });
    return [bundle, 'run', '--ticket', name, '--', 'true'];
  };
}

/** At most so many times `node -e 0`, for a project of any size. */
const GATE = 3;
const [small, large] = [project('small', 10), project('large', 50_000)];
const judged = (): readonly string[] => [bundle, 'run', '--', 'true'];
const VARIANTS: Readonly<Record<string, readonly [cwd: string, args: () => readonly string[]]>> = {
  'node -e 0': [home, () => ['-e', '0']],
  'run, 10 files': [small, judged],
  'run, 50,000 files': [large, judged],
  'run --ticket, 10 files': [small, withTicket(small)],
  'run --ticket, 50,000 files': [large, withTicket(large)],
};

try {
  const times = Object.fromEntries(Object.keys(VARIANTS).map(name => [name, [] as number[]]));
  for (let round = -WARM_UP; round < ROUNDS; round++)
    for (const [name, [cwd, argsOf]] of Object.entries(VARIANTS)) {
      const args = argsOf();
      const startedAt = performance.now();
      const { status, stderr } = spawnSync(process.execPath, args, {
        cwd,
        env,
        encoding: 'utf8',
      });
      if (status !== 0) throw new Error(`\`${args.join(' ')}\` ended with ${status}: ${stderr}`);
      if (round >= 0) times[name]?.push(performance.now() - startedAt);
    }
  const median = (name: string): number => quantile(times[name] ?? [], 0.5);
  const ratios = Object.fromEntries(
    Object.keys(VARIANTS)
      .slice(1)
      .map(name => [name, median(name) / median('node -e 0')]),
  );
  for (const name of Object.keys(VARIANTS))
    console.log(
      `${name.padEnd(28)} ${median(name).toFixed(0).padStart(6)} ms ${(ratios[name] ?? 1).toFixed(2).padStart(6)} x${(ratios[name] ?? 1) > GATE ? `  missed: at most ${GATE}` : ''}`,
    );
  settle('sandbox', ratios);
} finally {
  rmSync(home, { recursive: true, force: true });
}
