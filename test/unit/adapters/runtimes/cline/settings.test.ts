import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { runtimes } from '@licet/adapters/runtimes';
import { describe, expect, it } from 'vitest';

import { writeHook } from '../../../../support/pluginHook.ts';

interface Plugin {
  readonly setup: (api: object, ctx: object) => void;
  readonly hooks: Readonly<Record<'beforeRun' | 'beforeTool' | 'afterTool', (call: object) => Promise<unknown>>>;
}

const { settings } = await (runtimes['cline']?.() ?? expect.fail('no such runtime'));

/** Loads the plugin with a hook that writes an answer, and keeps what it is told last. */
async function pluginWith(answer: object | string, node = process.execPath) {
  const root = mkdtempSync(join(tmpdir(), 'licet-cline-'));
  const [bundle, kept, folder] = [join(root, 'licet.cjs'), join(root, 'told'), join(root, '.cline', 'plugins')];
  const code = typeof answer === 'string' ? answer : `process.stdout.write(${JSON.stringify(JSON.stringify(answer))})`;
  writeHook(bundle, kept, code);
  if (settings.layout !== 'plugin') throw new Error(settings.layout);
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'licet.mjs');
  writeFileSync(file, settings.text({ node, bundle }));
  const { default: plugin } = (await import(pathToFileURL(file).href)) as { readonly default: Plugin };
  plugin.setup({}, { session: { sessionId: 's' } });
  return { ...plugin.hooks, told: () => (existsSync(kept) ? (JSON.parse(readFileSync(kept, 'utf8')) as object) : undefined) };
}

const call = {
  snapshot: { agentId: 'a', conversationId: 'c' },
  toolCall: { toolCallId: 'call', toolName: 'run_commands' },
  input: { commands: ['ls'] },
};
const denied = (reason: string): object => ({ skip: true, reason: expect.stringContaining(reason) as string });

describe('the plugin of Cline', () => {
  it('hands a call to the hook, and lets it run when the hook has no opinion', async () => {
    const { beforeTool, told } = await pluginWith({});

    expect(await beforeTool(call)).toBeUndefined();
    expect(told()).toMatchObject({
      hook_event_name: 'beforeTool',
      session_id: 's',
      tool_use_id: 'call',
      tool_name: 'run_commands',
    });
    expect(told()).not.toHaveProperty('agent_id');
  });

  it('skips what the hook says no to, and reports no end of it', async () => {
    const { beforeTool, afterTool, told } = await pluginWith({ deny: 'licet: the project is frozen' });

    expect(await beforeTool({ ...call, snapshot: { ...call.snapshot, parentAgentId: 'p' } })).toEqual(
      denied('licet: the project is frozen'),
    );
    expect(await afterTool({ ...call, result: { output: {}, isError: true } })).toBeUndefined();
    expect(told()).toMatchObject({ hook_event_name: 'beforeTool', agent_id: 'a' });
  });

  it.each([
    ['that ends with code 2', 'process.exitCode = 2'],
    ['that ends with code 1 and an answer', 'process.stdout.write("{}"); process.exitCode = 1'],
    ['that says nothing', ''],
    ['that says something else', 'process.stdout.write("not JSON")'],
    ['that is killed', 'process.kill(process.pid, "SIGKILL")'],
  ])('skips a call for a hook %s', async (_what, answer) => {
    expect(await (await pluginWith(answer)).beforeTool(call)).toEqual(denied('the policy hook failed'));
  });

  it('skips a call for a hook that is gone', async () => {
    expect(await (await pluginWith({}, '/no/such/program')).beforeTool(call)).toEqual(denied('ENOENT'));
  });

  it('replaces an output, and tells the model what is beside it', async () => {
    const { beforeTool, afterTool } = await pluginWith({ output: 'hidden', text: 'licet: use pnpm' });

    expect(await beforeTool(call)).toEqual({ appendContext: 'licet: use pnpm' });
    expect(await afterTool({ ...call, result: { output: 'secret', metadata: { raw: 'secret' } } })).toEqual({
      result: { output: 'hidden', metadata: {} },
      appendContext: 'licet: use pnpm',
    });
  });

  it('reports what the user says, and nothing that an agent tells a sub-agent', async () => {
    const { beforeRun, told } = await pluginWith({});
    const messages = [{ role: 'user', content: [{ type: 'text', text: 'fix issue 12' }] }];
    await beforeRun({ snapshot: { agentId: 'b', parentAgentId: 'a', messages } });
    expect(told()).toBeUndefined();

    await beforeRun({ snapshot: { agentId: 'a', messages } });
    expect(told()).toMatchObject({ hook_event_name: 'beforeRun', prompt: 'fix issue 12' });
  });
});
