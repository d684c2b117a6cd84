/**
 * The words of something that was thrown, for a message: those of an error, or the thing itself as a text. What throws is not always
 * an error, and what is thrown may itself throw where its words are asked for. The text is not escaped.
 *
 * @example
 * ```ts
 * import { messageOf } from '@licet/core/text';
 *
 * messageOf(new RangeError('too far')); // => 'too far'
 * messageOf('gone'); // => 'gone'
 * messageOf(Object.create(null)); // => 'something without words was thrown'
 * ```
 */
export function messageOf(thrown: unknown): string {
  try {
    return String(thrown instanceof Error ? thrown.message : thrown);
  } catch {
    return 'something without words was thrown';
  }
}
