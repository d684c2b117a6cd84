import { describe, expect, test } from 'vitest';
import { normalizePath } from '../../../../packages/effects/src/places/normalize.ts';
import type { PathRefusalCode } from '@licet/effects/places';

const options = { cwd: '/w/app', home: '/home/u', env: { TMPDIR: '/tmp/x', EVIL: '/a\u0000b' } };

const lexical = (text: string): string => {
  const path = normalizePath(text, options);
  return path.type === 'path' ? path.lexical : path.code;
};

describe('normalizePath', () => {
  test.each([
    ['src/a.ts', '/w/app/src/a.ts'],
    ['./src//a.ts/', '/w/app/src/a.ts'],
    ['../../../../etc/passwd', '/etc/passwd'],
    ['/w/app/./x/../.env', '/w/app/.env'],
    ['//etc///passwd', '/etc/passwd'],
    ['.', '/w/app'],
    ['/', '/'],
    ['/..', '/'],
    ['...', '/w/app/...'],
    ['a..b/..c', '/w/app/a..b/..c'],
    ['~', '/home/u'],
    ['~/.ssh/id_rsa', '/home/u/.ssh/id_rsa'],
    ['~u/.ssh', '/home/u/.ssh'],
    ['~$draft.docx', '/w/app/~$draft.docx'],
    ['$HOME/.aws', '/home/u/.aws'],
    ['${TMPDIR}/a', '/tmp/x/a'],
    ['$NOPE/a', '/w/app/$NOPE/a'],
    ['routes/$id.tsx', '/w/app/routes/$id.tsx'],
    ['$HOMEX/a', '/w/app/$HOMEX/a'],
    ['file:///etc/passwd', '/etc/passwd'],
    ['FILE://localhost/etc/pass%77d', '/etc/passwd'],
    ['file:/etc/x?y#z', '/etc/x'],
    ['file:///w/app/%2e%2e/b', '/w/b'],
    ['/proc/self/cwd/.env', '/w/app/.env'],
    ['/proc/self/root/etc/passwd', '/etc/passwd'],
    ['/proc/1/root/etc/shadow', '/etc/shadow'],
    ['/proc/self/root/proc/self/cwd/x', '/w/app/x'],
    ['/proc/thread-self/root', '/'],
    ['/proc/self/task/12/cwd/x', '/w/app/x'],
    ['/proc/self/environ', '/proc/self/environ'],
    ['/proc/self/fd/0', '/dev/stdin'],
    ['/dev/fd/63', '/dev/fd/63'],
    ['cafe\u0301', '/w/app/caf\u00e9'],
    ['a b ', '/w/app/a b '],
    ['HEAD~1', '/w/app/HEAD~1'],
    ['notes.txt~1~', '/w/app/notes.txt~1~'],
    ['image:tag', '/w/app/image:tag'],
    ['@scope/pkg+x', '/w/app/@scope/pkg+x'],
  ])('reads %j as %s', (text, wanted) => {
    expect(lexical(text)).toBe(wanted);
  });

  test.each<[string, PathRefusalCode]>([
    ['', 'empty_path'],
    ['a\u0000b', 'control_character'],
    ['a\nb', 'control_character'],
    ['a\u202egnp.exe', 'control_character'],
    ['$EVIL/x', 'control_character'],
    ['file:///a%00b', 'control_character'],
    ['file:///a%0ab', 'control_character'],
    ['a\ud800b', 'malformed_text'],
    ['file:///%zz', 'malformed_uri'],
    ['file://server/share', 'remote_file'],
    ['C:\\Windows\\System32', 'windows_path'],
    ['c:/Users', 'windows_path'],
    ['\\\\host\\share', 'windows_path'],
    ['\\\\?\\C:\\x', 'windows_path'],
    ['//?/C:/x', 'windows_path'],
    ['//./pipe/x', 'windows_path'],
    ['.env::$DATA', 'windows_path'],
    ['.env:x:$DATA', 'windows_path'],
    ['GIT~1/config', 'windows_path'],
    ['PROGRA~1', 'windows_path'],
    ['..\\..\\etc', 'windows_path'],
    ['src\\..\\..\\x', 'windows_path'],
    ['~root/.ssh', 'unknown_home'],
    ['/proc/1234/cwd/x', 'opaque_path'],
    ['/proc/self/exe', 'opaque_path'],
    ['/proc/self/fd/3/x', 'opaque_path'],
    ['x'.repeat(20_000), 'path_too_long'],
  ])('refuses %j as %s', (text, code) => {
    expect(lexical(text)).toBe(code);
  });

  test('a relative path needs a working directory and `~` a home', () => {
    expect(normalizePath('a', {})).toMatchObject({ code: 'relative_without_root' });
    expect(normalizePath('~/a', { cwd: '/w' })).toMatchObject({ code: 'unknown_home' });
  });

  test('a literal name is not expanded', () => {
    expect(normalizePath('~/a', { ...options, literal: true })).toMatchObject({ lexical: '/w/app/~/a' });
    expect(normalizePath('$HOME', { ...options, literal: true })).toMatchObject({ lexical: '/w/app/$HOME' });
  });

  test('the exact text for the file system keeps `..` and the letters as written', () => {
    expect(normalizePath('a/../cafe\u0301/', options)).toMatchObject({ exact: '/w/app/a/../cafe\u0301/' });
  });
});
