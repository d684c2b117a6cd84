import { describe, expect, test } from 'vitest';

import { nestedStatements } from '../../../../packages/effects/src/programs/statements.ts';
import { boundedCost } from '../../../support/boundedCost.ts';

const any = (source: string): readonly string[] => nestedStatements(source, () => true);

describe('what a statement hands to something that may run it', () => {
  test.each([
    ["select query_to_xml('delete from a', true)", ['delete from a']],
    ["select a.b.run ( x, 'drop table a' )", ['drop table a']],
    ["select lower(run('drop table a'))", ['drop table a']],
    ["select run(lower('drop table a'))", []],
    ["select run(lower(x), 'drop table a')", ['drop table a']],
    ["prepare s from 'drop table a'", ['drop table a']],
    ["execute immediate 'drop table a'", ['drop table a']],
    ["insert into logs(q) values ('drop table a')", []],
    ["select 'drop table a'", []],
    ["select * from a where (q = 'drop table a')", []],
    ["select ) 'drop table a' ( 'b'", []],
    ['select run(', []],
  ])('%s', (source, found) => {
    expect(any(source)).toEqual(found);
  });

  test('is read in one pass, whatever its length', () => {
    const within = boundedCost();
    any(`${'f('.repeat(50_000)}'x'${"'a'".repeat(50_000)}`);

    within(200);
  });
});
