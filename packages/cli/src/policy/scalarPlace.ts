import { LineCounter, parseDocument, visit } from 'yaml';

/**
 * Says where a text stands as a key or a value in a policy that has been read, from 1: what only a comment says is passed over. `under` is
 * the top-level key that it stands below. What an included file says is nowhere here: the place is the start then.
 */
export function scalarPlace(text: string, wanted: string, under?: string): { readonly line: number; readonly column: number } {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, stringKeys: true });
  let start = 0;
  visit(document, {
    Pair: (_key, { key }, path) => (under === undefined || path.length > 2 || String(key) === under ? undefined : visit.SKIP),
    Scalar(_key, { value, range }) {
      if (value !== wanted) return undefined;
      start = range?.[0] ?? 0;
      return visit.BREAK;
    },
  });
  const { line, col } = lines.linePos(start);
  return { line, column: col };
}
