import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Shape } from './shapes.ts';
import { bashOn, decidesIn, makeRunners } from './shapes.ts';

// Writes what the analyser and bash say of every shape again: `node --conditions=@licet/source test/golden/gates/writeShapes.ts`.
const file = new URL('shapes.json', import.meta.url);
const folder = mkdtempSync(join(tmpdir(), 'licet-gates-'));
makeRunners(folder);
const commands = (JSON.parse(readFileSync(file, 'utf8')) as readonly (string | Shape)[]).map(each =>
  typeof each === 'string' ? each : each.command,
);
const shapes: Shape[] = commands.map(command => ({ command, decides: decidesIn(command, folder), bash: bashOn(command, folder) }));
rmSync(folder, { recursive: true, force: true });
writeFileSync(file, `[\n${shapes.map(shape => `  ${JSON.stringify(shape)}`).join(',\n')}\n]\n`);
