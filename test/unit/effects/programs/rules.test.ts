import { describe, expect, test } from 'vitest';

import { holds } from '../../../../packages/effects/src/programs/rules/condition.ts';
import { findKeywords } from '../../../../packages/effects/src/programs/rules/keyword.ts';
import { findListening } from '../../../../packages/effects/src/programs/rules/listens.ts';
import { findValues } from '../../../../packages/effects/src/programs/rules/optionValue.ts';
import { findSources } from '../../../../packages/effects/src/programs/rules/packageSource.ts';
import { findRuns } from '../../../../packages/effects/src/programs/rules/runs.ts';
import { loses, sets } from '../../../../packages/effects/src/programs/shapes.ts';
import type { Condition } from '../../../../packages/effects/src/programs/use.ts';
import { callOf } from './callOf.ts';

describe('a condition on the call `tool -v push x $Y -p a=b`', () => {
  const call = callOf(['tool', 'push'], ['x', undefined], { '-v': [], '-p': ['a=b'] });

  test.each<[Condition, boolean]>([
    [{}, true],
    [{ any: ['-v', '-q'] }, true],
    [{ all: ['-v', '-q'] }, false],
    [{ none: ['-v'] }, false],
    [{ atLeast: 2 }, true],
    [{ atMost: 1 }, false],
    [{ operand: '^x$' }, true],
    [{ operand: '^[?]$' }, false],
    [{ word: '^[?]$' }, true],
    [{ words: '^x [?]$' }, true],
    [{ line: '^push x [?]$' }, true],
    [{ first: '^x$' }, true],
    [{ second: '^[?]$' }, true],
    [{ program: '^tool$', verb: '^push$' }, true],
    [{ verb: '^pull$' }, false],
    [{ value: { '-p': '^a=' } }, true],
    [{ value: { '-p -q': '^c' } }, false],
    [{ value: { '-q': '' } }, false],
    [{ not: { any: ['-q'] } }, true],
    [{ either: [{ any: ['-q'] }, { first: '(?i)^X$' }] }, true],
    [{ either: [] }, false],
    [{ input: '^$' }, true],
    [{ empty: true }, false],
    [{ variable: { CI: '^$' } }, true],
    [{ variable: { CI: '.' } }, false],
    [{ ownNames: '' }, false],
    [{ origin: 'others' }, false],
  ])('%j: %j', (condition, wanted) => {
    expect(holds(condition, call)).toBe(wanted);
  });
});

describe('keywords', () => {
  const lost = loses('x:y');
  const rows = [
    { when: { first: '^list$' }, ends: true as const },
    { effects: [lost] },
    { when: { any: ['-n'] }, clears: 'loss' as const },
  ];

  test('end where a row ends them', () => {
    expect(findKeywords(rows, callOf(['tool'], ['list']))).toEqual([]);
  });

  test('add up otherwise', () => {
    expect(findKeywords(rows, callOf(['tool'], ['drop'], { '-n': [] }))).toEqual([lost, { clears: 'loss' }]);
  });
});

describe('values of options and operands', () => {
  const word = (text: string) => ({ text, glob: false });
  const call = callOf(['tool'], ['a.c', 'rm', 'x', undefined], { '-p': ['k=v,w'] });

  test.each([
    [{ to: 1, use: 'read' }, [{ use: 'read', value: word('a.c') }]],
    [{ fits: '[.]c$', use: 'write' }, [{ use: 'write', value: word('a.c') }]],
    [{ from: -1, unless: '^[?]$', use: 'write' }, []],
    [
      { from: 1, use: 'command' },
      [{ use: 'command', value: word('rm'), following: [word('x'), { text: undefined, glob: false }] }],
    ],
    [{ of: '-p', take: ['^k=', ''], use: 'read' }, [{ use: 'read', value: word('v,w') }]],
    [{ of: '-p', take: ['^.*$', ''], use: 'read' }, []],
    [{ of: '-p', split: ',', fits: '^w$', effects: [sets('x:{0}')] }, [sets('x:w')]],
    [{ of: '-p', take: ['=.*$', '*'], isPattern: true, use: 'read' }, [{ use: 'read', value: { text: 'k*', glob: true } }]],
    [{ value: '.', use: 'read' }, [{ use: 'read', value: word('.') }]],
    [{ value: '.', when: { any: ['-q'] }, use: 'read' }, []],
    [{ from: 1, among: { to: 1 }, use: 'write' }, []],
  ] as const)('%j', (row, wanted) => {
    expect(findValues([row], call)).toEqual(wanted);
  });
});

test('a dry run starts no task but those of make', () => {
  const dry = callOf(['tool'], ['a'], { '-n': [] });

  expect(findRuns([{ tasks: 'justfile' }], dry)).toEqual([]);
  expect(findRuns([{ tasks: 'Makefile' }], dry)).toMatchObject([{ tasks: 'Makefile', isDry: true }]);
});

test.each([
  ['registry', '-r', 'https://registry.npmjs.org', 0],
  ['registry', '-r', 'https://h.example', 1],
  ['links', '-r', '/srv/wheels', 0],
  ['links', '-r', 'https://h.example', 1],
  ['code', '-r', './x', 0],
  ['code', '-r', 'git@h.example:x', 1],
  ['module', '-r', 'golang.org/x/tools', 0],
  ['module', '-r', 'h.example/x', 1],
] as const)('packages from a %s %s %s: %d found', (is, of, value, count) => {
  expect(findSources([{ is, of }], callOf(['tool'], [], { [of]: [value] })).length).toBe(count);
});

test.each([
  ['0.0.0.0', '.', true],
  ['127.0.0.1', '.', false],
  [undefined, '.', true],
  [undefined, 'dist', false],
])('a server at %j that shows %s lets everyone in: %j', (at, folder, wanted) => {
  const call = callOf(['serve'], [folder], at === undefined ? {} : { '-a': [at] });

  expect(JSON.stringify(findListening({ at: '-a', isOpen: true, folder: 'operands' }, call)).includes('weakens')).toBe(wanted);
});
