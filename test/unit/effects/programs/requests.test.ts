import { describe, expect, it, test } from 'vitest';

import {
  isLocalAddress,
  namesLoss,
  requestChanges,
  requestLoses,
  valueLoses,
} from '../../../../packages/effects/src/programs/requests.ts';

test.each([
  ['deleteUser', true],
  ['volume_delete', true],
  ['TerminateInstances', true],
  ['users.purge', true],
  ['undeletedUsers', false],
  ['getUser', false],
  ['', false],
])('%s names a loss: %s', (name, yes) => {
  expect(namesLoss(name)).toBe(yes);
});

describe('a request destroys something', () => {
  test.each([
    ['by its method', { method: 'delete', url: 'https://a.example/x' }],
    ['by a header that replaces the method', { method: 'POST', headers: ['X-HTTP-Method-Override: DELETE'] }],
    ['by the action of AWS', { method: 'POST', headers: ['X-Amz-Target: DynamoDB_20120810.DeleteTable'] }],
    ['by its path', { method: 'POST', url: 'https://api.a.example/users/1/delete' }],
    ['by its query', { url: 'https://a.example/?action=delete' }],
    ['by a mutation', { method: 'POST', url: '/graphql', body: ['{"query":"mutation { deleteUser(id: 1) { id } }"}'] }],
    ['by an action in its body', { method: 'POST', url: '/x', body: ['{"steps":[{"action":"purge"}]}'] }],
    ['by a field of a form', { method: 'POST', url: '/x', body: ['id=1&_method=delete'] }],
  ])('%s', (_how, request) => {
    expect(requestLoses(request)).toBe(true);
  });

  test.each([
    [{ method: 'GET', url: 'https://docs.a.example/users/delete' }],
    [{ method: 'HEAD', url: 'https://api.a.example/users/delete' }],
    [{ method: 'POST', url: '/graphql', body: ['{"query":"mutation { createUser(name: \\"deleteUser\\") { id } }"}'] }],
    [{ method: 'POST', url: '/x', body: ['{"title":"how to delete"}'] }],
    [{}],
  ])('%j: no', request => {
    expect(requestLoses(request)).toBe(false);
  });

  it('wherever it is in a value', () => {
    expect(valueLoses([[{ a: [{ operation: 'deleteMany' }] }]])).toBe(true);
    expect(valueLoses({ delete: false, remove: null })).toBe(false);
    expect(valueLoses({ delete: {} })).toBe(true);
    expect(valueLoses(undefined)).toBe(false);
  });
});

test.each([
  [{ method: 'GET', url: 'https://a.example/deploy', headers: ['Authorization: Bearer x'] }, false],
  [{ method: 'POST', url: 'https://a.example/items', headers: ['Authorization: Bearer x'] }, true],
  [{ method: 'POST', url: 'https://a.example/items' }, false],
  [{}, false],
])('%j changes something: %s', (request, yes) => {
  expect(requestChanges(request)).toBe(yes);
});

test.each([
  ['http://localhost:3000/x', true],
  ['127.0.0.1', true],
  ['http://localhost.evil.example/', false],
  ['http://localhost@evil.example/', false],
  [undefined, false],
])('%s is on this machine: %s', (url, yes) => {
  expect(isLocalAddress(url)).toBe(yes);
});

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
