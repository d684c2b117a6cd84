import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { runtimes } from '@licet/adapters/runtimes';

import { setup } from '../../support/buildCli.ts';
import { runBoard } from './board.ts';
import type { Board } from './board.ts';
import { listedCalls } from './lists.ts';
import { boardTable, withBoard } from './page.ts';
import type { Subject } from './subject.ts';
import { PEERS, licetHook } from './subject.ts';

/**
 * Asks Licet and other hooks about every call of the golden lists. The lists hold commands that do harm: none is run, a hook only reads them.
 *
 * - `--hook CMD`: a hook to be tried beside Licet, as its host starts it; may be given more than once. Without one, those in `PEERS`
 * - `--host NAME`: the host whose events the hooks read, `claude-code` unless another is named; then only shell commands are asked about
 * - `--every N`: one call in N of the long lists
 * - `--json FILE`: writes the result there, too
 * - `--write`: writes the result into the repository and the page that shows it
 */
const { values } = parseArgs({
  options: {
    hook: { type: 'string', multiple: true, default: [] },
    host: { type: 'string', default: 'claude-code' },
    every: { type: 'string', default: '1' },
    json: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});

const root = fileURLToPath(new URL('../../../', import.meta.url));
const at = (path: string): string => `${root}${path}`;

/** A result names no folder of this machine. */
const written = (board: Board): string => `${JSON.stringify(board, null, 2).replaceAll(root, '')}\n`;

const every = Number(values.every);
const runtime = await runtimes[values.host]?.();
if (runtime === undefined || runtime.settings.layout === 'plugin')
  throw new Error(`\`--host ${values.host}\` starts no hook as a command; expected one of ${Object.keys(runtimes).join(', ')}`);
if (!Number.isInteger(every) || every < 1) throw new Error(`\`--every ${values.every}\`: expected a whole number above 0`);

const given = values.hook.map((command): Subject => ({ name: command, command }));
const peers = given.length > 0 ? given : values.host === 'claude-code' ? PEERS : [];
setup();
// The process that starts hooks does not keep this one alive.
const awake = setInterval(() => undefined, 60_000);
const board = await runBoard([licetHook(values.host), ...peers], listedCalls(every), {
  host: values.host,
  runtime,
  every,
  rounds: 21,
  date: new Date().toISOString().slice(0, 10),
  say: line => console.error(line),
});
console.log(boardTable(board).replaceAll(root, ''));
if (values.json !== undefined) writeFileSync(values.json, written(board));
if (values.write) {
  writeFileSync(at('test/bench/scoreboard/scoreboard.json'), written(board));
  const page = at('docs/guide/how-it-compares.md');
  writeFileSync(page, withBoard(readFileSync(page, 'utf8'), JSON.parse(written(board)) as Board));
}
clearInterval(awake);
