import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { quantile } from '../measure.ts';

const VARIANTS: Readonly<Record<string, string>> = {
  nothing: 'does nothing',
  probe: 'opens the file and looks at the version',
  sql: 'grounds from SQLite, level by level',
  unknown: 'grounds a word that the graph does not know',
  file: 'looks at the version and walks an edge file, unchecked',
  'checked file': 'looks at the version and walks an edge file, checksummed',
  whole: 'loads the whole graph and grounds',
};

const REPORT = "const { user, system } = process.cpuUsage(); require('fs').writeSync(1, String(user + system))";

/**
 * Times fresh processes that ground one concept, interleaved, beside one that does nothing: by the CPU time that each
 * reports of itself, start included, because what the neighbours on the machine do is not in it.
 */
export async function timeProcesses(folder: string, concept: string, rounds: number): Promise<void> {
  const script = join(folder, 'once.cjs');
  await build({
    entryPoints: [fileURLToPath(new URL('once.ts', import.meta.url))],
    outfile: script,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    minify: true,
    conditions: ['@licet/source'],
    external: ['better-sqlite3'],
    define: { 'import.meta.url': JSON.stringify(`file://${script}`) },
    logLevel: 'error',
  });
  const times = new Map(Object.keys(VARIANTS).map(name => [name, [] as number[]]));
  for (let round = -2; round < rounds; round += 1) {
    for (const name of [...times.keys()].toSorted(() => Math.random() - 0.5)) {
      const args = name === 'nothing' ? ['-e', REPORT] : [script, name, folder, concept];
      const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
      if (status !== 0) throw new Error(`\`${name}\` failed: ${stderr}`);
      if (round >= 0) times.get(name)!.push(Number(stdout) / 1_000);
    }
  }
  const base = quantile(times.get('nothing')!, 0.5);
  console.log(
    `\n${'a fresh process, CPU time'.padEnd(56)}${'best ms'.padStart(9)}${'p50 ms'.padStart(9)}${'p50 x'.padStart(10)}`,
  );
  for (const [name, what] of Object.entries(VARIANTS)) {
    const [best, p50] = [quantile(times.get(name)!, 0), quantile(times.get(name)!, 0.5)];
    console.log(
      `${what.padEnd(56)}${best.toFixed(1).padStart(9)}${p50.toFixed(1).padStart(9)}${(p50 / base).toFixed(2).padStart(9)}x`,
    );
  }
}
