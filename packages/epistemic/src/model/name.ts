const ASCII = /^[\u0000-\u007f]*$/;

/**
 * The key under which two spellings of a name are the same name: NFC, then full case folding (`STRASSE` and `straße`,
 * `Café` in either normal form). White space and punctuation count. The dotless `ı` stays apart from `i`, as Unicode's
 * default folding has it.
 */
export function foldConceptName(name: string): string {
  if (ASCII.test(name)) return name.toLowerCase();
  let folded = '';
  for (const char of name.normalize('NFC')) folded += char === 'ı' ? char : char.toLowerCase().toUpperCase().toLowerCase();
  return folded;
}

/** The total order of names that every list in a result follows: by UTF-16 code units of the folded name. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
