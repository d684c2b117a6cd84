import { describe, expect, it } from 'vitest';

import { SOURCES, nodesOf, parse } from './source.ts';

/** Parsing a source costs a hundred times more than a search in its text. */
const CANDIDATES = SOURCES.filter(({ text }) => /\bextends \w*(?:Error|Exception)\b/u.test(text));

/** The classes that extend an error, each with its file, its name and whether it freezes itself. */
const errorClasses = CANDIDATES.flatMap(source =>
  nodesOf(parse(source).program).flatMap(node => {
    const { id, superClass } = node as { id?: { name: string } | null; superClass?: { name?: string } | null };
    if (!node.type.startsWith('Class') || superClass?.name?.endsWith('Error') !== true) return [];
    const parent = superClass.name;
    const isFixed = /Object\.freeze\(this\)|Object\.defineProperty\(this, /u.test(source.text.slice(node.start, node.end));
    return [{ path: source.path, name: id?.name ?? '', parent, isFixed }];
  }),
);

describe('error classes', () => {
  it('all extend GovernanceError, which alone extends Error', () => {
    const ofLanguage = errorClasses.filter(({ parent }) => parent !== 'GovernanceError');

    expect(ofLanguage.map(({ path, name }) => `${path}: ${name}`)).toEqual([
      'packages/core/src/model/errors.ts: GovernanceError',
    ]);
    expect(errorClasses.length).toBeGreaterThan(6);
  });

  it('freeze their members in the constructor', () => {
    expect(errorClasses.filter(({ isFixed }) => !isFixed)).toEqual([]);
  });
});
