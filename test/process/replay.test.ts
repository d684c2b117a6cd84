import { spawnSync } from 'node:child_process';
import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { BUNDLE, command as licet, humanEnv, project } from '../support/cli.ts';
import { isLongRun } from '../support/longRuns.ts';

const POLICY = 'version: 1\ndefault: pass\npolicy: { bash_safety: { shares: warn } }\n';

const use = (cwd: string, session: string, id: string, command: string): string =>
  JSON.stringify({
    type: 'assistant',
    sessionId: session,
    cwd,
    timestamp: '2026-11-21T09:00:00Z',
    message: { content: [{ type: 'tool_use', id, name: 'Bash', input: { command } }] },
  });

describe('licet replay', () => {
  it('judges recorded sessions again', () => {
    const root = project(POLICY);
    writeFileSync(join(root, 'log.jsonl'), [use(root, 'a', '1', 'git push'), use(root, 'a', '2', 'ls')].join('\n'));

    expect(licet(root, ['replay', 'claude', 'log.jsonl'])).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^2 calls of 1 session\n/u) as string,
    });
  });

  it('keeps no more in memory for a longer transcript', () => {
    const root = project(POLICY);
    const file = openSync(join(root, 'long.jsonl'), 'w');
    const filler = 'x'.repeat(20_000);
    const wanted = isLongRun ? 50_000_000 : 4_000_000;
    for (let written = 0, index = 0; written < wanted; index++) {
      const noise = JSON.stringify({
        type: 'user',
        message: { content: [{ type: 'tool_result', tool_use_id: 'none', content: filler }] },
      });
      written += writeSync(file, `${use(root, `s${index % 7}`, `${index}`, 'ls')}\n${noise}\n`);
    }
    closeSync(file);
    const env = { ...humanEnv(), NO_COLOR: '1' };
    const args = ['--max-old-space-size=48', BUNDLE, 'replay', 'claude', 'long.jsonl', '--json'];
    const { status, stdout } = spawnSync(process.execPath, args, { cwd: root, env, encoding: 'utf8' });

    expect(status).toBe(0);
    expect((JSON.parse(stdout) as { calls: number }).calls).toBeGreaterThan(wanted / 30_000);
  }, 120_000);
});
