import { describe, expect, it } from 'vitest';

import { circles } from './imports.ts';
import { measure } from './ratchets.ts';
import limits from './ratchets.json' with { type: 'json' };

const RAISE =
  'first look for what can be deleted; otherwise run `npx -y pnpm@12 ratchets`, and commit the new numbers with the reason';

describe('the sources', () => {
  const measured = measure();
  const { packages } = measured;

  it('have a ratchet for every package', () => {
    expect(Object.keys(packages)).toEqual(Object.keys(limits.packages));
  });

  it.each(Object.entries(limits.packages))('of `%s` have no more files and lines than their ratchet allows', (name, most) => {
    const { files, lines } = packages[name] ?? { files: 0, lines: 0 };
    const said = `\`${name}\` has ${files} files and ${lines} lines, and its ratchet allows ${most.files} and ${most.lines}: ${RAISE}`;

    expect(files <= most.files && lines <= most.lines, said).toBe(true);
  });

  it('have no circle of imports that carries values, except for files that are loaded later', () => {
    expect(circles(({ typeOnly, isLater }) => !typeOnly && !isLater)).toEqual([]);
  });

  it(`have at most ${limits.circles} circles of imports with types, of ${limits.filesInCircles} files`, () => {
    const all = circles(() => true).map(files => `- ${files.join(', ')}`);
    const said = `${measured.filesInCircles} files are in ${measured.circles} circles. Move the types that they share to a separate file:\n${all.join('\n')}`;

    expect(measured.circles <= limits.circles && measured.filesInCircles <= limits.filesInCircles, said).toBe(true);
  });
});
