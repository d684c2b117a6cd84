import { describe, expect, it } from 'vitest';

// The algebra that Licet does not have: a fifth value, `error`, in the place of the interval. It is here to show what
// keeping both ends is good for.
type Value = 0 | 1 | 2 | 3 | 'error';

const PASS = 0;
const WARN = 1;

function collapsed(join: (...rulings: number[]) => number): (a: Value, b: Value) => Value {
  const readings = (value: Value): number[] => (value === 'error' ? [0, 1, 2, 3] : [value]);
  return (a, b) => {
    const results = new Set(readings(a).flatMap(one => readings(b).map(other => join(one, other))));
    return results.size === 1 ? ([...results][0] as Value) : 'error';
  };
}

const all = collapsed(Math.max);
const any = collapsed(Math.min);

describe('an algebra that collapses every open ruling to error', () => {
  it('loses absorption', () => {
    expect(all(WARN, any(WARN, 'error'))).toBe('error');
  });

  it('loses distribution', () => {
    expect(all(WARN, any(PASS, 'error'))).toBe(WARN);
    expect(any(all(WARN, PASS), all(WARN, 'error'))).toBe('error');
  });
});
