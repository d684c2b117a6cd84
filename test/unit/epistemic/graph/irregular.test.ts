import { expect, it, test } from 'vitest';

import { irregularBases, irregularForms } from '../../../../packages/epistemic/src/graph/irregular.ts';

test.each([
  ['went', 'go'],
  ['written', 'write'],
  ['overwrote', 'overwrite'],
  ['re-ran', 're-run'],
  ['indices', 'index'],
  ['children', 'child'],
  ['lay', 'lie'],
])('%s may be a form of %s', (form, base) => {
  expect(irregularBases(form)).toContain(base);
});

test.each(['deleted', 'overdelete', 'rego', ''])('%j is a form of no irregular word', form => {
  expect(irregularBases(form)).toEqual([]);
});

it('leads back from every form', () => {
  for (const base of ['be', 'go', 'lie', 'rebuild', 'undo', 'leaf'])
    for (const form of irregularForms(base)) expect(irregularBases(form)).toContain(base);
  expect(irregularForms('delete')).toEqual([]);
});
