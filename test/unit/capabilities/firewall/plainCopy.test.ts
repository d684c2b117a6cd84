import { describe, expect, it } from 'vitest';

import { WITHHELD, plainCopy } from '../../../../packages/capabilities/src/firewall/plainCopy.ts';

const nothing = { rows: 0, fields: 0, deeper: 0, characters: 0, unreadable: 0 };

describe('a copy of an output', () => {
  it('is the same data, and another object', () => {
    const output = { a: [1, 'x', null, undefined, true], b: { c: 2n }, at: new Date(0) };
    const { value, omitted } = plainCopy(output, {});

    expect(value).toEqual({ a: [1, 'x', null, undefined, true], b: { c: '2' }, at: '1970-01-01T00:00:00.000Z' });
    expect(omitted).toEqual(nothing);
  });

  it('has so many rows, fields, levels and characters, and says how many are left out', () => {
    expect(plainCopy([1, 2, 3], { maxRows: 2 })).toEqual({ value: [1, 2], omitted: { ...nothing, rows: 1 } });
    expect(plainCopy({ a: 1, b: 2 }, { maxFields: 1 })).toEqual({ value: { a: 1 }, omitted: { ...nothing, fields: 1 } });
    expect(plainCopy({ a: { b: 1 } }, { maxDepth: 1 })).toEqual({ value: { a: '[deeper]' }, omitted: { ...nothing, deeper: 1 } });
    expect(plainCopy('abcd', { maxText: 3 })).toEqual({ value: 'abc', omitted: { ...nothing, characters: 1 } });
  });

  it('shows only the fields that may be shown, and values of no field only where all may', () => {
    expect(plainCopy([{ a: 1, b: 2 }], { fields: ['a'] }).value).toEqual([{ a: 1 }]);
    expect(plainCopy(['secret'], { fields: ['a'] }).value).toEqual([WITHHELD]);
  });

  it('runs nothing of the output, and withholds what is no data', () => {
    let ran = false;
    class Secret {
      value = 1;
    }
    const getter = Object.defineProperty({}, 'x', { enumerable: true, get: () => (ran = true) });

    expect(plainCopy({ getter, call: () => 1, own: new Secret(), bytes: new Uint8Array(2) }, {}).value).toEqual({
      getter: { x: WITHHELD },
      call: WITHHELD,
      own: WITHHELD,
      bytes: WITHHELD,
    });
    expect(ran).toBe(false);
  });

  it('withholds what throws when it is read', () => {
    const proxy = new Proxy(
      {},
      {
        ownKeys: () => {
          throw new Error('no');
        },
      },
    );

    expect(plainCopy([proxy, 1], {}).value).toEqual([WITHHELD, 1]);
  });

  it('ends for what holds itself, and cannot change what it is made of', () => {
    const circle: unknown[] = [];
    circle.push(circle);

    expect(plainCopy(circle, {}).omitted.deeper).toBe(1);
    expect(Object.getPrototypeOf(plainCopy(JSON.parse('{"__proto__":{"x":1}}'), {}).value)).toBe(Object.prototype);
  });
});
