import { describe, expect, test } from 'vitest';

import { findDescriptor } from '../../../../packages/effects/src/programs/index.ts';
import { namesBelow, setsUp } from '../../../../packages/effects/src/programs/output.ts';
import type { Printed } from '../../../../packages/effects/src/programs/output.ts';
import { printedBy } from '../../../../packages/effects/src/programs/rules/output.ts';
import { callOf } from './callOf.ts';

const printed = (...[path, operands, options]: Parameters<typeof callOf>): Printed | undefined => {
  const { prints } = findDescriptor(path[0] ?? '') ?? {};
  return printedBy(prints, callOf(path, operands, options));
};

describe('what sets the shell up', () => {
  const brew = setsUp('shellenv|hook \\w+$');
  const said = (...words: readonly string[]): unknown => printedBy(brew, callOf(['x'], words));

  test.each([[['shellenv']], [['hook', 'bash']]])('begins with %j', words => expect(said(...words)).toBe('setup'));
  test.each([[[]], [['list', 'shellenv']], [['hook']]])('is not %j', words => expect(said(...words)).toBeUndefined());
});

describe('names of files below folders', () => {
  test.each([
    [[], ['**']],
    [['.'], ['**']],
    [
      ['src/', 'lib'],
      ['src/**', 'lib/**'],
    ],
    [['src', undefined], ['**']],
  ])('of %j fit %j', (folders, names) => {
    expect(namesBelow(callOf(['x'], folders).operands)).toEqual({ names });
  });
});

describe('by its words', () => {
  test.each<[Parameters<typeof callOf>, Printed | undefined]>([
    [[['basename'], ['a/b/']], { text: 'b/\n' }],
    [[['basename'], [undefined]], 'name'],
    [[['dirname'], ['a/b']], { text: 'a\n' }],
    [[['dirname'], ['/a']], { text: '/\n' }],
    [[['dirname'], ['a']], { text: '.\n' }],
    [[['realpath'], ['a']], { path: 'a' }],
    [[['realpath'], [undefined]], undefined],
    [[['which'], ['node']], { text: '/usr/bin/node\n' }],
    [[['mktemp']], { text: '/tmp/tmp.xxxxxxxxxx\n' }],
    [[['mktemp'], ['a.XXXX']], { text: 'a.xxxx\n' }],
    [[['mktemp'], ['a.XXXX'], { '-p': ['/q'] }], { text: '/q/a.xxxx\n' }],
    [[['fd'], ['env']], { names: ['**/*env*'] }],
    [[['gofmt'], ['src'], { '-l': [] }], { names: ['src/**/**'] }],
    [[['gofmt'], ['src']], undefined],
    [[['kind', 'get'], ['kubeconfig']], { text: expect.stringContaining('127.0.0.1') as string }],
    [[['minikube'], ['docker-env']], 'setup'],
  ])('%j prints %j', (call, wanted) => {
    expect(printed(...call)).toEqual(wanted);
  });

  test('locate finds hidden names, which fd skips', () => {
    const names = (found: Printed | undefined): readonly string[] =>
      typeof found === 'object' && 'names' in found ? found.names : [];

    expect(names(printed(['locate'], ['env']))).toContain('**/.env');
    expect(names(printed(['fd'], ['env']))).not.toContain('**/.env');
    expect(names(printed(['fd'], ['env'], { '-H': [] }))).toContain('**/.env');
  });
});
