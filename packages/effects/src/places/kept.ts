/** How many answers are kept: a process that stays serves some homes, not any number of them. */
export const MOST_KEPT = 16;

/** A function that keeps its answers for some keys, and starts over when there are more. */
export function keepSome<T extends object>(make: (key: string) => T): (key: string) => T {
  const kept = new Map<string, T>();
  return key => {
    const known = kept.get(key);
    if (known !== undefined) return known;
    const made = make(key);
    if (kept.size >= MOST_KEPT) kept.clear();
    kept.set(key, made);
    return made;
  };
}
