import { describe, expect, it } from 'vitest';

import { applyChanges, emptyState } from '../../../../packages/epistemic/src/graph/memoryState.ts';
import { idOf, puts } from '../support/shorthand.ts';

function holding(...texts: readonly string[]) {
  const state = emptyState();
  applyChanges(state, puts(texts));
  return state;
}
const code = (wanted: string) => expect.objectContaining({ code: wanted });

describe('changes of a graph', () => {
  it('are found by name and alias, in any spelling', () => {
    const state = holding('Delete 01', 'file 01');
    applyChanges(state, [{ type: 'alias', alias: 'Erase', targetId: idOf('Delete') }]);

    expect([state.names.get('delete'), state.aliases.get('erase')]).toEqual([
      idOf('Delete'),
      { alias: 'Erase', targetId: idOf('Delete') },
    ]);
  });

  it('may name concepts that come with them', () => {
    expect([...holding('create 012 2:A>file@1', 'file 01').primitives.keys()]).toEqual(['id-create', 'id-file']);
  });

  it('take away what is removed: its names, its aliases and every edge to it', () => {
    const state = holding('create 012 2:A>file@1', 'file 01');
    applyChanges(state, [{ type: 'alias', alias: 'document', targetId: 'id-file' }]);
    applyChanges(state, [{ type: 'remove', id: 'id-file' }]);

    expect([...state.names.keys(), ...state.aliases.keys()]).toEqual(['create']);
    expect(state.primitives.get('id-create')?.depths[2]?.relata).toEqual([]);
  });

  it.each([
    ['an edge to nothing', () => puts(['x 012 2:A>nowhere@1']), 'dangling_target'],
    [
      'a name that is taken',
      () =>
        puts(['x 01']).map(change => ({
          ...change,
          primitive: { ...(change as { primitive: object }).primitive, name: 'FILE' },
        })),
      'name_conflict',
    ],
    ['a circle', () => puts(['x 01 1:REQ>y@1', 'y 01 1:REQ>x@1']), 'cyclic_relationship'],
    ['an alias without a target', () => [{ type: 'alias', alias: 'x', targetId: 'nowhere' }], 'dangling_target'],
    ['an alias that is a name', () => [{ type: 'alias', alias: 'File', targetId: 'id-create' }], 'alias_conflict'],
  ])('are refused with %s, and change nothing', (_what, changes, wanted) => {
    const state = holding('create 01', 'file 01');
    const before = structuredClone(state);

    expect(() => applyChanges(state, changes() as never)).toThrow(code(wanted));
    expect(state).toEqual(before);
  });

  it('change nothing where the last of them is refused', () => {
    const state = holding('file 01');

    expect(() => applyChanges(state, [...puts(['new 01']), { type: 'alias', alias: 'file', targetId: 'id-new' }])).toThrow(
      code('alias_conflict'),
    );
    expect([...state.primitives.keys()]).toEqual(['id-file']);
  });
});
