import { expect, test } from 'vitest';

import { canonicalName, constantOf } from '../../../../../packages/effects/src/code/javascript/members.ts';

test.each([
  ['globalThis.fs.promises.rm', 'fs.rm'],
  ['window.self.top.eval', 'eval'],
  ['fs-extra.remove', 'fs.remove'],
  ['module.require', 'module.require'],
  ['module.constructor._load', 'require'],
  ['require.main.require', 'require'],
  ['process.mainModule.constructor._load', 'require'],
  ['fs.default.rm', 'fs.rm'],
  ['path.posix.join', 'path.join'],
  ['Function.prototype.constructor', 'Function'],
  ['fsx.rm', 'fsx.rm'],
  ['globalThis', 'globalThis'],
])('%s is %s', (name, canonical) => {
  expect(canonicalName(name)).toBe(canonical);
});

test.each([
  ['__dirname', '/w'],
  ['process.env.HOME', '/h'],
  ['path.sep', '/'],
  ['process.env.TOKEN', undefined],
  ['', undefined],
])('%s means %s', (name, value) => {
  expect(constantOf(name, { cwd: '/w', home: '/h' })).toBe(value);
});
