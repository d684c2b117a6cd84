import { expect, test } from 'vitest';

import { isOwnPort, namesProcesses, picksWidely } from '../../../../packages/effects/src/programs/processNames.ts';
import { callOf } from './callOf.ts';

test.each([
  ['myserver', {}, false],
  ['node server.js', {}, false],
  ['systemd', {}, true],
  ['^nginx$', {}, true],
  ['vite|postgres', {}, true],
  ['licet', {}, true],
  ['[l]icet', {}, true],
  ['l.cet', {}, true],
  ['vite.*dev', {}, false],
  // A pattern that may take long, or that cannot be read, is not tried.
  ['(a+)+b', {}, true],
  ['(', {}, true],
  [undefined, {}, true],
  ['x', { '-u': ['root'] }, true],
])('%s %j picks others than the agent started: %s', (text, options, wide) => {
  expect(picksWidely(callOf(['pkill'], [text], options))).toBe(wide);
});

test.each([
  ['3000', true],
  ['65535', true],
  ['80', false],
  ['5432', false],
  ['443', false],
  ['x', false],
])("port %s is of a server of one's own: %s", (port, own) => {
  expect(isOwnPort(port)).toBe(own);
});

test.each([
  [['ps'], [], {}, true],
  [['pgrep'], ['myserver'], {}, false],
  [['pgrep'], ['sshd'], {}, true],
  [['lsof'], [], { '-t': [], '-i': [':3000'] }, false],
  [['lsof'], [], { '-t': [], '-i': [':5432'] }, true],
  [['lsof'], [], { '-i': [':5432'] }, false],
  [['docker', 'ps'], [], { '-q': [] }, true],
  [['docker', 'ps'], [], { '-q': [], '-f': ['name=mine'] }, false],
  [['docker', 'ps'], [], {}, false],
  [['ls'], [], {}, false],
] as const)('%j %j %j names processes of others: %s', (path, operands, options, yes) => {
  expect(namesProcesses(callOf(path, operands, options))).toBe(yes);
});
