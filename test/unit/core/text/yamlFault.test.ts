import { yamlFault } from '@licet/core/text';
import { describe, expect, it } from 'vitest';
import { parseDocument } from 'yaml';

describe('yamlFault', () => {
  it.each([
    ['a: b\n---\nhunter2: 1\n}', 'hunter2'],
    ['%hunter2\n', 'hunter2'],
    ['|hunter2\n x\n', 'hunter2'],
    ["'a' hunter2\n", 'hunter2'],
    ['[hunter2, {a: hunter2]\n', 'hunter2'],
    ['a: b: hunter2\n', 'hunter2'],
    ['!hunter2 x\n', 'hunter2'],
  ])('says what is wrong with %j and nothing that it holds', (text, secret) => {
    const { errors, warnings } = parseDocument(text);
    const said = [...errors, ...warnings].map(({ message }) => yamlFault(message));

    expect(said.length).toBeGreaterThan(0);
    for (const each of said) {
      expect(each).not.toContain(secret);
      expect(each.length).toBeGreaterThan(5);
    }
  });

  it('keeps the place', () => {
    const [error] = parseDocument('{ a: 1').errors;

    expect(yamlFault(error?.message ?? '')).toMatch(/^flow map .* at line 1, column \d+$/u);
  });
});
