import { fileURLToPath } from 'node:url';

import { describe, expect, it } from 'vitest';

import { started } from '../fixtures.ts';

const TODO = fileURLToPath(new URL('../../../../examples/authzen/todo/governance.yaml', import.meta.url));

const subject = (digits: string): string =>
  Buffer.from(`\n$fd${digits}614d3-c39a-4781-b7bd-8b96f5a5100d\u0012\u0005local`).toString('base64');

const USERS = {
  rick: 'CiRmZDA2MTRkMy1jMzlhLTQ3ODEtYjdiZC04Yjk2ZjVhNTEwMGQSBWxvY2Fs',
  morty: 'CiRmZDE2MTRkMy1jMzlhLTQ3ODEtYjdiZC04Yjk2ZjVhNTEwMGQSBWxvY2Fs',
  summer: 'CiRmZDI2MTRkMy1jMzlhLTQ3ODEtYjdiZC04Yjk2ZjVhNTEwMGQSBWxvY2Fs',
  beth: 'CiRmZDM2MTRkMy1jMzlhLTQ3ODEtYjdiZC04Yjk2ZjVhNTEwMGQSBWxvY2Fs',
  jerry: 'CiRmZDQ2MTRkMy1jMzlhLTQ3ODEtYjdiZC04Yjk2ZjVhNTEwMGQSBWxvY2Fs',
} as const;

const EMAILS = {
  rick: 'rick@the-citadel.com',
  morty: 'morty@the-citadel.com',
  summer: 'summer@the-smiths.com',
  beth: 'beth@the-smiths.com',
  jerry: 'jerry@the-smiths.com',
} as const;

type Name = keyof typeof USERS;

/** Who may do what to whose todo: `-` where no one owns anything. */
const MAY: Readonly<Record<string, Readonly<Record<Name, boolean>>>> = {
  'can_read_user -': { rick: true, morty: true, summer: true, beth: true, jerry: true },
  'can_read_todos -': { rick: true, morty: true, summer: true, beth: true, jerry: true },
  'can_create_todo -': { rick: true, morty: true, summer: true, beth: false, jerry: false },
  'can_update_todo rick': { rick: true, morty: false, summer: false, beth: false, jerry: false },
  'can_update_todo morty': { rick: true, morty: true, summer: false, beth: false, jerry: false },
  'can_update_todo beth': { rick: true, morty: false, summer: false, beth: false, jerry: false },
  'can_delete_todo rick': { rick: true, morty: false, summer: false, beth: false, jerry: false },
  'can_delete_todo summer': { rick: true, morty: false, summer: true, beth: false, jerry: false },
};

const requestOf = (what: string, who: Name) => {
  const [name = '', owner = '-'] = what.split(' ');
  const resource =
    owner === '-'
      ? { type: name === 'can_read_user' ? 'user' : 'todo', id: name === 'can_read_user' ? EMAILS.beth : 'todo-1' }
      : { type: 'todo', id: 'todo-1', properties: { ownerID: EMAILS[owner as Name] } };
  return { subject: { type: 'user', id: USERS[who] }, action: { name }, resource };
};

const cases = Object.entries(MAY).flatMap(([what, by]) => (Object.keys(by) as Name[]).map(who => [who, what, by[who]] as const));

describe('the todo policy of the interoperability of AuthZEN', () => {
  it('has as many decisions as the scenario', () => {
    expect(cases).toHaveLength(40);
    expect(USERS.rick).toBe(subject('0'));
  });

  it('lets everybody do what the scenario says, in single questions and in one batch', async () => {
    const { post } = await started({ file: TODO });
    const wanted = cases.map(([, , may]) => may);
    const single = [];
    for (const [who, what] of cases) single.push((await post('/access/v1/evaluation', requestOf(what, who))).body.decision);
    const batch = await post('/access/v1/evaluations', { evaluations: cases.map(([who, what]) => requestOf(what, who)) });

    expect(single).toEqual(wanted);
    expect(batch.body.evaluations.map(({ decision }: { decision: boolean }) => decision)).toEqual(wanted);
  });

  it('knows no one else, and no other action', async () => {
    const { post } = await started({ file: TODO });
    const stranger = { ...requestOf('can_read_todos -', 'rick'), subject: { type: 'user', id: 'c3RyYW5nZXI' } };
    const other = { ...requestOf('can_read_todos -', 'rick'), action: { name: 'can_drop_database' } };

    expect((await post('/access/v1/evaluation', stranger)).body.decision).toBe(false);
    expect((await post('/access/v1/evaluation', other)).body.decision).toBe(false);
  });
});
