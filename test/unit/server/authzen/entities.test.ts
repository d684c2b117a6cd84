import { describe, expect, it, test } from 'vitest';

import { accessRequest, actionOf } from '../../../../packages/server/src/authzen/entities.ts';

const request = (more: object = {}) => ({
  subject: { type: 'user', id: 'ann' },
  action: { name: 'read' },
  resource: { type: 'file', id: 'a.txt' },
  ...more,
});
const action = (more: object = {}, known: object = {}) => actionOf(accessRequest.parse(request(more)), known);

describe('the action that a request asks about', () => {
  it('has the action as its kind, and the resource as its payload', () => {
    expect(action({ resource: { type: 'file', id: 'a', properties: { size: 1, id: 'other' } } })).toMatchObject({
      kind: 'read',
      payload: { size: 1, type: 'file', id: 'a' },
      principal: { id: 'ann', roles: [], attributes: { type: 'user' } },
    });
  });

  it('is a call of a tool where the resource is one', () => {
    expect(action({ resource: { type: 'tool', id: 'crm.find', properties: { name: 'x' } } })).toMatchObject({
      kind: 'tool',
      tool: 'crm.find',
      payload: { name: 'x' },
    });
  });

  it('belongs to the session that the context names, else to one of the subject', () => {
    expect(action({ context: { session_id: 's', agent: 'a' } })).toMatchObject({ sessionId: 's', agentId: 'a' });
    expect([
      action().sessionId,
      action({ context: { session_id: '' } }).sessionId,
      action({ context: { session_id: 1 } }).sessionId,
    ]).toEqual(Array.from({ length: 3 }, () => 'authzen:user:ann'));
  });
});

describe('what the policy file says of a subject or a resource', () => {
  const known = {
    principals: { ann: { roles: ['admin'], attributes: { team: 1 } }, bot: { type: 'service', roles: ['etl'] } },
    resources: { file: { 'a.txt': { owner: 'bob', size: 1 } } },
  };

  it('counts where the request says nothing', () => {
    expect(action({}, known)).toMatchObject({
      principal: { roles: ['admin'], attributes: { team: 1, type: 'user' } },
      payload: { owner: 'bob', size: 1 },
    });
  });

  it('gives way to what the request says', () => {
    const said = {
      subject: { type: 'user', id: 'ann', properties: { roles: ['guest', 1], role: 'reader' } },
      resource: { type: 'file', id: 'a.txt', properties: { size: 2 } },
    };

    expect(action(said, known)).toMatchObject({ principal: { roles: ['reader', 'guest'] }, payload: { owner: 'bob', size: 2 } });
  });

  it('is for a subject of that type only', () => {
    expect(action({ subject: { type: 'user', id: 'bot' } }, known).principal?.roles).toEqual([]);
    expect(action({ subject: { type: 'service', id: 'bot' } }, known).principal?.roles).toEqual(['etl']);
  });

  it('has no names that every object has', () => {
    expect(
      action({ subject: { type: 'user', id: 'constructor' }, resource: { type: 'toString', id: 'x' } }, known),
    ).toMatchObject({
      principal: { roles: [] },
      payload: { type: 'toString', id: 'x' },
    });
  });
});

test.each([
  ['a subject', { subject: undefined }],
  ['a type', { resource: { id: 'a' } }],
  ['a name', { action: { name: '' } }],
  ['an id of bearable length', { resource: { type: 'file', id: 'a'.repeat(5_000) } }],
  ['a context that is data', { context: 'x' }],
])('a request needs %s', (_what, more) => {
  expect(accessRequest.safeParse(request(more)).success).toBe(false);
});
