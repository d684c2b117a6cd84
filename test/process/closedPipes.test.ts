import { spawn } from 'node:child_process';
import { existsSync, openSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { BUNDLE, humanEnv, project } from '../support/cli.ts';
import { LONG_RUN, oneIn } from '../support/longRuns.ts';

const POLICY = 'version: 1\ndefault: pass\npolicy: { floor: {} }\n';
const ACTION = '{"kind":"bash","payload":{"command":"ls"}}\n';
const CALL = (cwd: string): string =>
  JSON.stringify({ hook_event_name: 'PreToolUse', session_id: 's', cwd, tool_name: 'Bash', tool_input: { command: 'ls' } });

interface Ended {
  readonly code: number | null;
  readonly said: string;
}

type Closed = 'stdout' | 'stderr';

/** Runs the command line while one of its outputs is not read, or its output is a file. `said` is what the other one heard. */
function run(args: readonly string[], { closed, out, feeds }: { closed?: Closed; out?: number; feeds?: string }): Promise<Ended> {
  const root = project(POLICY);
  return new Promise(resolve => {
    const child = spawn(process.execPath, [BUNDLE, ...args], {
      cwd: root,
      env: humanEnv(),
      stdio: ['pipe', out ?? 'pipe', 'pipe'],
    });
    let said = '';
    const other = closed === 'stderr' ? child.stdout : child.stderr;
    other?.on('data', part => (said += String(part)));
    if (closed !== undefined) child[closed]?.destroy();
    child.stdin?.on('error', () => undefined);
    const feed = (): void => {
      if (feeds === undefined) child.stdin?.end(args[0] === 'hook' ? CALL(root) : '');
      else if (child.exitCode === null) child.stdin?.write(feeds, () => setImmediate(feed));
    };
    feed();
    child.on('close', code => resolve({ code, said }));
  });
}

const full = existsSync('/dev/full') ? ['/dev/full'] : [];

describe('a reader that has gone', () => {
  const commands = ['status --json', '--help', 'audit query', 'graph', 'approvals list', 'check --command ls', 'doctor --json'];
  it.for(
    oneIn(
      3,
      commands.map(words => ({ words })),
    ),
  )('is nothing that $words complains of', async ({ words, leftOut }, context) => {
    if (leftOut) return context.skip(LONG_RUN);
    const args = words.split(' ');
    const { code, said } = await run(args, { closed: 'stdout' });

    expect({ said, known: [0, 2].includes(code ?? -1) }).toEqual({ said: '', known: true });
  });

  it('ends a stream of actions that would never end', async () => {
    expect(await run(['check', '--batch'], { closed: 'stdout', feeds: ACTION })).toEqual({ code: 0, said: '' });
  });

  it('of complaints does not turn a mistake into a question', async () => {
    expect((await run(['chekc'], { closed: 'stderr' })).code).toBe(3);
    expect((await run(['check', '--policy', 'none.yaml', '--command', 'ls'], { closed: 'stderr' })).code).toBe(3);
  });

  it('leaves a hook with the code that stops the call, and one line', async () => {
    const ended = await run(['hook', 'claude-code', '--policy', 'governance.yaml'], { closed: 'stdout' });

    expect(ended).toEqual({
      code: 2,
      said: 'licet: the policy hook failed: EPIPE: broken pipe, write, so the call is stopped\n',
    });
  });
});

describe.each(full)('an output on %s', device => {
  it.each([['status'], ['check', '--command', 'ls'], ['audit', 'stats'], ['--help']])('is told by %s', async (...args) => {
    const ended = await run(args, { out: openSync(join(device), 'w') });

    expect(ended).toEqual({ code: 3, said: 'licet: standard output cannot be written: ENOSPC\n' });
  });
});
