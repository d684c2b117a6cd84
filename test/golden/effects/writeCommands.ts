// Rewrites commands.jsonl: what is said of every command today, and of commands added on the standard input as lines of
// `{ "family", "label", "command", "gap"? }`. Read the difference before it is committed: it is the review.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { judgeCommand, readCases } from './commands.ts';
import type { CommandCase } from './commands.ts';

const added = process.argv.includes('--add')
  ? readFileSync(0, 'utf8')
      .split('\n')
      .filter(line => line !== '')
      .map(line => JSON.parse(line) as CommandCase)
  : [];

const lines: string[] = [];
const seen = new Set<string>();
for (const { family, label, command, gap } of [...readCases(), ...added]) {
  if (seen.has(command)) continue;
  seen.add(command);
  lines.push(JSON.stringify({ family, label, command, ...(gap !== undefined && { gap }), ...(await judgeCommand(command)) }));
}
writeFileSync(join(import.meta.dirname, 'commands.jsonl'), `${lines.join('\n')}\n`);
