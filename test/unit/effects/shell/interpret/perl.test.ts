import { analyzeShell } from '@licet/effects';
import { describe, expect, it } from 'vitest';

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

const isUnknown = (code: string): boolean =>
  analyzeShell(`perl -pe ${quoted(code)} f`, { cwd: '/w', home: '/home/u' }).some(({ kind }) => kind === 'unknown');

describe('a program of Perl', () => {
  it.each([
    "s#from '../legacy'#from './compat'#g",
    's|[a-e]{2}|b|; s/x/y/;',
    'tr/a-z/A-Z/',
    's/x(["`])/y($1/g',
    String.raw`s!\!!legacy!gi`,
  ])('that only substitutes is known: %s', code => {
    expect(isUnknown(code)).toBe(false);
  });

  it.each([
    's#a#system(1)#e',
    's#a#b#gee',
    's#$h{`id`}#b#',
    's#@{[unlink 1]}#b#',
    's#(?{unlink 1})#b#',
    's#a#b#; unlink',
    'print " s#"; unlink; "#a#"',
    's#(.*)#$1#ee',
  ])('that may do more is not: %s', code => {
    expect(isUnknown(code)).toBe(true);
  });
});
