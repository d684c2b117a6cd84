import { describe, expect, it } from 'vitest';

import { lossesOf, mergePrimitive } from '../../../../packages/epistemic/src/exchange/merge.ts';
import { primitive } from '../support/shorthand.ts';

const nameOf = (id: string): string => id.replace('id-', '');
const known = primitive('create 012 2:A>file@1');

describe('two descriptions of one concept', () => {
  it('know together what each knows', () => {
    const merged = mergePrimitive(known, primitive('create 0123 2:A>directory@1'));

    expect(merged.depths.map(({ level }) => level)).toEqual([0, 1, 2, 3]);
    expect(merged.depths[2]?.relata.map(({ targetId }) => targetId)).toEqual(['id-file', 'id-directory']);
  });

  it('keep the id and the name of the earlier one', () => {
    const later = { ...primitive('create 01'), id: 'other', name: 'CREATE' };

    expect(mergePrimitive(known, later)).toMatchObject({ id: 'id-create', name: 'create' });
  });

  it('have the later value where both give one', () => {
    const [first, second] = [{ a: 1, b: 1 }, { b: 2 }].map(properties => ({
      ...known,
      depths: known.depths.map(depth => ({ ...depth, properties })),
    }));

    expect(mergePrimitive(first!, second!).depths[1]?.properties).toEqual({ a: 1, b: 2 });
  });

  it('are nothing new when they are the same', () => {
    expect(mergePrimitive(known, known)).toEqual(known);
  });
});

describe('what is lost', () => {
  it('is nothing for a merge', () => {
    expect(lossesOf(known, mergePrimitive(known, primitive('create 03')), nameOf)).toEqual([]);
  });

  it('is each level, edge and property that is not there any more', () => {
    expect(lossesOf(known, primitive('create 01'), nameOf)).toEqual(['create D2, the whole level']);
    expect(lossesOf(known, primitive('create 012'), nameOf)).toEqual(['create D2 APPLIES_TO file@D1, the edge']);
    expect(lossesOf(known, primitive('create 01-2 2:A>file@1'), nameOf)).toEqual(['create D1, the property known']);
    expect(lossesOf(known, primitive('create 012 2:A>file@2'), nameOf)).toHaveLength(1);
  });
});
