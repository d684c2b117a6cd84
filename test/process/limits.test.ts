import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { BUNDLE, command as licet } from '../support/cli.ts';
import type { Ended } from '../support/cli.ts';

const PROJECT = 'version: 1\ndefault: pass\nquiet: build\nmode: observe\ninclude: [standard]\n';

/** A home folder with a policy of its user, and a project in it. */
function world(user: string, project: string = PROJECT) {
  const home = mkdtempSync(join(tmpdir(), 'licet-limits-'));
  const root = join(home, 'shop');
  mkdirSync(join(root, '.git'), { recursive: true });
  mkdirSync(join(home, '.licet'));
  writeFileSync(join(home, '.licet', 'governance.yaml'), user);
  writeFileSync(join(root, 'governance.yaml'), project);
  const run = (args: readonly string[], input = ''): Ended =>
    licet(root, args, input, BUNDLE, { HOME: home, CLAUDE_PROJECT_DIR: root });
  const hook = (command: string): Ended =>
    run(
      ['hook', 'claude-code'],
      JSON.stringify({
        hook_event_name: 'PreToolUse',
        session_id: 's',
        cwd: root,
        tool_name: 'Bash',
        tool_use_id: 'c',
        tool_input: { command },
      }),
    );
  return { run, hook };
}

const limited = (limits: string): string => `version: 1\ndefault: pass\ninclude: [standard]\nlimits: ${limits}\n`;

describe('limits of a policy above', () => {
  it('are named by `validate`, `layers`, `status` and `doctor`, with the settings that do not count', () => {
    const { run } = world(limited('{ quiet: look, exceptions: { of: [read], for: 30m }, pauses: never }'));
    const capped = /`quiet: build` counts as `look`, as the policy `[^`]*\.licet\/governance\.yaml` says/u;
    const validated = run(['validate']);

    expect(validated.status, validated.stderr).toBe(0);
    expect(validated.stderr).toMatch(capped);
    expect(validated.stderr).toContain('governance.yaml:3:1');
    expect(validated.stderr).toContain('`mode: observe` counts as `enforce`');
    for (const command of [['layers'], ['status'], ['doctor', '--no-timing']])
      expect(run(command).stdout.replaceAll(/\s+/gu, ' '), command[0]).toMatch(capped);
    expect(run(['layers']).stdout).toContain('limit  exceptions: {"of":["read"],"for":"30m"}\n');
    expect(run(['layers']).stdout).toContain('limit  pauses: "never"\n');
    expect(JSON.parse(run(['layers', '--json']).stdout)).toMatchObject({
      limits: { pauses: 'never' },
      capped: [{ key: 'mode' }, { key: 'quiet' }],
    });
  });

  it('stop every call in a host that is not among the hosts', () => {
    const refused = world(limited('{ hosts: [codex] }')).hook('ls');

    expect(refused.stdout).toContain('the policy lets agents run in `codex` only, and this is `claude-code`');
    expect(refused.stdout).toContain('"permissionDecision":"deny"');
    expect(world(limited('{ hosts: [claude-code] }')).hook('ls').stdout).not.toContain('deny');
  });

  it('refuse the whole policy where one is unknown, so that no call runs', () => {
    for (const limits of [
      '{ exception: never }',
      '{ exceptions: { for: 30 } }',
      '{ pauses: { to: [ann] } }',
      '{ hosts: [] }',
      'never',
      '{ quiet: loud }',
    ]) {
      const refused = world(limited(limits)).hook('ls');
      expect(refused.stdout, limits).toContain('does not load');
      expect(refused.stdout, limits).toContain('"permissionDecision":"deny"');
    }
    expect(world(`${limited('{ quiet: look }')}quiet: build\n`).hook('ls').stdout).toContain('expected at most `look`');
  });
});
