/** Calls by the programs that make them, divided by spaces, and the source of a pattern that the other words fit from the first on. */
export type CallPatterns = readonly (readonly [programs: string, words: string])[];

/**
 * Whether a word is in a list of words that are divided by spaces. Most programs of most commands are in none of our lists: a pattern
 * of two hundred names takes a millisecond to compile for the first time, and a text nothing.
 */
export const isOneOf = (list: string, word: string): boolean =>
  word !== '' && !word.includes(' ') && ` ${list} `.includes(` ${word} `);

/** Whether the words of a call, without the program and joined by spaces, fit one of its patterns. Only what is asked for is compiled. */
export const fitsCall = (patterns: CallPatterns, program: string, words: string, flags: string = ''): boolean =>
  patterns.some(([programs, source]) => isOneOf(programs, program) && new RegExp(`^(?:${source})`, flags).test(words));
