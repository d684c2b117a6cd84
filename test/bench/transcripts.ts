import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { callLines, sessionOf } from './claudeLines.ts';

// What a replay of long transcripts takes: `node --conditions=@licet/source test/bench/transcripts.ts [MEGABYTES…]`. Each size is a separate process, and its
// peak memory is what the system says of it.

const sizes = process.argv
  .slice(2)
  .map(Number)
  .filter(size => size > 0);
const folder = mkdtempSync(join(tmpdir(), 'licet-transcripts-'));
const worker = fileURLToPath(new URL('transcriptsWorker.ts', import.meta.url));

for (const megabytes of sizes.length > 0 ? sizes : [10, 100, 1_000]) {
  const sessions = mkdtempSync(join(folder, 'sessions-'));
  for (let written = 0, index = 0; written < megabytes * 1_000_000;) {
    const open = openSync(join(sessions, `${sessionOf(index)}.jsonl`), 'w');
    const session = sessionOf(index);
    for (; sessionOf(index) === session && written < megabytes * 1_000_000; index++) written += writeSync(open, callLines(index));
    closeSync(open);
  }
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--conditions=@licet/source', worker, sessions], {
    encoding: 'utf8',
  });
  console.log(status === 0 ? `${megabytes} MB: ${stdout.trim()}` : stderr);
  rmSync(sessions, { recursive: true });
}
rmSync(folder, { recursive: true });
