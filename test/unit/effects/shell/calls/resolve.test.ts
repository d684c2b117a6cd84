import { describe, expect, test } from 'vitest';
import type { CommandDescriptor } from '../../../../../packages/effects/src/programs/descriptor.ts';
import type { ResolvedCall } from '../../../../../packages/effects/src/shell/calls/call.ts';
import {
  bringsTrees,
  descriptorOf,
  packsTrees,
  printedOf,
  factOf,
  showsText,
  plainCall,
} from '../../../../../packages/effects/src/shell/calls/resolve.ts';
import type { Run } from '../../../../../packages/effects/src/shell/words/frame.ts';

const run = (): Run => ({ described: new Map() }) as unknown as Run;
const call = (descriptor: CommandDescriptor, ...words: readonly string[]): ResolvedCall => plainCall('x', descriptor, words);

describe('how a program is described', () => {
  test.each([
    ['python3.12', 'python'],
    ['ggrep', 'grep'],
    ['gtac', 'tac'],
    ['tar.exe', 'tar'],
    ['TAR', 'tar'],
  ])('%s is %s', (name, bare) => {
    const optionsOf = (one: string): readonly string[] => Object.keys(descriptorOf(one, run())?.options ?? {});

    expect(optionsOf(bare)).not.toEqual([]);
    expect(optionsOf(name)).toEqual(optionsOf(bare));
  });

  test('is looked up once for a command', () => {
    const one = run();

    expect(descriptorOf('tar', one)).toBe(descriptorOf('tar', one));
    expect(descriptorOf('no-such-program', one)).toBeUndefined();
    expect([...one.described.keys()]).toEqual(['tar', 'no-such-program']);
  });
});

describe('what a description says', () => {
  const outer: CommandDescriptor = {
    endless: 'passes',
    prints: 'word',
    subcommands: {
      a: () => ({ endless: 'keeps', prints: ({ operands }) => (operands.length > 0 ? 'lines' : undefined) }),
      b: () => ({}),
    },
  };

  test.each([
    [['a'], 'keeps'],
    [['b'], 'passes'],
    [[], 'passes'],
  ])('is what the innermost subcommand says: %j', (words, wanted) => {
    expect(factOf(call(outer, ...words), 'endless')).toBe(wanted);
  });

  test.each([
    [['a', 'x'], 'lines'],
    [['a'], 'word'],
    [['b'], 'word'],
  ])('is printed where the innermost knows it: %j', (words, wanted) => {
    expect(printedOf(call(outer, ...words))).toBe(wanted);
  });

  test.each<[CommandDescriptor, boolean]>([
    [{ showsText: true }, true],
    [{ prints: 'matches' }, true],
    [{ prints: 'awk' }, true],
    [{ prints: 'input' }, false],
    [{ prints: { text: 'sed' } }, false],
    [{}, false],
  ])('%j shows text: %s', (descriptor, wanted) => {
    expect(showsText(call(descriptor))).toBe(wanted);
  });

  test.each([
    ['tar', true, true],
    ['zip', true, true],
    ['unzip', false, true],
    ['cp', false, true],
    ['ln', false, false],
    ['cat', false, false],
    ['no-such-program', false, false],
  ])('%s packs: %s, brings trees along: %s', (program, isPacking, isBringing) => {
    expect(packsTrees(program, run())).toBe(isPacking);
    expect(bringsTrees(program, run())).toBe(isBringing);
  });
});
