import type { Gap } from '@licet/epistemic';
import { describe, expect, it, test } from 'vitest';

import { asksTooMuch, gapFix, gapLine, noteText } from '../../../../packages/epistemic/src/render/gapText.ts';

const concept = (name: string) => ({ id: `id-${name}`, name, provenance: { source: 'authored' } });
const relational = {
  kind: 'RELATIONAL',
  source: concept('create'),
  target: concept('file'),
  relation: 'APPLIES_TO',
  requiredDepth: 3,
  currentDepth: 1,
  missingLevels: [2, 3],
} as unknown as Gap;

describe('a gap in words', () => {
  test.each([
    [{ kind: 'EXISTENCE', primitive: concept('x') }, "EXISTENCE: 'x' is not in the knowledge graph", 'add the concept'],
    [
      { kind: 'DEPTH', primitive: concept('x'), currentDepth: 1, requiredDepth: 3, missingLevels: [2, 3] },
      "DEPTH: 'x' known to D1",
      "add D2, D3 to 'x'",
    ],
    [relational, "RELATIONAL: 'create' → 'file' requires D3", "add D2, D3 to 'file', which 'create' APPLIES_TO"],
    [
      { kind: 'REACHABILITY', primitive: concept('x'), reason: 'isolated' },
      "REACHABILITY: 'x' is not connected to other",
      'add the edge',
    ],
    [
      { kind: 'REACHABILITY', primitive: concept('x'), reason: 'no_object' },
      "REACHABILITY: 'x' is not connected to an object",
      'name an object',
    ],
    [{ kind: 'AMBIGUITY', name: 'x', candidates: ['a', 'b'] }, "AMBIGUITY: 'x' may mean 'a' or 'b'", "say which of 'a', 'b'"],
  ])('%j', (gap, line, fix) => {
    expect(gapLine(gap as unknown as Gap)).toContain(line);
    expect(gapFix(gap as unknown as Gap)).toContain(fix);
  });

  it('shows nothing that hides', () => {
    expect(gapLine({ kind: 'EXISTENCE', primitive: concept('a\u202eb') } as unknown as Gap)).not.toContain('\u202e');
    expect(noteText({ input: 'a\u202e', name: 'b', by: 'alias' } as never)).toMatch(/^'[^\u202e]*' read as 'b' \(an alias\)$/);
  });
});

test.each([
  [{}, true],
  [{ targetDepth: 1 }, false],
  [{ relation: 'REQUIRES' }, false],
  [{ sourceId: 'id-other' }, false],
])('an edge with %j asks more than is known: %s', (more, yes) => {
  const edge = { sourceId: 'id-create', targetId: 'id-file', relation: 'APPLIES_TO', targetDepth: 3, ...more } as never;

  expect(asksTooMuch([relational], edge)).toBe(yes);
});
