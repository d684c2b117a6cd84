import { describe, expect, it } from 'vitest';

import {
  AFTER_CALL,
  DESCRIBED_CALL,
  EVERY_CALL,
  UNDESCRIBED_CALL,
} from '../../../../../packages/effects/src/shell/calls/steps.ts';

const lists = { EVERY_CALL, UNDESCRIBED_CALL, DESCRIBED_CALL, AFTER_CALL };

describe('the steps of a call', () => {
  for (const [name, steps] of Object.entries(lists)) {
    it(`${name} names each step once`, () => {
      const names = steps.map(step => step.name);

      expect(names).toEqual([...new Set(names)]);
    });

    it(`${name} says of each step what it needs, once`, () => {
      expect(steps.filter(({ needs }) => needs.length === 0 || new Set(needs).size < needs.length)).toEqual([]);
    });
  }

  it('record effects before what later parts of the command are judged by', () => {
    const gives = AFTER_CALL.map(step => step.gives);

    expect(gives.indexOf('memory')).toBeGreaterThan(gives.lastIndexOf('effects'));
  });
});
