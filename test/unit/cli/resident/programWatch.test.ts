import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, it, onTestFinished } from 'vitest';

import { programWatch } from '../../../../packages/cli/src/resident/resident.ts';

/** A change of a file so young could not be seen. */
const OLD_MS = 2_200;

function program(): {
  readonly script: string;
  readonly put: (name: string, text: string) => void;
  readonly load: NodeJS.Require;
} {
  const folder = mkdtempSync(join(tmpdir(), 'licet-watch-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const put = (name: string, text: string): void => writeFileSync(join(folder, name), text);
  for (const name of ['licet.cjs', 'early.cjs', 'late.cjs', 'other.cjs']) put(name, `module.exports = '${name}';`);
  return { script: join(folder, 'licet.cjs'), put, load: createRequire(join(folder, 'licet.cjs')) };
}

it('sees a change of a bundle that is loaded, however late it was, and none of one that is not', async () => {
  const { script, put, load } = program();
  await new Promise(resolve => setTimeout(resolve, OLD_MS));
  load('./early.cjs');
  const isIntact = programWatch(script);
  load('./late.cjs');
  put('other.cjs', 'module.exports = 1;');
  expect(isIntact?.()).toBe(true);

  put('late.cjs', 'module.exports = 2;');
  expect(isIntact?.()).toBe(false);
});

it('loads no bundle that has changed since, nor any other after that', async () => {
  const { script, put, load } = program();
  await new Promise(resolve => setTimeout(resolve, OLD_MS));
  const isIntact = programWatch(script);
  put('late.cjs', 'module.exports = 2;');
  expect(isIntact?.()).toBe(true);
  expect(() => load('./late.cjs') as unknown).toThrow('the program has changed while it ran');

  expect(isIntact?.()).toBe(false);
  expect(() => load('./other.cjs') as unknown).toThrow('the program has changed while it ran');
});

it('does not begin with a program whose change could not be seen', () => {
  expect(programWatch(program().script)).toBeUndefined();
});
