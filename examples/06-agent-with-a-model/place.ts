import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import type { Place } from './govern.ts';

const FILES: Readonly<Record<string, string>> = {
  'work/notes/todo.txt': 'water the plants\ncall Ada\n',
  'work/notes/draft.txt': 'an old draft\n',
  'work/private/salary.txt': 'none of your business\n',
  'home/.profile': '',
};

/** Makes a folder for the agent under the machine's folder for temporary files. */
export function createPlace(): Place & { remove(): void } {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'licet-example-')));
  for (const [name, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(base, name)), { recursive: true });
    writeFileSync(join(base, name), text);
  }
  const remove = (): void => rmSync(base, { recursive: true, force: true });
  return { root: join(base, 'work'), home: join(base, 'home'), remove };
}
