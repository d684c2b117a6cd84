import { projectFile } from '@licet/core/store';
import { expect, it } from 'vitest';

it('names a file by its project and by what it is, in letters that every file system takes', () => {
  const name = projectFile('/home/u/shop', 'keys');

  expect(name).toMatch(/^[0-9a-f]{32}\.json$/);
  expect(projectFile('/home/u/shop', 'keys')).toBe(name);
  expect(new Set([name, projectFile('/home/u/blog', 'keys'), projectFile('/home/u/shop', '.licet/state.db')]).size).toBe(3);
});
