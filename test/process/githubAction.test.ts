import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';

import { BUNDLE, humanEnv } from '../support/cli.ts';
import type { Ended } from '../support/cli.ts';
import { startGitHub } from '../support/gitHub.ts';
import type { Comment } from '../support/gitHub.ts';
import { runLeanLater } from '../support/lean.ts';

interface ActionFile {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  readonly runs: {
    readonly steps: readonly [
      { readonly run: string; readonly env: Readonly<Record<string, string>> },
      Readonly<Record<string, unknown>>,
    ];
  };
}

const action = parse(readFileSync(new URL('../../integrations/github-action/action.yml', import.meta.url), 'utf8')) as ActionFile;

const POLICY = 'version: 1\ndefault: pass\ninclude: [standard]\n';
const WIDER = POLICY.replace('standard', 'minimal');
const NARROWER = POLICY.replace('default: pass', 'default: ask');

const github = await startGitHub();
afterAll(() => github.close());
beforeEach(() => github.reset());

/** A checkout of a project that has installed licet, with a policy in its base. */
class Checkout {
  readonly root = mkdtempSync(join(tmpdir(), 'licet-action-'));
  readonly temporary = mkdtempSync(join(tmpdir(), 'licet-action-temp-'));
  readonly #base: string;

  constructor() {
    mkdirSync(join(this.root, 'node_modules', 'licet'), { recursive: true });
    mkdirSync(join(this.root, 'node_modules', '.bin'));
    writeFileSync(join(this.root, 'node_modules', 'licet', 'package.json'), '{"name":"licet","version":"0.0.0"}');
    const program = join(this.root, 'node_modules', '.bin', 'licet');
    writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${BUNDLE}' "$@"\n`);
    chmodSync(program, 0o755);
    writeFileSync(join(this.root, '.gitignore'), 'node_modules\n');
    this.write(POLICY);
    const git = (...args: readonly string[]): string => execFileSync('git', args, { cwd: this.root, encoding: 'utf8' });
    git('init', '--quiet');
    git('add', '--all');
    git('-c', 'user.name=a', '-c', 'user.email=a@example.org', 'commit', '--quiet', '--message', 'begin');
    this.#base = git('rev-parse', 'HEAD').trim();
  }

  write(policy: string): void {
    writeFileSync(join(this.root, 'governance.yaml'), policy);
  }

