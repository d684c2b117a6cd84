import { describe, expect, it, test } from 'vitest';

import { formIndex, formKey } from '../../../../packages/epistemic/src/graph/formIndex.ts';

const names = ['delete', 'directory', 'list directory', 'go', 'overwrite', 'file'];
const lexicon = { byName: new Map(names.map((name, index) => [name, index])), byAlias: new Map([['folder', 1]]) };
const find = formIndex(lexicon);

describe('the concepts that a word may be a form of', () => {
  test.each([
    ['deleting', ['delete']],
    ['deleted', ['delete']],
    ['directories', ['directory']],
    ['folders', ['directory']],
    ['went', ['go']],
    ['overwrote', ['overwrite']],
    ['listing directory', ['list directory']],
    ['list directories', ['list directory']],
    ['delete', ['delete']],
    // Not two words at a time, and no other word.
    ['listing directories', []],
    ['delet', []],
    ['filet', []],
    ['', []],
  ])('%s', (word, concepts) => {
    expect(find(word).map(index => names[index])).toEqual(concepts);
  });

  it('are found by one index for as long as the words are the same', () => {
    expect(formIndex(lexicon)).toBe(find);
    expect(formIndex({ ...lexicon })).not.toBe(find);
  });
});

test.each([
  ['list_directory', 'list directory'],
  [' list -- directory ', 'list directory'],
  ['', ''],
])('%j is compared as %j', (text, key) => {
  expect(formKey(text)).toBe(key);
});
