import type { Evaluation } from '@licet/core';
import { PolicyEngine } from '@licet/core';
import { analyzeEffects } from '@licet/effects';
import { Sandbox } from '@licet/guards';
import type { SandboxOptions } from '@licet/guards';
import { describe, expect, it, test } from 'vitest';

import { file, judge, place, skipped } from '../fixtures.ts';

const evaluate = async (
  payload: Record<string, unknown>,
  kind = 'execute_code',
  options: SandboxOptions = {},
): Promise<Evaluation> => {
  const { root, home, files } = place();
  const guard = Sandbox({ writable: ['out/'], ...options, root, home, files });
  return new PolicyEngine(guard, { effects: analyzeEffects({ root, home, files, env: {} }) }).evaluate({
    kind,
    cwd: '/w',
    payload,
  });
};

describe('Sandbox', () => {
  test.each([
    ['javascript', 'console.log(1 + 1)', 'pass', 'ok'],
    ['javascript', "// require('child_process').exec('id')", 'pass', 'ok'],
    ['javascript', "require('child_process').execSync('id')", 'block', 'code_processes'],
    ['javascript', "require('fs').writeFileSync('out/a', '')", 'pass', 'ok'],
    ['javascript', "require('fs').writeFileSync('src/a', '')", 'block', 'code_writes'],
    ['javascript', "require('fs').writeFileSync('out/../src/a', '')", 'block', 'code_writes'],
    ['javascript', "require('fs').readFileSync('src/a.ts')", 'pass', 'ok'],
    ['javascript', "fetch('https://a.example')", 'block', 'code_network'],
    ['javascript', 'eval(input)', 'ask', 'code_unknown'],
    ['javascript', 'not javascript at all', 'ask', 'code_unknown'],
    ['python', 'print(sum(range(10)))', 'pass', 'ok'],
    ['python', "import shutil as s; s.rmtree('/')", 'block', 'code_writes'],
    ['python', "__import__('os').system('id')", 'block', 'code_processes'],
    ['python', 'getattr(__import__("os"), x)()', 'ask', 'code_unknown'],
    ['cobol', 'DISPLAY "x"', 'ask', 'code_unknown'],
  ])('rules about %s: %s', async (language, code, ruling, verdict) => {
    const evaluation = await evaluate({ language, code });

    expect({ ruling: evaluation.ruling, code: evaluation.code }).toEqual({ ruling, code: verdict });
    if (ruling !== 'pass') expect(evaluation.fix?.summary).toMatch(/\S/);
  });

  it('sees code inside a command, and leaves the command itself to others', async () => {
    expect((await evaluate({ command: `node -e "require('child_process').execSync('id')"` }, 'bash')).ruling).toBe('block');
    expect((await evaluate({ command: `python3 -c "import os; os.remove('x')"` }, 'bash')).ruling).toBe('block');
    expect(skipped(await evaluate({ command: 'rm -rf src' }, 'bash'))).toBe(true);
    expect((await evaluate({ command: `node -e "console.log(1)"` }, 'bash')).ruling).toBe('pass');
  });

  it('takes its rulings from the policy', async () => {
    const options: SandboxOptions = { network: 'warn', reads: 'ask', unknown: 'block' };
    expect((await evaluate({ language: 'js', code: "fetch('https://a.example')" }, 'execute_code', options)).ruling).toBe('warn');
    expect((await evaluate({ language: 'js', code: "require('fs').readFileSync('x')" }, 'execute_code', options)).ruling).toBe(
      'ask',
    );
    expect((await evaluate({ language: 'js', code: 'eval(x)' }, 'execute_code', options)).ruling).toBe('block');
  });

  it('skips an action without code', () => {
    expect(skipped(judge(Sandbox(place()), [file('write', '/w/a')]))).toBe(true);
  });
});
