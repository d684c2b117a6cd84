import { describe, expect, it, test } from 'vitest';

import { evaluateArithmetic } from '../../../../../packages/effects/src/shell/words/arithmetic.ts';
import { parseShell } from '../../../../../packages/effects/src/shell/words/parser.ts';

/** The value of `$((…))`, where `x` is 7 and no other name is known, with the substitutions that were visited. */
function evaluated(source: string): { readonly value: number | undefined; readonly visited: number } {
  const parsed = parseShell(`echo $((${source}))`);
  const command = parsed.script?.commands[0]?.command;
  const word = command?.type === 'Command' ? command.args[0] : undefined;
  const part = word?.type === 'Word' ? word.parts?.[0] : undefined;
  if (part?.type !== 'ArithmeticExpansion' || part.expression === undefined) throw new Error(`no expression: ${source}`);
  let visited = 0;
  const value = evaluateArithmetic(part.expression, {
    value: ({ value: text }) => (text === 'x' ? 7 : /^\d+$/.test(text) ? Number(text) : undefined),
    visit: () => void visited++,
  });
  return { value, visited };
}

describe('the value of an expression', () => {
  test.each([
    ['1 + 2 * 3', 7],
    ['(1 + 2) * 3', 9],
    ['2 ** 3', 8],
    ['-7 / 2', -3],
    ['-7 % 3', -1],
    ['x > 6 && x != 8', 1],
    ['!x', 0],
    ['~0', -1],
    ['x ? 3 : 4', 3],
    ['0 ? 3 : 4', 4],
    ['1, 2', 2],
    ['1 << 4 | 1', 17],
  ])('%s', (source, value) => {
    expect(evaluated(source).value).toBe(value);
  });

  test.each(['y', 'y + 1', 'x = 3', 'x++', 'x += 1', 'y ? 1 : 1', '0 && y'])('%s is not known', source => {
    expect(evaluated(source).value).toBeUndefined();
  });

  it('looks at a substitution whatever the operator: it may run', () => {
    expect(evaluated('0 && $(rm a)')).toEqual({ value: undefined, visited: 1 });
    expect(evaluated('1 ? 2 : $(rm a)')).toEqual({ value: 2, visited: 1 });
  });
});