  /** Runs the step of the Action as a runner does: the script of its file, with its inputs in the environment. */
  async run(inputs: Readonly<Record<string, string>> = {}, api = github.api): Promise<Ended> {
    const event = join(this.temporary, 'event.json');
    writeFileSync(event, JSON.stringify({ pull_request: { number: 7, base: { sha: this.#base } } }));
    const known: Readonly<Record<string, string>> = {
      'github.event.pull_request.base.sha': this.#base,
      'github.token': 'ghs_test',
    };
    const fill = (text: string): string =>
      text.replaceAll(/\$\{\{ ([\w.-]+) \}\}/gu, (_, name: string) => {
        const input = /^inputs\.(.+)$/u.exec(name)?.[1];
        const value = input === undefined ? known[name] : (inputs[input] ?? fill(action.inputs[input]?.default ?? ''));
        if (value === undefined) throw new Error(`the Action reads \`${name}\`, which this runner does not know`);
        return value;
      });
    const [step] = action.runs.steps;
    return runLeanLater({
      command: 'bash',
      args: ['--noprofile', '--norc', '-e', '-o', 'pipefail', '-c', step.run],
      cwd: this.root,
      env: {
        ...humanEnv(),
        HOME: this.temporary,
        RUNNER_TEMP: this.temporary,
        GITHUB_OUTPUT: join(this.temporary, 'output'),
        GITHUB_STEP_SUMMARY: join(this.temporary, 'summary.md'),
        GITHUB_EVENT_PATH: event,
        GITHUB_REPOSITORY: 'acme/web',
        GITHUB_API_URL: api,
        ...Object.fromEntries(Object.entries(step.env).map(([name, text]) => [name, fill(text)])),
      },
    });
  }

  read(name: string): string {
    return readFileSync(join(this.temporary, name), 'utf8');
  }
}

describe('the GitHub Action, run by its own script', () => {
  it('fails for a wider policy, and writes one comment that it updates', async () => {
    const checkout = new Checkout();
    checkout.write(WIDER);
    const first = await checkout.run();

    expect(first.status).toBe(1);
    expect(github.comments).toHaveLength(1);
    expect(github.comments[0]?.body).toMatch(/^<!-- licet diff: governance\.yaml -->\n\*\*The policy becomes wider\*\*/u);
    expect(checkout.read('summary.md')).toContain('The policy becomes wider');

    await checkout.run();
    expect(github.writes()).toHaveLength(1);

    checkout.write(NARROWER);
    const last = await checkout.run();
    expect(last.status).toBe(0);
    expect(github.writes()).toEqual(['POST /repos/acme/web/issues/7/comments', 'PATCH /repos/acme/web/issues/comments/1']);
    expect(github.comments).toHaveLength(1);
    expect(github.comments[0]?.body).toContain('The policy becomes narrower');
  });

  it('writes no comment where nothing has changed', async () => {
    const { status } = await new Checkout().run();

    expect(status).toBe(0);
    expect(github.writes()).toEqual([]);
  });

  it('leaves alone what others wrote, also under its mark and behind a hundred comments', async () => {
    const others = Array.from({ length: 130 }, (_, index): Comment => ({
      id: index + 1,
      body: index % 2 === 0 ? '<!-- licet diff: governance.yaml -->\nmine' : 'hello',
      user: { login: index % 3 === 0 ? 'mallory' : 'another-app[bot]' },
    }));
    github.comments = [...others];
    const checkout = new Checkout();
    checkout.write(NARROWER);
    await checkout.run();
    await checkout.run();

    expect(github.writes()).toEqual(['POST /repos/acme/web/issues/7/comments']);
    expect(github.comments.slice(0, 130)).toEqual(others);
  });

  it('ends with the summary where the token may not write, as for a fork, and does not fail for it', async () => {
    github.mayWrite = false;
    const checkout = new Checkout();
    checkout.write(NARROWER);
    const { status, stderr } = await checkout.run();

    expect(status).toBe(0);
    expect(stderr).toContain('::warning::no comment was written on pull request 7: its token may not write comments');
    expect(checkout.read('summary.md')).toContain('The policy becomes narrower');
  });

  it('fails for a wider policy of a fork, too', async () => {
    github.mayWrite = false;
    const checkout = new Checkout();
    checkout.write(WIDER);

    expect((await checkout.run()).status).toBe(1);
  });

  it('ends with the summary where GitHub does not answer', async () => {
    const checkout = new Checkout();
    checkout.write(NARROWER);
    const { status, stderr } = await checkout.run({}, 'http://127.0.0.1:1');

    expect(status).toBe(0);
    expect(stderr).toContain('`http://127.0.0.1:1` did not answer');
  });

  it('asks GitHub nothing without a token', async () => {
    const checkout = new Checkout();
    checkout.write(NARROWER);
    const { status } = await checkout.run({ token: '' });

    expect(status).toBe(0);
    expect(github.asked).toEqual([]);
    expect(checkout.read('summary.md')).toContain('The policy becomes narrower');
  });

  it('fails for a policy that does not load, with its mistakes for code scanning', async () => {
    const checkout = new Checkout();
    checkout.write(`${POLICY}polcy: {}\n`);
    const { status } = await checkout.run();
    const { runs } = JSON.parse(checkout.read('licet.sarif')) as {
      readonly runs: readonly [{ readonly results: readonly object[] }];
    };

    expect(status).not.toBe(0);
    expect(runs[0].results).toMatchObject([{ ruleId: 'unknown_key', level: 'error' }]);
    expect(checkout.read('output')).toContain(`sarif=${join(checkout.temporary, 'licet.sarif')}`);
    expect(action.runs.steps[1]).toMatchObject({ if: "always() && inputs.code-scanning == 'true'" });
  });

  it('fails where a test of the policy does', async () => {
    const checkout = new Checkout();
    writeFileSync(
      join(checkout.root, 'governance.test.yaml'),
      "cases:\n  - { name: wrong, action: { command: 'rm -rf /' }, want: pass }\n",
    );

    expect((await checkout.run()).status).not.toBe(0);
  });
});
