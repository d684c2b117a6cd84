/** What to do about a fault, by what its code or its message say. The first that fits counts. */
export type WaysOut = readonly (readonly [RegExp, string])[];

/** Returns the way out of something that was thrown by a file system or by SQLite. */
export function wayOutOf(cause: unknown, ways: WaysOut): string {
  const text = cause instanceof Error ? `${cause.message} ${'code' in cause ? String(cause.code) : ''}` : String(cause);
  return ways.find(([pattern]) => pattern.test(text))?.[1] ?? 'see the cause';
}
