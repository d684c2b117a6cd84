import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { BUNDLE, command as licet } from '../support/cli.ts';
import { hasScript, onTerminal } from '../support/onTerminal.ts';

/** A new home folder, and a project in it that is a repository. */
function world(): {
  readonly home: string;
  readonly project: string;
  run: (args: readonly string[], input?: string) => ReturnType<typeof licet>;
} {
  const home = mkdtempSync(join(tmpdir(), 'licet-user-'));
  const project = join(home, 'work', 'shop');
  mkdirSync(join(project, '.git'), { recursive: true });
  mkdirSync(join(project, 'src'));
  return {
    home,
    project,
    run: (args, input = '') => licet(project, args, input, BUNDLE, { HOME: home, CLAUDE_PROJECT_DIR: project }),
  };
}

const call = (project: string, command: string, id = 'c'): string =>
  JSON.stringify({
    hook_event_name: 'PreToolUse',
    session_id: 's',
    cwd: join(project, 'src'),
    tool_name: 'Bash',
    tool_use_id: id,
    tool_input: { command },
  });

const decision = (stdout: string): string | undefined =>
  (JSON.parse(stdout) as { hookSpecificOutput?: { permissionDecision?: string } }).hookSpecificOutput?.permissionDecision;

const HOOK = ['hook', 'claude-code'] as const;

describe('licet init --user', () => {
  it('installs for every project of the user, and leaves the project alone', () => {
    const { home, project, run } = world();

    expect(run(['init', '--user', 'claude-code'])).toMatchObject({ status: 0, stderr: '' });

    const settings = readFileSync(join(home, '.claude', 'settings.json'), 'utf8');
    expect(settings).toContain('"claude-code"');
    expect(settings).not.toContain('--policy');
    expect(readFileSync(join(home, '.licet', 'governance.yaml'), 'utf8')).toContain('include: [standard]');
    expect(existsSync(join(project, 'governance.yaml'))).toBe(false);
    expect(run(['init', '--user', 'opencode'])).toMatchObject({ status: 3 });
    expect(run(['init', '--user', '--scope', 'src'])).toMatchObject({ status: 3 });

    expect(run(['doctor', '--no-timing']).stdout).not.toContain('FAILED');
    expect(run(['uninstall', '--user'])).toMatchObject({ status: 0 });
    expect(existsSync(join(home, '.claude', 'settings.json'))).toBe(false);
  });

  it('says after `uninstall --user` that the policy is still in force, and a person deletes it by `--purge`', async context => {
    const { home, project, run } = world();
    const policy = join(home, '.licet', 'governance.yaml');
    run(['init', '--user', 'claude-code']);
    const said = `still in force  ${policy}: it judges every project of this user in which a hook of licet runs`;

    expect(run(['uninstall', '--user']).stdout).toContain(said);
    expect(run(['uninstall', '--user']).stdout).toContain(said);
    expect(run(['check', '--command', 'rm -rf /']).status).toBe(2);

    const purge = ['uninstall', '--user', '--purge'];
    expect(run(purge)).toMatchObject({ status: 3, stderr: expect.stringContaining('is for a human') as string });
    expect(run([...purge, '--dry-run']).stdout).toContain(`would delete  ${policy}`);
    expect(existsSync(policy)).toBe(true);

    if (!hasScript) return context.skip('there is no `script` to open a terminal with');
    const env = { HOME: home };
    expect((await onTerminal(project, purge, { answer: 'n\n', env })).said).toContain('nothing was changed');
    expect(existsSync(policy)).toBe(true);
    const { said: told } = await onTerminal(project, purge, { answer: 'y\n', env });
    expect(told).toContain(`delete  ${policy}`);
    expect(told).not.toContain('still in force');
    expect([policy, join(home, '.licet', '.licet')].filter(existsSync)).toEqual([]);
    expect(run(['check', '--command', 'rm -rf /'])).toMatchObject({ status: 3 });
  });

  it('judges a project without a policy, from its root, and keeps its state with the user', () => {
    const { project, run } = world();
    run(['init', '--user', 'claude-code']);

    expect(decision(run(HOOK, call(project, 'rm -rf /')).stdout)).toBe('deny');
    expect(decision(run(HOOK, call(project, 'echo x > ../README.md')).stdout)).toBeUndefined();
    expect(decision(run(HOOK, call(project, 'echo x > ../governance.yaml')).stdout)).toBe('deny');
    expect(decision(run(HOOK, call(project, 'echo x > ~/.licet/governance.yaml')).stdout)).toBe('deny');
    expect(run(['check', '--command', 'rm -rf /']).status).toBe(2);
    expect(existsSync(join(project, '.licet'))).toBe(false);
    expect(run(['audit', 'stats']).stdout).toContain('4');
  });
});

