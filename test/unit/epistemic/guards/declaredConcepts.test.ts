import { describe, expect, it, test } from 'vitest';

import {
  declaredConcepts,
  readDeclaration,
  withoutDeclaration,
} from '../../../../packages/epistemic/src/guards/declaredConcepts.ts';

describe('what an agent declares before a command', () => {
  test.each([
    ['# licet: delete, file\nrm a', ['delete', 'file'], 'rm a'],
    ['#vre:Delete\n\n rm a \n', ['delete'], 'rm a'],
    ['# licet: delete,,', ['delete'], ''],
    ['# licet: delete\r\nrm a', ['delete'], 'rm a'],
  ])('%j', (text, concepts, command) => {
    expect(readDeclaration(text)).toEqual({ concepts, command });
  });

  test.each([
    'rm a',
    '# other: delete\nrm a',
    '# licet:\nrm a',
    '# licet: ,\nrm a',
    'rm a # licet: delete',
    '\n# licet: delete',
    '# LICET: a',
  ])('%j declares nothing', text => {
    expect(readDeclaration(text)).toBeUndefined();
  });

  it('counts for shell commands only', () => {
    const command = '# licet: delete\nrm a';

    expect(declaredConcepts({ kind: 'bash', payload: { command } })).toEqual(['delete']);
    expect(declaredConcepts({ kind: 'tool', payload: { command } })).toBeUndefined();
    expect(declaredConcepts({ kind: 'bash', payload: { command: [command] } })).toBeUndefined();
  });
});

it('takes only the first line away', () => {
  expect(withoutDeclaration("# licet: a\necho 'x\n' ")).toBe("echo 'x\n' ");
  expect(withoutDeclaration('# licet: a')).toBeUndefined();
  expect(withoutDeclaration('rm a')).toBeUndefined();
});
