import { SelfProtection } from '@licet/guards';
import { expect, it, test } from 'vitest';

import { effect, file, judge, place } from '../fixtures.ts';

const guard = SelfProtection({ ...place(), planted: () => ['/w/deep/.env.local', '/w/tool'] });

test.each([
  ['reads the file', file('read', '/w/deep/.env.local'), 'block'],
  ['reads what a link leads to', file('read', '/w/link', { resolved: '/w/deep/.env.local' }), 'block'],
  ['reads the folder as a whole', file('read', '/w/deep', { recursive: true }), 'block'],
  ['reads a pattern above it', file('read', '/w', { glob: '/w/**' }), 'block'],
  ['writes the file', file('write', '/w/deep/.env.local'), 'block'],
  ['runs the file', effect('execute', { target: { type: 'program', argv: ['tool'], file: '/w/tool' } }), 'block'],
  ['runs another file', effect('execute', { target: { type: 'program', argv: ['x'], file: '/w/x' } }), 'pass'],
  ['deletes it', file('delete', '/w/deep/.env.local'), 'pass'],
  ['lists the folder', file('read', '/w/deep', { recursive: true, tags: ['metadata'] }), 'pass'],
  ['reads a file beside it', file('read', '/w/deep/other'), 'pass'],
  ['does something that cannot be seen', effect('unknown'), 'pass'],
])('of a call that %s, a planted file makes: %s', (_what, seen, ruling) => {
  expect(judge(guard, [seen]).ruling).toBe(ruling);
});

it('names the file and what to do', () => {
  expect(judge(guard, [file('read', '/w/deep/.env.local')])).toMatchObject({
    code: 'planted_file',
    reason: '`deep/.env.local` was made by a program in a sandbox, and the policy closes it',
    fix: { summary: 'ask the user to look at it and remove it' },
  });
});
