/** How the elements of two sequences relate, where one kind of element stands for any run of others. */
export interface SequenceRelation<T> {
  /** True for the element that stands for any run, the empty one too. */
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
const maxWork = 1 << 18;

const fill = <T>(left: readonly T[], right: readonly T[], otherwise: boolean, step: Step<T>): boolean => {
  if ((left.length + 1) * (right.length + 1) > maxWork) return otherwise;
  let below: boolean[] = [];
  for (let i = left.length; i >= 0; i -= 1) {
    const row: boolean[] = Array.from({ length: right.length + 1 }, () => false);
    const after = (k: number, j: number): boolean => (k === i ? row[j] : below[j]) ?? false;
    for (let j = right.length; j >= 0; j -= 1) row[j] = step(left, right, i, j, after);
    below = row;
  }
  return below[0] ?? false;
};

/** Whether some sequence fits both. May say yes where there is none (very long ones), never the reverse. */
export const sequencesMeet = <T>(left: readonly T[], right: readonly T[], relation: SequenceRelation<T>): boolean => {
  const isRun = (one: T): boolean => relation.isRun(one);
  if (left.length !== right.length && !left.some(isRun) && !right.some(isRun)) return false;
  return fill(left, right, true, (a, b, i, j, after) => {
    const x = a[i];
    const y = b[j];
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
