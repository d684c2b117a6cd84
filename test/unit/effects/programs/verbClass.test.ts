import { describe, expect, test } from 'vitest';

import { changed, judgeVerb, lost, secret } from '../../../../packages/effects/src/programs/rules/verbClass.ts';
import type { VerbClass } from '../../../../packages/effects/src/programs/use.ts';
import { callOf } from './callOf.ts';

const names = new Map<unknown, string>([
  [changed, 'changed'],
  [lost, 'lost'],
  [secret, 'secret'],
]);
const said = (
  of: VerbClass['of'],
  line: string,
  options: Readonly<Record<string, readonly string[]>> = {},
  local?: string,
): string =>
  judgeVerb({ of, ...(local !== undefined && { local }) }, callOf(line.split(' '), [], options))
    .map(finding => names.get(finding) ?? JSON.stringify(finding))
    .join(' ');

describe('what a command of a cloud does, by its verb', () => {
  test.each([
    ['aws ec2 terminate-instances', 'lost'],
    ['aws ec2 describe-instances', ''],
    ['aws ec2 frobnicate', 'changed'],
    ['heroku apps:destroy', 'lost'],
    ['gcloud secrets versions access latest', 'secret'],
    ['aws sts get-caller-identity', ''],
    ['x list-keys', 'secret'],
    ['x version', ''],
  ])('%s: %j', (line, wanted) => {
    expect(said('cloud', line)).toBe(wanted);
  });

  test.each(['--dry-run', '--help', '--local'])('with %s nothing is lost', option => {
    expect(said('cloud', 'x y delete', { [option]: [] })).toBe('{"clears":"loss"}');
  });
});

describe('a program that does much of its work on this machine', () => {
  test.each([
    ['supabase start', '{"clears":"loss"}'],
    ['vercel build', '{"clears":"loss"}'],
    ['vercel deploy', 'changed'],
    ['vercel frobnicate', ''],
    ['vercel remove x', 'lost'],
  ])('%s: %j', (line, wanted) => {
    expect(said('service', line, {}, '^start$')).toBe(wanted);
  });

  test('works elsewhere where an option selects it', () => {
    expect(said('service', 'x local delete', { '--prod': [] })).toBe('lost');
    expect(said('service', 'x local delete')).toBe('{"clears":"loss"}');
  });
});

test('a program of which only losses are read changes nothing by an unknown verb', () => {
  expect([said('losses', 'x frobnicate'), said('losses', 'x delete y')]).toEqual(['', 'lost']);
});
