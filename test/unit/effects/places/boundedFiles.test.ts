import { describe, expect, it } from 'vitest';

import { boundFiles, workOf } from '../../../../packages/effects/src/places/boundedFiles.ts';
import { memoryFiles } from '../../../../packages/effects/src/places/memoryFiles.ts';
import { createWork } from '../../../../packages/effects/src/work.ts';

const table = { '/a/x': { text: '1' }, '/a/y': { text: '2' }, '/a/l': { link: '/etc' }, '/etc': 'folder' } as const;

describe('files with a budget', () => {
  it('answer each question once', () => {
    const work = createWork(10);
    const files = boundFiles(memoryFiles(table), work);

    expect([files.text?.('/a/x'), files.text?.('/a/x'), files.text?.('/none'), files.text?.('/none')]).toEqual([
      '1',
      '1',
      undefined,
      undefined,
    ]);
    expect(work.left).toBe(8);
  });

  it('know nothing more once it is spent', () => {
    const files = boundFiles(memoryFiles(table), createWork(1));

    expect(files.text?.('/a/x')).toBe('1');
    expect(files.text?.('/a/y')).toBeUndefined();
    expect(files.isHeldByGit?.(['/a/x'])).toBe(false);
  });

  it('take what a folder lists for where it lies, but ask where a link leads', () => {
    const files = boundFiles(memoryFiles(table), createWork(10));
    files.list('/a');

    expect([files.realPath('/a/x'), files.realPath('/a/l')]).toEqual(['/a/x', '/etc']);
  });

  it('draw more for a folder of many entries, and for the index of git', () => {
    const many = Object.fromEntries(Array.from({ length: 32 }, (_, at) => [`/many/${at}`, 'held' as const]));
    const work = createWork(1_000);
    const files = boundFiles(memoryFiles(many), work);
    files.list('/many');
    const afterList = work.left;

    expect(afterList).toBeLessThan(1_000 - 2);
    expect([files.isHeldByGit?.(['/many/1']), files.isHeldByGit?.(['/none']), files.isKnownToGit?.(['/many/1'])]).toEqual([
      true,
      false,
      true,
    ]);
    expect(work.left).toBeLessThan(afterList - 3 * 256);
  });

  it('share their budget; others have another one', () => {
    const work = createWork(3);

    expect(workOf(boundFiles(memoryFiles({}), work))).toBe(work);
    expect(workOf(memoryFiles({}))).not.toBe(workOf(memoryFiles({})));
  });
});
