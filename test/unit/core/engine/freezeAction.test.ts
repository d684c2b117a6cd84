import { freezeAction } from '@licet/core/policy';
import { describe, expect, it } from 'vitest';

describe('freezeAction', () => {
  it('fills in the defaults and freezes every level of its copy', () => {
    const input = { kind: 'write', payload: { edits: [{ text: 'a' }] } };
    const action = freezeAction(input);
    (input.payload.edits[0] as { text: string }).text = 'changed';

    expect(action).toEqual({ kind: 'write', sessionId: 'default', payload: { edits: [{ text: 'a' }] } });
    const edits = action.payload['edits'] as object[];
    for (const part of [action, action.payload, edits, edits[0]]) expect(Object.isFrozen(part)).toBe(true);
  });

  it('freezes what instances of classes become', () => {
    class Edit {
      readonly nested = { text: 'a' };
    }
    const { edit } = freezeAction({ kind: 'write', payload: { edit: new Edit() } }).payload as { edit: Edit };

    expect(Object.isFrozen(edit) && Object.isFrozen(edit.nested)).toBe(true);
  });

  it('copies dates, maps and buffers', () => {
    const date = new Date(0);
    const { payload } = freezeAction({ kind: 'tool', payload: { date, map: new Map([[1, 2]]), bytes: new Uint8Array(2) } });
    date.setTime(5);

    expect(payload).toEqual({ date: new Date(0), map: new Map([[1, 2]]), bytes: new Uint8Array(2) });
  });

  it('reads a member once, and keeps a member named __proto__ a member', () => {
    let reads = 0;
    const payload = Object.defineProperty({}, 'path', { enumerable: true, get: () => `read ${++reads}` });
    const sly = JSON.parse('{"__proto__":{"polluted":true}}') as Record<string, unknown>;

    expect(freezeAction({ kind: 'read', payload }).payload).toEqual({ path: 'read 1' });
    const copy = freezeAction({ kind: 'read', payload: sly }).payload;
    expect(Object.hasOwn(copy, '__proto__')).toBe(true);
    expect('polluted' in copy).toBe(false);
  });

  it('takes no member from a prototype that somebody has added to, and is not led astray by names', () => {
    const added = { secret: true };
    const everyObject: { added?: unknown } = Object.prototype;
    everyObject.added = added;
    try {
      const { payload } = freezeAction({ kind: 'read', payload: { hasOwnProperty: { deep: { er: 1 } } } });

      expect(Object.keys(payload)).toEqual(['hasOwnProperty']);
      expect(Object.isFrozen((payload['hasOwnProperty'] as { deep: object }).deep)).toBe(true);
      expect(Object.isFrozen(added)).toBe(false);
    } finally {
      delete everyObject.added;
    }
  });

  it('takes the content of a large file', () => {
    const content = 'x'.repeat(15 * 1024 * 1024);

    expect(freezeAction({ kind: 'write', payload: { path: 'a', content } }).payload['content']).toHaveLength(content.length);
  });

  const members = (count: number): Record<string, number> =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`m${i}`, i]));
  const list = (count: number, item: unknown): readonly unknown[] => Array.from({ length: count }, () => item);
  it.each([
    ['members', { payload: members(25_001) }],
    ['members of members', { payload: { rows: list(1_000, members(25)) } }],
    ['items', { payload: { list: list(25_001, 1) } }],
    ['lists of lists', { payload: { list: list(200, list(200, [])) } }],
    ['entries of a map', { payload: { map: new Map(list(25_001, 1).map((_, i) => [i, i])) } }],
    ['a text', { payload: { text: 'x'.repeat(17 * 1024 * 1024) } }],
    ['texts in a list', { payload: { list: list(200, 'x'.repeat(100_000)) } }],
    ['names', { payload: { list: list(1, { ['n'.repeat(17 * 1024 * 1024)]: 1 }) } }],
    ['bytes', { payload: { bytes: new Uint8Array(17 * 1024 * 1024) } }],
    ['a tool', { tool: 'x'.repeat(70_000) }],
    ['a folder', { cwd: '/x'.repeat(40_000) }],
    ['a session', { sessionId: 'x'.repeat(70_000) }],
    ['a principal', { principal: { id: 'x', attributes: { list: list(25_001, 1) as never } } }],
  ])('refuses an action that is too large by its %s', (_what, rest) => {
    expect(() => freezeAction({ kind: 'tool', ...rest })).toThrow(expect.objectContaining({ code: 'action_too_large' }) as Error);
  });

  const cyclic: Record<string, unknown> = {};
  cyclic['self'] = cyclic;
  const trap = new Proxy(
    {},
    {
      ownKeys: () => {
        throw new Error('no');
      },
    },
  );
  const wrong: readonly (readonly [string, unknown])[] = [
    ['null', null],
    ['a text', 'rm'],
    ['an action without a kind', {}],
    ['an empty kind', { kind: '' }],
    ['a kind that is no text', { kind: 1 }],
    ['a payload that is a list', { kind: 'a', payload: [] }],
    ['a payload that is null', { kind: 'a', payload: null }],
    ['a session that is no text', { kind: 'a', sessionId: {} }],
    ['the session of the project', { kind: 'a', sessionId: '@project' }],
    ['an empty call id', { kind: 'a', callId: '' }],
    ['an approval that is null', { kind: 'a', approval: null }],
    ['an approval without an id', { kind: 'a', approval: {} }],
    ['a cycle', { kind: 'a', payload: cyclic }],
    ['a proxy that throws', { kind: 'a', payload: trap }],
    ['a promise', { kind: 'a', payload: { later: Promise.resolve() } }],
  ];
  for (const [what, input] of wrong) {
    it(`refuses ${what}`, () => {
      expect(() => freezeAction(input as never)).toThrow();
    });
  }
});

describe('the principal of an action', () => {
  it('has an id, and roles only as a list of texts', () => {
    for (const principal of [null, 'ann', {}, { id: 7 }, { id: 'ann', roles: 'admin' }, { id: 'ann', roles: [7] }])
      expect(() => freezeAction({ kind: 'read', principal: principal as never })).toThrow(
        /^`principal` of the action must have/u,
      );
    expect(freezeAction({ kind: 'read', principal: { id: 'ann', roles: ['admin'] } }).principal?.roles).toEqual(['admin']);
  });

  it.each([
    ['members', () => Object.fromEntries(Array.from({ length: 400_000 }, (_, index) => [`k${index}`, index]))],
    ['elements', () => ({ list: Array.from({ length: 400_000 }, () => 'a') })],
    [
      'members at all levels together',
      () => ({ list: Array.from({ length: 1_000 }, () => Array.from({ length: 101 }, () => 1)) }),
    ],
  ])('refuses an action with too many %s', (_what, make) => {
    expect(() => freezeAction({ kind: 'tool', payload: make() })).toThrow('the action has more than 25000 members');
  });

  it('takes a long text', () => {
    const content = 'x'.repeat(4_000_000);

    expect(freezeAction({ kind: 'write', payload: { file_path: 'a', content } }).payload).toEqual({ file_path: 'a', content });
  });
});
