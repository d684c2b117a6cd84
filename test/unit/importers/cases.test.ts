import { expect, it, test } from 'vitest';

import { commandIn, fileIn, fileOutside, textFoundBy } from '../../../packages/importers/src/cases.ts';

test.each([
  ['src/**', 'src/example'],
  ['src/', 'src/example.txt'],
  ['', 'example.txt'],
  ['./a.ts', 'a.ts'],
  ['**/*.env', 'example.env'],
  ['/etc/passwd', '/etc/passwd'],
])('the pattern %j matches %s', (pattern, file) => {
  expect(fileIn(pattern)).toBe(file);
});

test.each([
  ['npm run *', 'npm run'],
  ['git push * main', 'git push example main'],
  ['ls', 'ls'],
])('the command %j matches %s', (pattern, command) => {
  expect(commandIn(pattern)).toBe(command);
});

test.each([
  [String.raw`rm\s+-rf`, 'rm -rf'],
  [String.raw`^git\s+push.*--force$`, 'git push --force'],
  [String.raw`\bcurl\b`, 'curl'],
  [String.raw`a\.b`, 'a.b'],
  ['a|b', undefined],
  ['[ab]', undefined],
  [String.raw`\d+`, undefined],
])('the pattern %s finds %j', (pattern, text) => {
  expect(textFoundBy(pattern)).toBe(text);
});

it('finds a file that lies in none of the folders', () => {
  for (const folders of [[], ['elsewhere'], ['elsewhere', 'elsewhere2/x'], ['elsewhere', 'elsewhere2', 'elsewhere3']])
    expect(folders.some(folder => fileOutside(folders).startsWith(`${folder}/`))).toBe(false);
});
