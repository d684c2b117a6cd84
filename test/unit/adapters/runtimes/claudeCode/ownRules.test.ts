import { claudeCode } from '@licet/adapters/claude-code';
import { describe, expect, it, test } from 'vitest';

const { userRules, hostSandbox } = claudeCode.settings;

describe('rules of the user of Claude Code', () => {
  test.each<[settings: unknown, command: string, mayStop: boolean]>([
    [{}, 'make', false],
    [{ permissions: { allow: ['Bash(make:*)'] } }, 'make', false],
    [{ permissions: { deny: ['Bash(make:*)'] } }, 'make test', true],
    [{ permissions: { deny: ['Bash(make:*)'] } }, 'cd x && make test', true],
    [{ permissions: { deny: ['Bash(curl *)'] } }, 'make test', false],
    [{ permissions: { ask: ['Bash'] } }, 'make', true],
    [{ permissions: { ask: ['Bash(*)'] } }, 'make', true],
    [{ permissions: { ask: ['*'] } }, 'make', true],
    [{ permissions: { deny: ['Read(./secrets)', 'WebFetch'] } }, 'make', false],
    [{ permissions: { deny: [7] } }, 'make', true],
    [{ permissions: 'none' }, 'make', true],
    ['text', 'make', false],
  ])('%j may stop `%s`: %s', (settings, command, mayStop) => {
    expect(userRules?.mayStop(settings, command)).toBe(mayStop);
  });

  it('are in the files of the machine, the project and the user', () => {
    const places = userRules?.places({ root: '/w', home: '/home/u' }, {}) ?? [];
    expect(places).toContain('/etc/claude-code/managed-settings.d');
    expect(places).toContain('/w/.claude/settings.local.json');
    expect(places).toContain('/home/u/.claude/settings.json');
    expect(userRules?.places({ root: '/w', home: '/home/u' }, { CLAUDE_CONFIG_DIR: '/c' })).toContain('/c/settings.json');
  });
});

describe('the sandbox of Claude Code', () => {
  const managed = (sandbox: object) => ({ file: 'managed', settings: { sandbox } });
  const own = (sandbox: unknown) => ({ file: 'own', settings: { sandbox } });
  const closedHatches = { enabled: true, failIfUnavailable: true, allowUnsandboxedCommands: false };

  it('is on where the first file that speaks of it turns it on', () => {
    expect(hostSandbox?.isOn([managed({ enabled: true }), own({ enabled: false })])).toBe(true);
    expect(hostSandbox?.isOn([managed({ enabled: false }), own({ enabled: true })])).toBe(false);
    expect(hostSandbox?.isOn([managed({}), own('x'), { file: 'bad', settings: 7 }])).toBe(false);
  });

  it('has no way around it only where every hatch is closed', () => {
    expect(hostSandbox?.waysAround([managed(closedHatches)])).toEqual([]);
    expect(hostSandbox?.waysAround([managed({ enabled: true })])).toHaveLength(2);
    expect(
      hostSandbox?.waysAround([managed(closedHatches), own({ failIfUnavailable: false, allowUnsandboxedCommands: true })]),
    ).toEqual([]);
    expect(hostSandbox?.waysAround([managed(closedHatches), own({ excludedCommands: ['docker'] })])[0]).toContain(
      '`excludedCommands` in own',
    );
    expect(hostSandbox?.waysAround([own({ ...closedHatches, failIfUnavailable: false })])[0]).toContain(
      '`failIfUnavailable` is not true in own',
    );
    expect(hostSandbox?.waysAround([own({ ...closedHatches, enableWeakerNestedSandbox: true })])[0]).toContain('weaker');
  });
});
