import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import type { ReplayReport } from '@licet/analysis';
import { describe, expect, it } from 'vitest';

import { command, project } from '../../../support/cli.ts';
import { licetHere } from '../../../support/licetHere.ts';

const ASKS = 'version: 1\ndefault: pass\npolicy: { bash_safety: { shares: ask } }\n';
const WARNS = 'version: 1\ndefault: pass\npolicy: { bash_safety: { shares: warn } }\n';

const use = (cwd: string, session: string, id: string, command: string): string =>
  JSON.stringify({
    type: 'assistant',
    sessionId: session,
    cwd,
    timestamp: '2026-11-21T09:00:00Z',
    message: { content: [{ type: 'tool_use', id, name: 'Bash', input: { command } }] },
  });

/** A project with transcripts of two sessions, one of them compressed and with a torn end. */
function recorded(): string {
  const root = project(WARNS);
  writeFileSync(join(root, 'old.yaml'), ASKS);
  mkdirSync(join(root, 'logs', 'one'), { recursive: true });
  writeFileSync(
    join(root, 'logs', 'one', 'a.jsonl'),
    [use(root, 'a', '1', 'git push'), 'no json', '', use(root, 'a', '2', 'ls')].join('\n'),
  );
  const lines = [use('/home/ann/web', 'b', '1', 'git push origin main'), use('/home/ann/web', 'b', '2', 'ls')].join('\n');
  writeFileSync(join(root, 'logs', 'one', 'b.jsonl.gz'), gzipSync(`${lines}\n{"type":"assis`));
  return root;
}

describe('licet replay', () => {
  it('says how many fewer questions there are, about which calls, and whose', async () => {
    const ended = await licetHere(recorded(), ['replay', 'claude', 'logs', '--against', 'old.yaml']);

    expect(ended).toMatchObject({ status: 0, stderr: '' });
    expect(ended.stdout).toBe(
      [
        '4 calls of 2 sessions; 2 broken lines',
        'asks per 100 calls: 50 → 0',
        '  wider     2 × git: ask (bash_safety, effect_shares) → warn (bash_safety, effect_shares)',
        '            of session a (1), session b (1)',
        '            git push',
        '            git push origin main',
        '',
      ].join('\n'),
    );
  });

  it('lists what would be stopped and asked about, the most severe first, with reasons, where there is nothing to compare with', async () => {
    const root = project('version: 1\ndefault: pass\ninclude: [standard]\n');
    const read = (path: string): string =>
      use(root, 'a', '1', 'x').replace('"Bash"', '"Read"').replace('"command":"x"', `"file_path":"${path}"`);
    writeFileSync(
      join(root, 'log.jsonl'),
      [
        use(root, 'a', '2', 'git push --force'),
        use(root, 'a', '3', 'git push --force'),
        use(root, 'a', '4', 'ls'),
        read(join(root, '.env')),
        use(root, 'a', '5', 'rm -rf ~'),
      ].join('\n'),
    );

    const { status, stdout } = await licetHere(root, ['replay', 'claude', 'log.jsonl']);

    expect(status).toBe(0);
    const lines = stdout.split('\n');
    expect(lines.slice(0, 4)).toEqual([
      '5 calls of 1 session',
      'asks per 100 calls: 40',
      'would be stopped: 2, asked about: 2',
      `  block  Read ${join(root, '.env')}`,
    ]);
    expect(lines[4]).toMatch(/^ {9}`\.env` holds secrets that are not for the agent \(secret_paths, secret_read\)$/u);
    expect(lines[5]).toBe('  block  rm -rf ~');
    expect(lines[7]).toBe('  ask    2 × git push --force');

    const { stops } = JSON.parse((await licetHere(root, ['replay', 'claude', 'log.jsonl', '--json'])).stdout) as ReplayReport;
    expect(stops).toMatchObject([
      { ruling: 'block', guard: 'secret_paths', code: 'secret_read', calls: 1, sessionId: 'a' },
      { ruling: 'block', guard: 'floor', words: 'rm -rf ~' },
      { ruling: 'ask', calls: 2, reason: expect.stringContaining('rewrites or deletes history') as string },
    ]);
  });

  it('counts files that are compressed badly, wherever they end', async () => {
    const root = recorded();
    const whole = gzipSync(`${use(root, 'c', '1', 'ls')}\n`);
    for (const [index, bytes] of [0, 5, 12, 20, whole.length - 4].entries())
      writeFileSync(join(root, 'logs', `torn${index}.jsonl.gz`), whole.subarray(0, bytes));
    writeFileSync(join(root, 'logs', 'plain.jsonl.gz'), 'no gzip');

    const { status, stdout, stderr } = await licetHere(root, ['replay', 'claude', 'logs', '--against', 'old.yaml', '--json']);

    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({ reading: { files: 8, filesRead: 8 } });
  });

  it('finds nothing where the policy is the same, and prints JSON', async () => {
    const { status, stdout } = await licetHere(recorded(), [
      'replay',
      'claude',
      'logs',
      '--against',
      'governance.yaml',
      '--json',
    ]);

    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ calls: 4, changes: [], reading: { files: 2, filesRead: 2, broken: 2 } });
  });

  it('reads the trail of the policy, and compares with what was recorded', async () => {
    const root = project(ASKS);
    const input = { hook_event_name: 'PreToolUse', session_id: 's', tool_use_id: '1', cwd: root, tool_name: 'Bash' };
    command(
      root,
      ['hook', 'claude-code', '--policy', 'governance.yaml'],
      JSON.stringify({ ...input, tool_input: { command: 'git push' } }),
    );
    writeFileSync(join(root, 'governance.yaml'), WARNS);

    const ended = await licetHere(root, ['replay']);

    expect(ended.stdout).toMatch(/^1 call of 1 session\nasks per 100 calls: 100 → 0\n {2}wider {5}1 × git: ask/u);
  });

  it.each([
    [['replay', 'claud'], /`<format>` must be one of audit, claude, .*, did you mean `claude`/u],
    [['replay', 'claude', 'nowhere'], /there is no transcript/u],
    [['replay', 'otel'], /no transcripts of OpenTelemetry here/u],
    [['replay', 'audit', 'a', 'b'], /one file at most/u],
    [['replay', 'claude', '--since', 'later'], /`--since` must be a time/u],
  ])('ends with 3 for %j', async (args, message) => {
    expect(await licetHere(recorded(), args)).toMatchObject({ status: 3, stderr: expect.stringMatching(message) as string });
  });
});
