import { mergeOrigins } from './field.ts';
import type { Field, Origin } from './field.ts';

/** What flows through a pipe, out of a command or into a file, as far as it is known. */
export interface Stream {
  /** The whole content, when it is known. */
  readonly text?: string;
  /** When the content is a list of file names, one a line: what names these can be. */
  readonly paths?: readonly Field[];
  /** The names are of files that git is told to ignore: a program that cuts them out of their lines leaves them what they are. */
  readonly isIgnored?: true;
  /** The file that the content was in, when the command itself names it. */
  readonly file?: string;
  /** The file whose content a program has passed on: by then it may be another. */
  readonly passedOn?: string;
  /** Of the JSON in that file, it is only the value at this path of keys. */
  readonly member?: readonly string[];
  /** It is the content of one of these files. */
  readonly oneOf?: readonly string[];
  /** Where the data came from. */
  readonly origins: readonly Origin[];
  /** It is a patch that changes nothing but these files and what lies below them. */
  readonly changes?: readonly Field[];
  /** It never ends by itself. */
  readonly isEndless?: true;
  /** An archive of files, with what they hold in it. */
  readonly isArchive?: true;
  /** Every line is one word without a slash that says little: a date, a count, a hash. */
  readonly token?: boolean;
}

/** No data at all. */
export const emptyStream: Stream = { text: '', origins: [] };

/** Data nothing is known about, except where it came from. */
export function opaque(...origins: Origin[]): Stream {
  return { origins };
}

/** Longest content that is kept; more is treated as not known. */
const LONGEST = 65_536;

/** The same data, of an unknown size and content. */
export function unseen({ origins, isEndless }: Stream): Stream {
  return { origins, ...(isEndless === true && { isEndless }) };
}

/** Two streams, one after the other. */
export function concat(a: Stream, b: Stream): Stream {
  if (a.text === '') return b;
  if (b.text === '') return a;
  const whole = { ...unseen(a), ...unseen(b), origins: mergeOrigins(a.origins, b.origins) };
  if (a.text !== undefined && b.text !== undefined && a.text.length + b.text.length < LONGEST)
    return { ...whole, text: a.text + b.text };
  if (a.paths !== undefined && b.paths !== undefined && a.paths.length < 64) return { ...whole, paths: [...a.paths, ...b.paths] };
  return whole;
}