describe('a policy of a project below that of its user', () => {
  const USER = 'version: 1\ndefault: pass\npolicy: { bash_safety: { otherwise: pass, blocked_prefixes: [npm publish] } }\n';
  const PROJECT =
    'version: 1\ndefault: pass\npolicy: { all: [{ bash_safety: { otherwise: pass, blocked_prefixes: [make deploy] } }, { budget: { max: 2 } }] }\n';

  function both(user = USER): ReturnType<typeof world> {
    const made = world();
    mkdirSync(join(made.home, '.licet'));
    writeFileSync(join(made.home, '.licet', 'governance.yaml'), user);
    writeFileSync(join(made.project, 'governance.yaml'), PROJECT);
    return made;
  }

  it('can only narrow it, in the hook of the project and in every question', () => {
    const { project, run } = both();
    const hook = [...HOOK, '--policy', join(project, 'governance.yaml')];

    expect(decision(run(hook, call(project, 'npm publish', 'a')).stdout)).toBe('deny');
    expect(decision(run(hook, call(project, 'make deploy', 'b')).stdout)).toBe('deny');
    expect(decision(run(hook, call(project, 'make test', 'c')).stdout)).toBeUndefined();
    expect(run(['check', '--command', 'npm publish']).status).toBe(2);
  });

  it('counts a call once that the hook of the project and that of the user both judge', () => {
    const { project, run } = both();
    const judged = (id: string): readonly (string | undefined)[] =>
      [HOOK, [...HOOK, '--policy', join(project, 'governance.yaml')]].map(hook =>
        decision(run(hook, call(project, 'ls', id)).stdout),
      );

    expect([judged('a'), judged('b'), judged('c')]).toEqual([
      [undefined, undefined],
      [undefined, undefined],
      ['deny', 'deny'],
    ]);
  });

  it('stops everything while that of the user does not load', () => {
    const { project, run } = both('version: 1\npolicy: { nothing_known: {} }\n');

    expect(decision(run(HOOK, call(project, 'ls')).stdout)).toBe('deny');
    expect(run(['check', '--command', 'ls']).status).toBe(3);
  });
});

describe('the stores of the policy of a person', () => {
  it('are where its commands look too: a request and an exception are found, and the trail is', () => {
    const { home, project, run } = world();
    mkdirSync(join(home, '.licet'), { mode: 0o700 });
    const kept = join(home, '.licet', 'kept.db');
    const stores = ['sessions', 'approvals', 'audit'].map(use => `${use}: { store: sqlite, path: ${kept} }\n`).join('');
    writeFileSync(
      join(home, '.licet', 'governance.yaml'),
      `version: 1\ndefault: pass\n${stores}policy: { escalate: [{ bash_safety: { otherwise: pass, blocked_prefixes: [npm publish] } }, { allow_once: {} }] }\n`,
    );
    const own = ['sessions', 'approvals', 'audit'].map(use => `${use}: { store: sqlite }\n`).join('');
    writeFileSync(
      join(project, 'governance.yaml'),
      `version: 1\ndefault: pass\n${own}policy: { escalate: [{ bash_safety: { otherwise: pass, blocked_prefixes: [make deploy] } }, { allow_once: {} }] }\n`,
    );

    expect(decision(run(HOOK, call(project, 'make deploy')).stdout)).toBe('deny');

    expect(run(['audit', 'query', '--ruling', 'block']).stdout).toContain('make deploy');
    expect(run(['audit', 'verify'])).toMatchObject({ status: 0, stdout: expect.stringContaining(kept) as string });
    expect(existsSync(join(project, '.licet', 'state.db'))).toBe(false);
  });
});
