import type { Effect } from '@licet/core';
import { expect, test } from 'vitest';

import { isReadInPart } from '../../../../packages/effects/src/places/overwritten.ts';

const base = { via: [], certainty: 'certain' } as const;

/** The effects of programs in a pipe, the first of which reads a file. */
function piped(...lines: readonly string[]): readonly Effect[] {
  return lines.flatMap((line, at): readonly Effect[] => {
    const argv = line.split(' ');
    const [program = ''] = argv;
    const run = { ...base, kind: 'execute', program, target: { type: 'program', name: program, argv } } as const;
    const read = { ...base, kind: 'read', program, target: { type: 'file', lexical: '/a', resolved: '/a' } } as const;
    return at === 0 ? [run, read] : [run];
  });
}

test.each([
  [['head -5 a'], true],
  [['cat a'], false],
  [['cat a', 'head'], true],
  [['cat a', 'sort', 'tail'], true],
  [['cat a', 'unknown', 'head'], false],
  [['grep x a'], true],
  [['grep -v x a'], false],
  [['grep --invert-match x a'], false],
  [['jq .[:5] a'], true],
  [['jq .name a'], true],
  [['jq . a'], false],
  [['jq .a|=map(select(.b)) a'], false],
  [['sed -n 5p a'], true],
  [['sed s/a/b/ a'], false],
  [['sed 5q a'], true],
  [['awk /x/ a'], true],
  [['awk 1 a'], false],
  [['awk {print$1} a'], false],
  [['sort a'], false],
  [['sort -u a'], false],
  [['sort -u -k1 a'], true],
  [['uniq -d a'], true],
  [['uniq a'], false],
  [['toString a'], false],
] as const)('%j prints only a part of what it reads: %s', (lines, part) => {
  expect(isReadInPart(piped(...lines), 1)).toBe(part);
});
