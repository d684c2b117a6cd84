import { expect, test } from 'vitest';

import { ofWindows, pathOnDrive, placeOf, withoutDrive } from '../../../../packages/effects/src/places/lexical.ts';

test.each([
  [String.raw`C:\Users\a`, '/c:/Users/a'],
  ['C:', '/c:/'],
  [String.raw`\\?\C:\a`, '/c:/a'],
  [String.raw`FileSystem::C:\a`, '/c:/a'],
  [String.raw`a\b\\`, 'a/b/'],
  ['/etc/passwd', '/etc/passwd'],
  ['C:relative', 'C:relative'],
])('%s is %s', (path, inside) => {
  expect(withoutDrive(path)).toBe(inside);
});

test.each([
  [String.raw`C:\x`, '/c:/p', '/c:/x'],
  [String.raw`src\a.ts`, '/c:/p', 'src/a.ts'],
  ['/c/x', '/c:/p', '/c:/x'],
  // What lies on another machine stays as it is, to be refused.
  [String.raw`\\server\share`, '/c:/p', String.raw`\\server\share`],
  ['//server/share', '/c:/p', String.raw`\\server/share`],
  // A backslash is a part of a name where there are no drives.
  [String.raw`a\b`, '/p', String.raw`a\b`],
  [String.raw`a\b`, undefined, String.raw`a\b`],
])('a project in %s %s calls it %s', (text, cwd, path) => {
  expect(pathOnDrive(text, cwd)).toBe(path);
});

test('a folder on a drive and back', () => {
  expect(placeOf('C:\\p\\')).toBe('/c:/p');
  expect(placeOf('/p')).toBe('/p');
  expect(ofWindows('/c:/p')).toBe('c:/p');
  expect(ofWindows('/p')).toBe('/p');
});
