import { PolicyEngine } from '@licet/core';
import { RowCap } from '@licet/capabilities';
import { describe, expect, it, test } from 'vitest';

const engine = new PolicyEngine(RowCap({ max: 50, roles: { service: 500, intern: 5 } }), { default: 'pass' });
const rows = (maxRows: unknown, roles: readonly string[] = []) => {
  const request = maxRows === undefined ? {} : { maxRows };
  return engine.evaluateSync({ kind: 'tool', tool: 'crm.list', payload: {}, principal: { id: 'p', roles }, request } as never);
};

describe('how many rows come back', () => {
  test.each([
    [undefined, [], 50],
    [10, [], 10],
    [200, [], 50],
    [0, [], 0],
    [-5, [], 0],
    [200, ['service'], 200],
    [200, ['intern'], 5],
    // Of several limits the highest.
    [200, ['intern', 'service'], 200],
    [200, ['toString'], 50],
  ])('of %s for %j: %d', (wanted, roles, most) => {
    expect(rows(wanted, roles).obligations.maxRows).toBe(most);
  });

  it.each(['10', 1.5, Number.NaN, null, []])('cannot be %j', wanted => {
    expect(rows(wanted)).toMatchObject({ passed: false, code: 'invalid_constraint' });
  });
});
