import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it, onTestFinished } from 'vitest';

import { BUNDLE, command as licet, humanEnv, project } from '../support/cli.ts';

const POLICY = 'version: 1\ndefault: pass\npolicy:\n  all:\n    - secret_paths: {}\n    - floor: {}\n';

function withTests(cases: string): string {
  const root = project(POLICY);
  writeFileSync(join(root, 'governance.test.yaml'), `files: { .env: x }\ncases:\n${cases}`);
  return root;
}

describe('licet test', () => {
  it('runs the tests beside the nearest policy', () => {
    const ended = licet(withTests('  - { bash: [cat .env, rm -rf /], want: block }\n'), ['test']);

    expect(ended).toMatchObject({ status: 0, stderr: '', stdout: '2 cases, all pass\n' });
  });

  it('runs again when the tests or the policy change, until it is stopped', async () => {
    const root = withTests('  - { bash: ls, want: pass }\n');
    const child = spawn(process.execPath, [BUNDLE, 'test', '--watch'], { cwd: root, env: { ...humanEnv(), NO_COLOR: '1' } });
    onTestFinished(() => void child.kill('SIGKILL'));
    const ended = new Promise<number | null>(done => child.once('exit', done));
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', part => (said += String(part)));
    const waitFor = (text: string): Promise<void> => expect.poll(() => said, { timeout: 60_000 }).toContain(text);
    /** A watcher may begin to look just after the file was written. */
    const change = (file: string, text: string, wanted: string): Promise<void> =>
      expect
        .poll(
          () => {
            if (!said.includes(wanted)) writeFileSync(join(root, file), text);
            return said;
          },
          { timeout: 60_000, interval: 1_000 },
        )
        .toContain(wanted);

    await waitFor('1 case, all pass');
    await change('governance.test.yaml', 'cases:\n  - { bash: [ls, cat .env], want: pass }\n', '2 cases, 1 failed');
    await change('governance.yaml', 'version: 1\npolicy: [\n', 'run `licet validate`');
    await change('governance.yaml', 'version: 1\ndefault: pass\npolicy: { floor: {} }\n', '2 cases, all pass');
    child.kill('SIGINT');

    expect(await ended).toBe(0);
    expect(said).toContain('governance.test.yaml has changed');
  }, 120_000);
});

describe('licet fmt', () => {
  const UGLY =
    'version:   1 # the first\ndefault: "pass"\n\n\n\npolicy:\n      all:\n      # nothing gets past it\n      - {floor: {}}\n';
  const NICE = 'version: 1 # the first\ndefault: "pass"\n\npolicy:\n  all:\n    # nothing gets past it\n    - { floor: {} }\n';

  it('writes a policy in one form, with its comments, and once only', () => {
    const root = project(UGLY);

    expect(licet(root, ['fmt', '--check'])).toMatchObject({
      status: 1,
      stdout: expect.stringMatching(/not formatted/) as string,
    });
    expect(readFileSync(join(root, 'governance.yaml'), 'utf8')).toBe(UGLY);
    expect(licet(root, ['fmt'])).toMatchObject({ status: 0, stderr: '' });
    expect(readFileSync(join(root, 'governance.yaml'), 'utf8')).toBe(NICE);
    expect(licet(root, ['fmt', '--check'])).toMatchObject({ status: 0, stdout: '' });
  });

  it('leaves a policy that does not load as it is', () => {
    const root = project(`${UGLY}      - {flor: {}}\n`);

    expect(licet(root, ['fmt'])).toMatchObject({ status: 3, stderr: expect.stringMatching(/does not load: line 10/) as string });
    expect(licet(project('a: [\n'), ['fmt'])).toMatchObject({ status: 3, stderr: expect.stringMatching(/is no YAML/) as string });
  });
});
