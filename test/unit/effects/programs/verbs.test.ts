import { describe, expect, test } from 'vitest';

import { byLosingVerb, byVendorVerb, byVerb, changed, lost, secret } from '../../../../packages/effects/src/programs/verbs.ts';
import { callOf } from './callOf.ts';

const names = new Map<unknown, string>([
  [changed, 'changed'],
  [lost, 'lost'],
  [secret, 'secret'],
]);
const said = (by: typeof byVerb, line: string, options: Readonly<Record<string, readonly string[]>> = {}): string =>
  by(callOf(line.split(' '), [], options))
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
    expect(said(byVerb, line)).toBe(wanted);
  });

  test.each(['--dry-run', '--help', '--local'])('with %s nothing is lost', option => {
    expect(said(byVerb, 'x y delete', { [option]: [] })).toBe('{"clears":"loss"}');
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
    expect(said(byVendorVerb, line)).toBe(wanted);
  });

  test('works elsewhere where an option says so', () => {
    expect(said(byVendorVerb, 'x local delete', { '--prod': [] })).toBe('lost');
    expect(said(byVendorVerb, 'x local delete')).toBe('{"clears":"loss"}');
  });
});

test('a program of which only losses are read changes nothing by an unknown verb', () => {
  expect([said(byLosingVerb, 'x frobnicate'), said(byLosingVerb, 'x delete y')]).toEqual(['', 'lost']);
});
