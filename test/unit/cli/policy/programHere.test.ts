import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, it, onTestFinished } from 'vitest';

import { programHere } from '../../../../packages/cli/src/policy/ownProgram.ts';

/** Makes this process look as if it ran a bundle in its own folder. */
function installed(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'licet-program-')));
  const [, started = ''] = process.argv;
  onTestFinished(() => {
    process.argv[1] = started;
    rmSync(folder, { recursive: true });
  });
  mkdirSync(join(folder, 'dist'));
  const bundle = join(folder, 'dist', 'licet.cjs');
  writeFileSync(bundle, '');
  process.argv[1] = bundle;
  return folder;
}

it('is the bundle that runs, with the schema beside its folder', () => {
  const folder = installed();
  mkdirSync(join(folder, 'schema'));
  writeFileSync(join(folder, 'schema', 'governance.schema.json'), '{}');

  expect(programHere()).toEqual({ command: { node: process.execPath, bundle: join(folder, 'dist', 'licet.cjs') }, schema: '{}' });
});

it('says what is missing in an installation that is not whole, and the way out', () => {
  const folder = installed();

  const file = join(folder, 'schema', 'governance.schema.json');
  expect(programHere).toThrow(
    `this installation of licet is not whole: \`${file}\` cannot be read (ENOENT): install licet again, or build it again in a clone`,
  );
});
