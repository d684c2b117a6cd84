import { expect, it, test } from 'vitest';

import { changingCommand, isQuestion } from '../../../../packages/guards/src/boundary/licetCommand.ts';

test.each([
  ['licet check x', undefined],
  ['licet --help', undefined],
  ['licet', undefined],
  ['licet init', 'init'],
  ['licet approvals list', undefined],
  ['licet approvals approve 1', 'approvals'],
  ['licet fact list', undefined],
  ['licet fact grant x', 'fact'],
  ['licet passkey list', undefined],
  ['licet passkey add eve', 'passkey'],
  ['licet passkey remove', 'passkey'],
  ['uvx licet passkey add eve', 'approve'],
  ['licet audit tail', undefined],
  ['licet audit prune', 'audit'],
  ['licet audit export --out x', 'audit'],
  ['licet concepts show', undefined],
  ['licet concepts add x', 'concepts'],
  ['licet accept', 'accept'],
  ['licet accept --check', undefined],
  ['licet accept --user --check', 'accept'],
  ['licet accept -- --check', 'accept'],
  ['licet frobnicate', 'frobnicate'],
  ['./node_modules/.bin/licet uninstall', 'uninstall'],
  ['npx licet@1 init', 'init'],
  ['npx -y licet check', undefined],
  ['npm install x', undefined],
  ['npm uninstall licet', 'uninstall'],
  ['pnpm rm @licet/core', 'uninstall'],
  ['npm install licet@file:../x', 'uninstall'],
  ['npm pkg delete devDependencies.licet', 'uninstall'],
  ['npm pkg set pnpm.overrides.licet=x', 'uninstall'],
  ['npm pkg set scripts.test=x', undefined],
  ['echo licet init', undefined],
])('%s changes: %s', (line, command) => {
  expect(changingCommand(line.split(' '))).toBe(command);
});

it('may be any command where a word is not known', () => {
  expect(changingCommand(['licet', undefined])).toBe('…');
  expect(changingCommand(['licet', 'accept', undefined, '--check'])).toBe('accept');
  expect(changingCommand(['licet', 'audit', 'export', undefined])).toBe('audit');
  expect(changingCommand([undefined, 'init'])).toBeUndefined();
});

it('knows copies of the program', () => {
  expect(changingCommand(['/tmp/x', 'init'], path => path === '/tmp/x')).toBe('init');
});

test.each([
  ['licet check x', true],
  ['licet init', false],
  ['licet', false],
  ['npx licet check', false],
])('%s is only a question: %s', (line, yes) => {
  expect(isQuestion(line.split(' '))).toBe(yes);
});
