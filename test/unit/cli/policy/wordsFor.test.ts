import { wordsFor } from 'licet/source/policy/ownProgram.ts';
import { expect, it } from 'vitest';

it.each([
  ['the packages of the project', '/home/me/project/node_modules/licet/dist/licet.cjs', true, 'npx licet'],
  ['the packages of a folder above', '/home/me/node_modules/licet/dist/licet.cjs', true, 'npx licet'],
  ['a global installation', '/usr/lib/node_modules/licet/dist/licet.cjs', true, 'licet'],
  ['the packages of another project', '/home/me/other/node_modules/licet/dist/licet.cjs', true, 'sh .licet/licet.sh'],
  ['a clone, with the launcher', '/home/me/licet/packages/cli/dist/licet.cjs', true, 'sh .licet/licet.sh'],
  ['a clone', '/home/me/licet/packages/cli/dist/licet.cjs', false, 'node /home/me/licet/packages/cli/dist/licet.cjs'],
])('names a way to start licet from %s', (_, bundle, hasLauncher, words) => {
  expect(wordsFor({ node: '/usr/bin/node', bundle }, '/home/me/project', hasLauncher)).toBe(words);
});
