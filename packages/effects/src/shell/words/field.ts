/** Where data came from, as far as it matters for where it may go; `variables` are all of the environment's, values included. */
export type Origin =
  | 'file'
  | 'secret'
  | 'network'
  | 'decoded'
  | 'environment'
  | 'variables'
  | 'clock'
  | 'revision'
  | 'process'
  | 'own_process';

/** Marks a stretch of text that is not known. A command that contains this very character is treated as unknown there. */
export const HOLE = '\uF8FE';

/**
 * One word of an argument vector after expansion, or the value of a variable. `text` is the word with `hole` for what is not
 * known; when `glob` is true it is a pattern instead (quoted specials escaped by a backslash) and the word is any of its matches.
 */
export interface Field {
  readonly text: string;
  readonly glob: boolean;
  /** True when the word may turn out to be any number of words. */
  readonly many: boolean;
  /** Where parts of the text came from. */
  readonly origins: readonly Origin[];
  /** The word as written, for people. */
  readonly source: string;
  /** For a word that is not known: what it is when variables that are not set are empty, and defaults stand for them. */
  readonly likely?: string | undefined;
}

/** A word whose text is known. */
export function literal(text: string, source: string = text): Field {
  return { text, glob: false, many: false, origins: [], source };
}

/** A word nothing is known about. */
export function unknownField(source: string, many: boolean = false, origins: readonly Origin[] = []): Field {
  return { text: HOLE, glob: false, many, origins, source };
}

/** A word that is one of the matches of a pattern. */
export function patternField(text: string, source: string = text): Field {
  return { text, glob: true, many: false, origins: [], source };
}

/** What a word is, or is likely to be. */
export function likelyText(field: Field): string | undefined {
  return field.text.includes(HOLE) ? field.likely : field.text;
}

/** True when the word is one certain text. */
export function isKnown(field: Field): boolean {
  return !field.glob && !field.text.includes(HOLE);
}

/** The word's text when it is certain. */
export function knownText(field: Field | undefined): string | undefined {
  return field !== undefined && isKnown(field) ? field.text : undefined;
}

/** Two lists of origins as one, without repetition. */
export function mergeOrigins(a: readonly Origin[], b: readonly Origin[]): readonly Origin[] {
  if (b.length === 0) return a;
  if (a.length === 0) return b;
  return [...new Set([...a, ...b])];
}
