import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { runtimes } from '@licet/adapters/runtimes';
import { insertHooks } from 'licet/source/init/settingsText.ts';
import { compilePolicy } from 'licet/source/policy/compile.ts';
import { unheardPrompts } from 'licet/source/policy/unheardPrompts.ts';
import { expect, it } from 'vitest';

/** What is said of a policy in a project with such settings of servers. */
async function saidWithServers(policy: string, servers: object): Promise<readonly string[]> {
  const root = mkdtempSync(join(tmpdir(), 'licet-test-'));
  writeFileSync(join(root, '.mcp.json'), JSON.stringify({ mcpServers: servers }));
  const compiled = compilePolicy(`version: 1\ndefault: pass\n${policy}`, join(root, 'governance.yaml'));
  if ('issues' in compiled) expect.fail(compiled.issues[0]?.message);
  return (await unheardPrompts(compiled.compiled, root)).map(({ message }) => message);
}

/** What is said of a policy in a project with the hook of a runtime, without the handlers of some events. */
async function saidOf(policy: string, name: string, ...without: readonly string[]): Promise<readonly string[]> {
  const root = mkdtempSync(join(tmpdir(), 'licet-test-'));
  const { settings } = (await runtimes[name]?.()) ?? expect.fail(name);
  const [first] = settings.files({ root, home: root });
  if (first === undefined) expect.fail('expected a file');
  const command = { node: '/usr/bin/node', bundle: '/opt/licet.cjs', policy: join(root, 'governance.yaml') };
  const text =
    settings.layout === 'plugin'
      ? settings.text(command)
      : insertHooks(
          '{}',
          Object.fromEntries(Object.entries(settings.entries(command)).filter(([event]) => !without.includes(event))),
        ).text;
  mkdirSync(dirname(first.file), { recursive: true });
  writeFileSync(first.file, text);
  const compiled = compilePolicy(`version: 1\ndefault: pass\n${policy}`, join(root, 'governance.yaml'));
  if ('issues' in compiled) expect.fail(compiled.issues[0]?.message);
  return (await unheardPrompts(compiled.compiled, root)).map(({ line, message }) => `${line}: ${message}`);
}

const FLOW = 'policy:\n  all:\n    - flow: { profile: coding }\n';

it('warns of a hook that is not told what the user says, and says what to do', async () => {
  expect(await saidOf(FLOW, 'claude-code', 'UserPromptSubmit')).toEqual([
    expect.stringMatching(/^5: the hook of Claude Code is not told what the user says.*`licet init claude-code`/u),
  ]);
});

it.each(Object.keys(runtimes))('says nothing of a hook of %s that is told', async name => {
  expect(await saidOf(FLOW, name)).toEqual([]);
});

it('warns of a server behind the gateway, which no message tells what the user says', async () => {
  const mail = { command: 'npx', args: ['-y', 'licet', 'mcp', '--', 'mail-server'] };

  expect(await saidWithServers(FLOW, { mail, other: { command: 'other', args: ['mcp'] } })).toEqual([
    expect.stringMatching(/^no message of MCP tells `licet mcp` before `mail` what the user says/u),
  ]);
  expect(await saidWithServers('policy: { floor: {} }\n', { mail })).toEqual([]);
});

it('says nothing of a policy that does not go by prompts', async () => {
  expect(await saidOf('policy: { floor: {} }\n', 'claude-code', 'UserPromptSubmit')).toEqual([]);
});
