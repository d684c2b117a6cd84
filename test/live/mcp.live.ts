import { join } from 'node:path';

import { expect, it } from 'vitest';

import { BUNDLE } from '../support/cli.ts';
import { CLIENTS } from './clients.ts';
import { play } from './play.ts';

const POLICY = `version: 1
default: pass
policy:
  all:
    - when: { if: { tool: 'mcp__files__delete*' }, then: { human_approval: {} } }
    - redact_output: { rules: [secrets] }
approvals: { store: sqlite }
`;

const TOKEN = `npm_${'a1B2'.repeat(9)}`;

/** A server in the language of the protocol, without its SDK. */
const SERVER = `
const tools = ['read_file', 'delete_file'].map(name => ({ name, description: name, inputSchema: { type: 'object' } }));
require('node:readline').createInterface({ input: process.stdin }).on('line', line => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const greeting = { protocolVersion: params?.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'files', version: '1' } };
  const result = method === 'initialize' ? greeting : method === 'tools/list' ? { tools } : { content: [{ type: 'text', text: 'did ' + params.name + ' ${TOKEN}' }] };
  console.log(JSON.stringify({ jsonrpc: '2.0', id, result }));
});
`;

it('is between a real Claude Code and a server, and stops, redacts and records there', async () => {
  const [client] = CLIENTS;
  if (client?.runtime !== 'claude-code') expect.fail('expected Claude Code first');
  const config = (project: string): string => {
    const gateway = [BUNDLE, 'mcp', '--name', 'files', '--policy', join(project, 'governance.yaml'), '--', process.execPath];
    return JSON.stringify({
      mcpServers: { files: { command: process.execPath, args: [...gateway, join(project, 'server.cjs')] } },
    });
  };
  const played = await play(client, {
    policy: POLICY,
    init: 'none',
    args: project => ['--mcp-config', config(project), '--strict-mcp-config'],
    files: { 'server.cjs': SERVER },
    commands: [
      [{ tool: 'mcp__files__read_file', input: { path: 'a' } }],
      [{ tool: 'mcp__files__delete_file', input: { path: 'a' } }],
    ],
  });
  const { results } = played.requests.at(-1) ?? { results: [] };
  console.log(`${client.package} ${played.version}\n${results.join('\n')}`);

  expect(played.code).toBe(0);
  expect(results[0]).toContain('did read_file [REDACTED:npm_token]');
  expect(results[1]).toMatch(/licet: .*licet approve [0-9A-Z]{4}-[0-9A-Z]{4}/u);
  const trail = played.trail.filter(({ type }) => type === 'evaluation' || type === 'outcome');
  // The question, and once more what is done about it when no answer came.
  expect(trail.map(({ ruling, status }) => ruling ?? status)).toEqual(['pass', 'ok', 'ask', 'ask']);
  expect(new Set(trail.map(({ sessionId }) => sessionId)).size).toBe(1);
});
