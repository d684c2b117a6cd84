import { ground, groundIn, memoryGraph } from '@licet/epistemic';
import { describe, expect, it } from 'vitest';
import { gapsOf } from '../support/compact.ts';
import { puts } from '../support/shorthand.ts';

function graphOf(...texts: string[]): ReturnType<typeof memoryGraph> {
  const graph = memoryGraph();
  graph.write(puts(texts));
  return graph;
}

describe('resolution', () => {
  it('prefers the name to the form of another concept', () => {
    const result = groundIn(graphOf('file 0', 'files 0').snapshot(), ['files']);

    expect(result.resolved).toEqual(['files']);
    expect(result.notes).toEqual([]);
  });

  it('reports the form it followed', () => {
    const result = groundIn(graphOf('file 0').snapshot(), ['Files']);

    expect(result.notes).toEqual([{ input: 'Files', name: 'file', by: 'form' }]);
  });

  it('follows an alias before any form, and the form of an alias', () => {
    const graph = graphOf('directory 0', 'folder_tree 0');
    graph.write([{ type: 'alias', alias: 'Folder', targetId: 'id-directory' }]);

    const result = groundIn(graph.snapshot(), ['FOLDER', 'folders', 'folder trees']);

    expect(result.resolved).toEqual(['directory', 'directory', 'folder_tree']);
    expect(result.notes.map(note => note.by)).toEqual(['alias', 'form', 'form']);
  });

  it.each([
    ['leaves', ['leaf 0', 'leave 0'], 'AMBIGUITY leaves: leaf, leave'],
    ['bases', ['base 0', 'basis 0'], 'AMBIGUITY bases: base, basis'],
    ['saw', ['see 0', 'saws 0'], undefined],
  ])('reports that %s may mean several concepts', (word, texts, gap) => {
    const result = groundIn(graphOf(...texts).snapshot(), [word]);

    expect(gapsOf(result)).toEqual(gap === undefined ? [] : [gap]);
  });

  it('never grounds on an ambiguous word, even beside known ones', () => {
    const result = groundIn(graphOf('leaf 0', 'leave 0', 'file 0').snapshot(), ['file', 'leaves']);

    expect(result.grounded).toBe(false);
  });

  it.each([
    ['list directories', ['list', 'directory']],
    ['listing of a directory', ['list', 'directory']],
    ['operating system files', ['operating_system', 'file']],
    ['the', ['the']],
    ['of the', ['of the']],
    ['qwerty asdf', ['qwerty asdf']],
    ['', ['']],
    ['went', ['go']],
  ])('reads %j as %j', (phrase, resolved) => {
    const graph = graphOf('list 0', 'directory 0', 'operating_system 0', 'file 0', 'go 0');

    expect(groundIn(graph.snapshot(), [phrase]).resolved).toEqual(resolved);
  });

  it('follows names only when inflections are off', () => {
    expect(groundIn(graphOf('file 0').snapshot(), ['files', 'the file'], { inflections: false }).resolved).toEqual([
      'files',
      'the file',
    ]);
  });

  it.each(['__proto__', 'constructor', 'toString', '\u0000', '\u202efile', 'a'.repeat(10_000), '💥', '%s', '\ud800'])(
    'takes %j for an unknown concept',
    async name => {
      expect(gapsOf(await ground(graphOf('file 0'), [name]))).toEqual([`EXISTENCE ${name}`]);
    },
  );
});
