// Marks what is not stopped today as a gap, and takes the mark from what is: `node --conditions=@licet/source
// test/golden/hostile/writeGaps.ts`. A gap that opens is a stop that was lost: look why before you commit it.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { setup } from '../../support/buildCli.ts';
import { InstalledProject, isStopped, readActions } from '../../support/installed.ts';

setup();
const project = new InstalledProject();
let gaps = 0;
for (const name of readdirSync(import.meta.dirname).filter(each => each.endsWith('.yaml'))) {
  const file = join(import.meta.dirname, name);
  const actions = readActions(file);
  const judged = project.judge(actions);
  const lines = readFileSync(file, 'utf8').split('\n');
  let at = 0;
  const written = lines.map(line => {
    if (!line.startsWith('- {')) return line;
    const [action, found] = [actions[at], judged[at++]];
    const isGap = action?.want === 'stop' && found !== undefined && !isStopped(found);
    if (isGap) gaps++;
    const plain = line.replace('- { want: stop, gap: true, ', '- { want: stop, ');
    return isGap ? plain.replace('- { want: stop, ', '- { want: stop, gap: true, ') : plain;
  });
  writeFileSync(file, written.join('\n'));
}
process.stdout.write(`${gaps} gaps: write this number into hostile.test.ts\n`);
