import { describe, expect, it, test } from 'vitest';
import { onlyPrints } from '../../../../../packages/effects/src/shell/calls/rules/plainCode.ts';

describe('code that clearly only computes and prints', () => {
  test.each([
    ['perl', 's/a/b/g'],
    ['perl', 'print $x + 1'],
    ['ruby', 'puts 1 + 2'],
    ['php', 'echo 1 + 2;'],
    ['lua', 'print(1)'],
    ['javascript', 'console.log(process.version)'],
    ['javascript', "console.log(require('./package.json').version)"],
    ['compiled', '#include <stdio.h>\nint main() { return 0; }'],
    ['elixir', 'IO.puts("hello")'],
    ['unknown-one', 'print("x")'],
  ])('%s: %s', (language, source) => {
    expect(onlyPrints(language, source)).toBe(true);
  });
});

describe('code of which that is not clear', () => {
  test.each([
    ['perl', 'system("rm x")'],
    ['perl', 's/a/`rm x`/e'],
    ['perl', 's/a/b/ge'],
    ['ruby', '`rm x`'],
    ['ruby', 'File.delete("x")'],
    ['php', '$f("x");'],
    ['lua', 'os.remove("x")'],
    ['javascript', 'process.kill(1)'],
    ['javascript', '""["at"]["constructor"]("retu" + "rn 1")()'],
    ['javascript', String.raw`\u0065val("1")`],
    ['compiled', '#include "x.h"'],
    ['compiled', '#include <fstream>'],
    ['julia', 'using Pkg; Pkg.add("X")'],
    ['python', "__import__('os')"],
    ['unknown-one', 'remove(x)'],
  ])('%s: %s', (language, source) => {
    expect(onlyPrints(language, source)).toBe(false);
  });

  it('is any that is too long to be read', () => {
    expect(onlyPrints('lua', `print(${'1'.repeat(5_000)})`)).toBe(false);
  });
});
