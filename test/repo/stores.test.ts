import { describe, expect, it } from 'vitest';

import { SOURCES, lineAt } from './source.ts';

const NAMES = '(?:sqlite|jsonl|postgres|neo4j|memory|none)';
const COMPARES = new RegExp(`[!=]==\\s*'${NAMES}'|'${NAMES}'\\s*[!=]==|case '${NAMES}'`, 'gu');

describe('the kinds of stores', () => {
  it('are compared by name nowhere: a new one is a folder and a line in the registry', () => {
    const found = SOURCES.filter(each => !['effects', 'guards'].includes(each.package)).flatMap(({ path, text }) =>
      Array.from(text.matchAll(COMPARES), ({ 0: what, index }) => `${path}:${lineAt(text, index)} ${what}`),
    );

    expect(found).toEqual([]);
  });
});
