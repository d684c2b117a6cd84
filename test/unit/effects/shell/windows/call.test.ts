import { describe, expect, it, test } from 'vitest';

import { optionOf, readCall } from '../../../../../packages/effects/src/shell/windows/call.ts';
import { NotUnderstood, bare } from '../../../../../packages/effects/src/shell/windows/words.ts';

const cmdlet = { names: 'Remove-Item', options: 'path= recurse force filter=', order: 'path filter', does: () => '' };
const call = (...args: readonly string[]) =>
  readCall(
    cmdlet,
    args.map(arg => [bare(arg)]),
    undefined,
    text => text,
  );

describe('a call of a cmdlet', () => {
  it('has options by the beginning of their names, in any case', () => {
    const given = call('-Rec', '-FORCE', '-Path', 'a');

    expect([given.has('recurse'), given.has('force'), given.has('filter'), given.paths('path')]).toEqual([
      true,
      true,
      false,
      'a',
    ]);
  });

  it('puts words without an option at the positions that are free', () => {
    const given = call('a', '*.ts');

    expect([given.text('path'), given.text('filter')]).toEqual(['a', "'*.ts'"]);
    expect(call('-Filter', 'x', 'a').text('path')).toBe('a');
  });

  test.each([
    [['-Recurse:$false'], false],
    [['-Recurse:', 'false'], false],
    [['-Recurse:$true'], true],
    [['-Recurse'], true],
  ])('%j recurses: %s', (args, yes) => {
    expect(call(...args).has('recurse')).toBe(yes);
  });

  it('takes a value that is joined to its option', () => {
    expect(call('-Path:a').text('path')).toBe('a');
  });

  it.each(['-unknown', '-f'])('is not understood with the option %s: it is unknown, or it is two', option => {
    expect(() => call(option)).toThrow(NotUnderstood);
  });

  it('knows the options of every cmdlet', () => {
    expect(optionOf(cmdlet, '-whatif')).toEqual({ name: 'whatif', takes: false });
    expect(optionOf(cmdlet, '-ErrorAction')).toEqual({ name: 'erroraction', takes: true });
  });
});
