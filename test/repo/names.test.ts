import { describe, expect, it } from 'vitest';

import { SOURCES, nodesOf, parse } from './source.ts';

const FORBIDDEN = /(?:Manager|Helper|Util|Utils|Base|Async)$|^I[A-Z][a-z]/u;
/** Matches every text with such a name, and others: parsing a source costs a hundred times more than a search in its text. */
const MAYBE_FORBIDDEN = /(?:Manager|Helper|Util|Utils|Base|Async)\b|\bI[A-Z][a-z]/u;

describe('names', () => {
  it('end in none of Manager, Helper, Util, Base and Async', () => {
    const named = ['ClassDeclaration', 'FunctionDeclaration', 'TSInterfaceDeclaration', 'TSTypeAliasDeclaration'];
    const wrong = SOURCES.filter(({ text }) => MAYBE_FORBIDDEN.test(text)).flatMap(source =>
      nodesOf(parse(source).program)
        .filter(({ type }) => named.includes(type))
        .map(({ id }) => (id as { name?: string } | null)?.name ?? '')
        .filter(name => FORBIDDEN.test(name) && name !== 'RecordBase')
        .map(name => `${source.path}: ${name}`),
    );

    expect(wrong).toEqual([]);
  });
});
