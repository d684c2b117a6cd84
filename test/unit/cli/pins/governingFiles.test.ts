import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { requireAccepted } from 'licet/source/pins/effective.ts';
import { unpinnedImports } from 'licet/source/pins/governingFiles.ts';
import { acceptable } from 'licet/source/pins/makePin.ts';
import type { Pin } from 'licet/source/pins/pin.ts';
import { describe, expect, it } from 'vitest';

const POLICY =
  'version: 1\ndefault: pass\ngraphs: { main: { store: memory, seeds: [filesystem, ./seed.json] } }\npolicy: { edge_policies: { graph: main, registry: rules/calls.mjs } }\n';

function project(files: Readonly<Record<string, string>>): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'licet-files-')));
  for (const [name, text] of Object.entries({ 'governance.yaml': POLICY, 'seed.json': '{}', ...files })) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  return root;
}

const pinOf = (root: string): Pin => acceptable(join(root, 'governance.yaml'), 'ann', new Date(0)).pin;
const FILES = {
  'rules/calls.mjs': "import { a } from './a.mjs';\nexport default { a };\n",
  'rules/a.mjs': 'export const a = async () => (await import(`../b.cjs`)).b;\n',
  'b.cjs': "const c = require('./c');\nmodule.exports = { b: c };\n",
  'c.js': "require('node:fs');\nmodule.exports = () => ({ passed: true });\n",
};
const MODULE = 'rules/calls.mjs';

/** What a guard is told that wants to load the module. */
const loads = (root: string, pin: Pin): void => requireAccepted({ state: 'accepted', pin }, root, join(root, MODULE));

describe('the files of a policy', () => {
  it('are its modules with all that they import by a path, and its seeds', () => {
    const { files, policies } = pinOf(project(FILES));

    expect(files.slice(policies).map(({ path }) => path)).toEqual([
      'b.cjs',
      'c.js',
      'rules/a.mjs',
      'rules/calls.mjs',
      'seed.json',
    ]);
  });

  it('must all be readable to be accepted', () => {
    const root = project({ ...FILES });
    rmSync(join(root, 'seed.json'));

    expect(() => pinOf(root)).toThrow(expect.objectContaining({ code: 'unreadable' }));
  });

  it('run as long as each of them is as it was', () => {
    const root = project(FILES);
    const pin = pinOf(root);

    expect(() => loads(root, pin)).not.toThrow();
    for (const name of Object.keys(FILES)) {
      const changed = project({ ...FILES, [name]: `${FILES[name as keyof typeof FILES]}// another\n` });
      expect(() => loads(changed, pin)).toThrow(`\`${name}\` is not as it was accepted`);
    }
  });

  it('do not run through a link, which would import other files', () => {
    const root = project(FILES);
    const pin = pinOf(root);
    const other = project({ ...FILES, 'rules/a.mjs': 'throw new Error("not accepted");\n' });
    rmSync(join(root, MODULE));
    symlinkSync(join(other, MODULE), join(root, MODULE));

    expect(() => loads(root, pin)).toThrow('is not as it was accepted');
  });

  it('do not run from a folder that was swapped for a link', () => {
    const root = project(FILES);
    const pin = pinOf(root);
    const other = project(FILES);
    rmSync(join(root, 'rules'), { recursive: true });
    symlinkSync(join(other, 'rules'), join(root, 'rules'));

    expect(() => loads(root, pin)).toThrow('is not as it was accepted');
  });

  it('are only those that the pin holds', () => {
    const root = project(FILES);

    expect(() => requireAccepted({ state: 'accepted', pin: pinOf(root) }, root, join(root, 'other.mjs'))).toThrow('`other.mjs`');
  });
});

describe('unpinnedImports', () => {
  it.each([
    ["import a from './a.mjs'; import fs from 'node:fs';", []],
    ["import x from 'left-pad'; require('y');", ['`left-pad`', '`y`']],
    ['await import(name); require(`z`);', ['`z`', 'a module whose name is computed']],
  ])('tells %j', (text, names) => {
    expect(unpinnedImports(text)).toEqual(names);
  });
});
