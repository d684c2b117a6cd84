import { existsSync, mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { licetCanUseTool, licetHooks } from '@licet/adapters/claude-agent-sdk';
import { PolicyEngine, ask, block, guard, memoryAudit, memorySessions, pass } from '@licet/core';
import { outputFirewall } from '@licet/capabilities';
import { expect, it } from 'vitest';

import { CLIENTS, install } from './clients.ts';
import { scriptedModel } from './model.ts';

/** The SDK of the workspace of runtimes: `npx -y pnpm@12 --dir test/runtimes install`. */
const SDK = new URL('../runtimes/node_modules/@anthropic-ai/claude-agent-sdk/sdk.mjs', import.meta.url);

const TOKEN = `npm_${'a1B2'.repeat(9)}`;

it('governs a real query of the Claude Agent SDK through its hooks', async () => {
  const [client] = CLIENTS;
  if (client?.runtime !== 'claude-code') expect.fail('expected Claude Code first');
  const { query } = (await import(SDK.href)) as { readonly query: (settings: object) => AsyncIterable<unknown> };
  const { installed, version } = install(client);
  const root = mkdtempSync(join(tmpdir(), 'licet-live-'));
  const [project, home] = [join(root, 'project'), join(root, 'home')];
  for (const folder of [project, home]) mkdirSync(folder);
  const commands = [
    'echo one > ran.txt',
    'echo blocked > blocked.txt',
    'echo asked > asked.txt',
    'echo refused > refused.txt',
    `printf 'the key is %s%s' npm_ ${TOKEN.slice(4)}`,
  ];
  const model = await scriptedModel(commands.map(command => [client.run(command)]));
  const { command: program, env } = client.start({ project, home, model: model.url, installed });
  const policy = guard('words', ({ payload }) => {
    const command = String(payload['command']);
    if (command.includes('blocked')) return block('the file holds keys', { fix: 'read the example' });
    if (/asked|refused/u.test(command)) return ask('it reaches others', { fix: 'tell the user' });
    return pass({ obligations: { redact: ['secrets'] } });
  });
  const audit = memoryAudit();
  const engine = new PolicyEngine(policy, { audit, sessions: memorySessions() });
  const messages = query({
    prompt: 'go',
    options: {
      cwd: project,
      env: { PATH: process.env['PATH'], HOME: home, ...env },
      pathToClaudeCodeExecutable: program,
      settingSources: [],
      hooks: licetHooks(engine, { shaper: outputFirewall }),
      canUseTool: licetCanUseTool(engine, {
        ask: ({ input }) => ({ granted: String(input['command']).includes('asked'), by: 'ann' }),
        otherwise: async (_tool: string, input: Record<string, unknown>) => ({ behavior: 'allow', updatedInput: input }),
        shaper: outputFirewall,
      }),
    },
  });
  for await (const _message of messages) void _message;
  await model.close();
  const { results } = model.requests.at(-1) ?? { results: [] };
  console.log(`claude-agent-sdk with ${client.package} ${version}\n${results.map(text => text.slice(0, 200)).join('\n')}`);

  const there = ['ran.txt', 'blocked.txt', 'asked.txt', 'refused.txt'].filter(file => existsSync(join(project, file)));
  expect(there).toEqual(['ran.txt', 'asked.txt']);
  expect(results[1]).toContain('licet: the file holds keys');
  expect(results[3]).toContain('licet: the user said no');
  expect(results[4]).toContain('[REDACTED:npm_token]');
  const decided = audit.records.filter(({ type }) => type === 'evaluation');
  const ended = audit.records.filter(record => record.type === 'outcome');
  expect(ended.filter(({ status }) => status === 'ok')).toHaveLength(3);
  expect(new Set([...decided, ...ended].map(({ sessionId }) => sessionId)).size).toBe(1);
});
