import { describe, expect, it } from 'vitest';

import { addedLines, patchSteps } from '../../../../packages/effects/src/programs/patchText.ts';

const steps = (text: string): readonly string[] =>
  patchSteps(text).flatMap(({ path, uses }) => uses.map(({ kind, tags = [] }) => [kind, path, ...tags].join(' ')));

describe('the files of a patch', () => {
  it('in an envelope', () => {
    expect(
      steps('*** Begin Patch\n*** Add File: a\n+x\n*** Update File: b\n*** Move to: c\n*** Delete File: d\n*** End Patch'),
    ).toEqual(['write a', 'read b', 'write b', 'delete b moved', 'write c', 'delete d destructive']);
  });

  it('in a unified diff, with their prefixes and times taken away', () => {
    expect(steps('--- a/x.ts\t2020-01-01\n+++ b/x.ts\t2020-01-01\n@@\n--- /dev/null\n+++ "b/new file"')).toEqual([
      'read x.ts',
      'write x.ts',
      'write new file',
    ]);
    expect(steps('--- a/x\r\n+++ /dev/null\r\n')).toEqual(['delete x destructive']);
  });

  it('of other names are read and written', () => {
    expect(steps('--- old.ts\n+++ new.ts')).toEqual(['read new.ts', 'write new.ts', 'read old.ts']);
    expect(steps('rename from old.ts\nrename to new.ts')).toEqual(['delete old.ts moved', 'write new.ts']);
  });

  it('count where a header is in the text of a change: too many rather than too few', () => {
    expect(steps('+*** Delete File: x\n *** Delete File: y')).toEqual(['delete y destructive']);
  });

  it('are none in any other text', () => {
    expect(steps('')).toEqual([]);
    expect(steps('--- a heading\nsome text')).toEqual([]);
  });
});

it('knows which lines a diff adds to which file', () => {
  const added = addedLines('+before\n--- a/x\n+++ b/x\n@@\n-old\n+one\n+two\n--- a/y\n+++ b/y\n+three');

  expect([...added]).toEqual([
    ['x', 'one\ntwo\n'],
    ['y', 'three\n'],
  ]);
});
