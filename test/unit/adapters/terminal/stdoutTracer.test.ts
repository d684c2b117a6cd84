import { spawnSync } from 'node:child_process';

import { expect, it } from 'vitest';

/** What a program prints that traces its decisions with these options, in the text of a call. */
function printed(options: string): { readonly stdout: string; readonly stderr: string } {
  const program = `
    import { stdoutTracer } from '@licet/adapters/terminal';
    import { PolicyEngine, guard, pass } from '@licet/core';
    const engine = new PolicyEngine(guard('yes', () => pass()), { tracer: stdoutTracer(${options}) });
    engine.evaluateSync({ kind: 'bash', tool: 'Bash', payload: { command: 'ls -l' } });
  `;
  const args = ['--conditions=@licet/source', '--input-type=module', '--eval', program];
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: new URL('../../../', import.meta.url), encoding: 'utf8' });
  return { stdout, stderr };
}

it('writes to standard output, as its name says', () => {
  const { stdout, stderr } = printed('');

  expect(stderr).toBe('');
  expect(stdout).toContain('✓ pass  Bash');
});

it('writes to another stream where one is passed', () => {
  const { stdout, stderr } = printed('{ stream: process.stderr }');

  expect(stdout).toBe('');
  expect(stderr).toContain('✓ pass  Bash');
});
