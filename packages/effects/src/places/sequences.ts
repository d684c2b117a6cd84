/** How the elements of two sequences relate, where one kind of element means any run of others. */
export interface SequenceRelation<T> {
  /** True for the element that means any run, the empty one too. */
  isRun(element: T): boolean;
  /** Whether the two elements, neither a run, are related. */
  relates(left: T, right: T): boolean;
}

type Step<T> = (
  left: readonly T[],
  right: readonly T[],
  at: number,
  to: number,
  after: (i: number, j: number) => boolean,
) => boolean;

/** Products of lengths beyond this are answered without looking: no file name or policy needs them. */
const MAX_WORK = 1 << 18;

const fill = <T>(left: readonly T[], right: readonly T[], otherwise: boolean, step: Step<T>): boolean => {
  if ((left.length + 1) * (right.length + 1) > MAX_WORK) return otherwise;
  let below = new Uint8Array(right.length + 1);
  for (let i = left.length; i >= 0; i -= 1) {
    const row = new Uint8Array(right.length + 1);
    const after = (k: number, j: number): boolean => (k === i ? row : below)[j] === 1;
    for (let j = right.length; j >= 0; j -= 1) row[j] = Number(step(left, right, i, j, after));
    below = row;
  }
  return below[0] === 1;
};

/** Whether some sequence fits both. May say yes where there is none (very long ones), never the reverse. */
export const sequencesMeet = <T>(left: readonly T[], right: readonly T[], relation: SequenceRelation<T>): boolean => {
  const isRun = (one: T | undefined): boolean => one !== undefined && relation.isRun(one);
  if (left.length !== right.length && !left.some(isRun) && !right.some(isRun)) return false;
  // What is before the first run and after the last one must fit element by element: most pairs are decided by that.
  const shorter = Math.min(left.length, right.length);
  const fixed = (x: T | undefined, y: T | undefined): boolean => x !== undefined && y !== undefined && !isRun(x) && !isRun(y);
  let start = 0;
  for (; start < shorter && fixed(left[start], right[start]); start += 1)
    if (!relation.relates(left[start] as T, right[start] as T)) return false;
  let end = 0;
  for (; end < shorter - start && fixed(left.at(-1 - end), right.at(-1 - end)); end += 1)
    if (!relation.relates(left.at(-1 - end) as T, right.at(-1 - end) as T)) return false;
  const [a, b] = [left.slice(start, left.length - end), right.slice(start, right.length - end)];
  if (a.length === 0 || b.length === 0) return a.every(isRun) && b.every(isRun);
  if (a.every(isRun) || b.every(isRun)) return true;
  return fill(a, b, true, (one, other, i, j, after) => {
    const x = one[i];
    const y = other[j];
    if (x === undefined && y === undefined) return true;
    if (x !== undefined && relation.isRun(x)) return after(i + 1, j) || (y !== undefined && after(i, j + 1));
    if (y !== undefined && relation.isRun(y)) return after(i, j + 1) || (x !== undefined && after(i + 1, j));
    return x !== undefined && y !== undefined && after(i + 1, j + 1) && relation.relates(x, y);
  });
};

/** Whether every sequence that fits `narrow` also fits `wide`. May say no where the answer is yes, never the reverse. */
export const sequenceCovers = <T>(wide: readonly T[], narrow: readonly T[], relation: SequenceRelation<T>): boolean =>
  fill(wide, narrow, false, (a, b, i, j, after) => {
    const x = a[i];
    const y = b[j];
    if (x === undefined) return y === undefined;
    if (relation.isRun(x)) return after(i + 1, j) || (y !== undefined && after(i, j + 1));
    if (y === undefined || relation.isRun(y)) return false;
    return relation.relates(x, y) && after(i + 1, j + 1);
  });
