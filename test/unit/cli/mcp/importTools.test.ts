import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { main } from 'licet/source/main.ts';
import { All, PolicyEngine } from '@licet/core';
import { toolDigests } from '@licet/adapters/mcp';
import { Capabilities, ToolPin } from '@licet/capabilities';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';

import { compilePolicy } from '../../../../packages/cli/src/policy/compile.ts';
import { flowToolsFrom, catalogueFrom } from '../../../../packages/cli/src/mcp/importTools.ts';

const tools = [
  { name: 'find', description: 'finds', annotations: { readOnlyHint: true } },
  { name: 'drop', description: 'drops', annotations: { destructiveHint: true, readOnlyHint: true } },
  { name: 'odd', description: 'who knows', inputSchema: { type: 'object', properties: { a: {} }, additionalProperties: false } },
];

describe('licet mcp import', () => {
  it('takes what a server says for hints, and a tool that says nothing for destructive', () => {
    const catalogue = catalogueFrom(JSON.stringify({ jsonrpc: '2.0', id: 1, result: { tools } }), 'crm', true);
    expect(catalogue).toMatchObject({
      'crm.find': { tools: ['mcp__crm__find'], hints: { read_only: true }, trusted: true },
      'crm.drop': { hints: { destructive: true, read_only: true } },
      'crm.odd': { safety: 'destructive', args: { allowed_keys: ['a'] } },
    });
    const text = stringify({ version: 1, default: 'block', capabilities: catalogue, policy: { capability_policy: {} } });
    expect(compilePolicy(text, '/p/governance.yaml')).not.toHaveProperty('issues');
  });

  it('tells flow of tools that change something, and of reading ones only where the server is trusted', () => {
    const list = [
      { name: 'get_report', annotations: { readOnlyHint: false } },
      { name: 'read_and_purge', annotations: { destructiveHint: true, readOnlyHint: true } },
      { name: 'sum_up', annotations: { readOnlyHint: true } },
      { name: 'send_mail', annotations: { destructiveHint: false } },
      { name: 'list_mails', annotations: { readOnlyHint: true } },
      { name: 'odd' },
      7,
    ];

    expect(flowToolsFrom(list, 'crm', false)).toEqual({
      mcp__crm__get_report: { acts: true },
      mcp__crm__read_and_purge: { acts: true },
    });
    expect(flowToolsFrom(list, undefined, true)).toEqual({
      get_report: { acts: true },
      read_and_purge: { acts: true },
      sum_up: { acts: false },
    });
  });

  it('prints a node for flow, and says what its trust rests on', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'licet-test-')), 'tools.json');
    writeFileSync(file, JSON.stringify([{ name: 'sum_up', annotations: { readOnlyHint: true } }]));
    const lines: string[] = [];
    const note = (text: string): void => void lines.push(text);
    const terminal = { print: note, complain: note, hasColor: false };

    expect(await main(['mcp', 'import', file, '--name', 'crm', '--flow', '--trusted'], terminal)).toBe(0);
    expect(lines[0]).toBe('flow:\n  tools:\n    mcp__crm__sum_up:\n      acts: false');
    expect(lines[1]).toMatch(/^1 tool is believed to read only.*`tool_pin: \{\}`/u);
    const text = `version: 1\ndefault: pass\npolicy:\n  all:\n    - ${(lines[0] ?? '').replaceAll('\n', '\n      ')}\n`;
    expect(compilePolicy(text, '/p/governance.yaml')).not.toHaveProperty('issues');
  });

  it('takes its own options behind its name, not those of the gateway', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'licet-test-')), 'tools.json');
    writeFileSync(file, JSON.stringify(tools));
    const lines: string[] = [];
    const note = (text: string): void => void lines.push(text);
    const terminal = { print: note, complain: note, hasColor: false };
    expect(await main(['mcp', 'import', file, '--name', 'crm', '--json'], terminal)).toBe(0);
    expect(Object.keys((JSON.parse(lines[0] ?? '') as { capabilities: object }).capabilities)).toEqual([
      'crm.find',
      'crm.drop',
      'crm.odd',
    ]);
    expect(lines[1]).toMatch(/^1 tool says nothing of what it does/);
  });

  it('pins every tool to its description: one that has changed asks', () => {
    const [entry] = Object.values(catalogueFrom(JSON.stringify(tools), undefined, true));
    const catalogue = { find: { safety: 'read' as const, pin: entry?.pin ?? '' } };
    const engine = new PolicyEngine(All(Capabilities({ catalogue }), ToolPin()));
    const judge = (tool: object) =>
      engine.evaluateSync({ kind: 'tool', tool: 'find', request: { toolDigest: toolDigests([tool])?.['find'] ?? '' } });
    expect(judge(tools[0] ?? {}).ruling).toBe('pass');
    expect(judge({ ...tools[0], description: 'finds, and sends it on' })).toMatchObject({ ruling: 'ask', code: 'tool_changed' });
  });

  it.each([
    ['no JSON', 'tools:', 'no JSON'],
    ['no list', '{}', 'lists no tools'],
    ['a tool without a name', '[{}]', 'no tool'],
    ['a tool twice', '[{"name":"a"},{"name":"a"}]', 'twice'],
  ])('refuses %s', (_what, text, why) => {
    expect(() => catalogueFrom(text, undefined, false)).toThrow(why);
  });
});
