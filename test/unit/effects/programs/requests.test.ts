import { describe, expect, test } from 'vitest';

import { valueLoses } from '../../../../packages/effects/src/programs/requests.ts';

describe('a mutation', () => {
  test.each([
    ['mutation { deleteUser(id: 1) { id } }', true],
    ['mutation { # "\n deleteUser(id: 1) { id } # "\n }', true],
    ['mutation { a(b: "#") { c } deleteUser(id: 1) { id } }', true],
    ['mutation { a(b: """ " \\""" # """) { c } deleteUser(id: 1) { id } }', true],
    ['mutation { bulkCancelOrders(filter: "open") { count } }', true],
    ['mutation { refund_payment(id: 1) { id } }', true],
    ['mutation { setCancellationPolicy(text: "x") { id } }', false],
    ['mutation { enableBanner(id: 1) { id } }', false],
    ['mutation { # deleteUser(id: 1)\n rename(id: 1) { id } }', false],
    ['mutation { rename(to: "x { deleteUser(id: 1) } # ") { id } }', false],
    ['mutation { rename(to: """x\n { deleteUser(id: 1) } """) { id } }', false],
  ])('is read in one pass: %j', (query, isLoss) => {
    expect(valueLoses({ query })).toBe(isLoss);
  });
});
