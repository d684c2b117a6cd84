import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { claudeCode } from '@licet/adapters/claude-code';
import type { Certificate, Effect } from '@licet/core';
import { describe, expect, it, onTestFinished, test } from 'vitest';

/** Whether a yes may be said of a call with these effects, under rules of the user. */
function letsRulesWin(rules: object | string, effects: readonly Effect[], more: Partial<Certificate> = {}): boolean {
  const cwd = mkdtempSync(join(tmpdir(), 'licet-rules-'));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  mkdirSync(join(cwd, '.claude'));
  writeFileSync(
    join(cwd, '.claude', 'settings.json'),
    typeof rules === 'string' ? rules : JSON.stringify({ permissions: rules }),
  );
  const input = {
    hook_event_name: 'PreToolUse',
    session_id: 's',
    tool_use_id: 't',
    cwd,
    permission_mode: 'default',
    tool_name: 'Bash',
    tool_input: { command: 'x' },
  };
  const event = claudeCode.parse(input, { env: { AI_AGENT: 'claude-code_2-1-330_x', HOME: join(cwd, 'home') } });
  if (event.phase !== 'before' || event.rulesWin === undefined) throw new Error('no yes is possible at all');
  return event.rulesWin(effects, { level: 'look', because: [], ...more });
}

const program = (argv: readonly string[], ...via: readonly string[]): Effect => ({
  kind: 'execute',
  target: { type: 'program', argv },
  program: argv[0] ?? '',
  via,
  certainty: 'certain',
});
const file = (kind: 'read' | 'write', path: string, more: object = {}): Effect => ({
  kind,
  target: { type: 'file', lexical: path, resolved: path, ...more },
  program: 'awk',
  via: [],
  certainty: 'certain',
});

describe('a rule of the user', () => {
  test.each<[string, object, readonly Effect[], Partial<Certificate>]>([
    [
      'for a program behind a wrapper',
      { ask: ['Bash(wc *)'] },
      [program(['timeout', '5', 'wc']), program(['wc', '-l'], 'timeout')],
      {},
    ],
    [
      'for a command of a script',
      { deny: ['Bash(prettier:*)'] },
      [program(['npm', 'run', 'lint'])],
      { within: ['prettier --check .'] },
    ],
    ['for every command', { ask: ['Bash'] }, [program(['wc'], 'xargs')], {}],
    ['for a file that is read', { deny: ['Read(docs/**)'] }, [file('read', '/p/docs/plan.txt')], {}],
    ['for a file by its name alone', { deny: ['Read(./.secret)'] }, [file('read', '/p/.secret')], {}],
    ['for a file that is searched', { ask: ['Read(docs/**)'] }, [file('read', '/p', { recursive: true })], {}],
    ['for a file that is changed', { deny: ['Edit(/src/gen/*)'] }, [file('write', '/p/src/gen/a.ts')], {}],
  ])('%s wins', (_what, rules, effects, more) => {
    expect(letsRulesWin(rules, effects, more)).toBe(false);
  });

  test.each<[string, object, readonly Effect[]]>([
    ['for the command itself, which the host holds against its text', { ask: ['Bash(wc *)'] }, [program(['wc', '-l'])]],
    ['for another program', { deny: ['Bash(curl *)'] }, [program(['wc'], 'timeout')]],
    ['for another file', { deny: ['Read(docs/**)', 'Edit(src/**)'] }, [file('read', '/p/src/a.ts')]],
    ['that allows', { allow: ['Bash(wc *)'] }, [program(['wc'], 'timeout')]],
  ])('%s changes nothing', (_what, rules, effects) => {
    expect(letsRulesWin(rules, effects)).toBe(true);
  });

  it('may be in settings that cannot be read', () => {
    expect(letsRulesWin('{ "permissions": ', [program(['wc'])])).toBe(false);
  });
});
