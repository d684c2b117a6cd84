import { STORES } from '../../packages/adapters/src/stores/registry.ts';
import { STATE_STORES, TRAIL_STORES } from '../../packages/core/src/model/settings.ts';
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

  it.each([
    ['sessions', STATE_STORES],
    ['approvals', STATE_STORES],
    ['audit', TRAIL_STORES],
  ] as const)('keep what a policy may name them for: %s', (use, names) => {
    const keeping = Object.values(STORES).flatMap(({ name, keeps }) => (keeps.includes(use) ? [name] : []));

    expect(keeping.sort()).toEqual([...names].sort());
  });

  it('stand in one list of core, and in the room of the stores', () => {
    const list = /'(?:sqlite|neo4j|postgres)'[,\s|]+'(?:sqlite|neo4j|postgres)'/u;

    expect(SOURCES.filter(({ text }) => list.test(text)).map(({ path }) => path)).toEqual([
      'packages/core/src/model/settings.ts',
    ]);
  });
});
