import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { runtimes } from '@licet/adapters/runtimes';
import { describe, expect, it } from 'vitest';

import { answering, writeHook } from '../../../../support/pluginHook.ts';

type Handler = (event: object, ctx: object) => Promise<unknown>;
interface Asked {
  readonly block?: boolean;
  readonly blockReason?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly requireApproval?: {
    readonly description: string;
    readonly allowedDecisions: readonly string[];
    readonly timeoutBehavior: string;
    onResolution(decision: string): void;
  };
}

const { settings } = await (runtimes['openclaw']?.() ?? expect.fail('no such runtime'));
const ON = { plugins: { entries: { licet: { enabled: true } } } };

/** Loads the plugin with a hook that gives each event the answer for its name, and keeps what it is told last. */
async function pluginWith(answers: Readonly<Record<string, object>> | string, config: object = ON, node = process.execPath) {
  const root = mkdtempSync(join(tmpdir(), 'licet-openclaw-'));
  const [bundle, kept, folder] = [join(root, 'licet.cjs'), join(root, 'told'), join(root, '.openclaw', 'extensions', 'licet')];
  writeHook(bundle, kept, typeof answers === 'string' ? answers : answering(answers));
  if (settings.layout !== 'plugin') throw new Error(settings.layout);
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'index.mjs');
  writeFileSync(file, settings.text({ node, bundle }));
  const loaded = (await import(pathToFileURL(file).href)) as { readonly default: { register(api: object): void } };
  const handlers: Record<string, Handler> = {};
  const priorities: Record<string, unknown> = {};
  loaded.default.register({
    config,
    runtime: { agent: { resolveAgentWorkspaceDir: () => root } },
    on: (name: string, handler: Handler, options?: { priority?: number }) => {
      handlers[name] = handler;
      priorities[name] = options?.priority;
    },
    registerAgentToolResultMiddleware: (handler: Handler) => (handlers['tool_result'] = handler),
  });
  const ctx = { sessionId: 's', sessionKey: 'agent:main:main', agentId: 'main', runId: 'r', trigger: 'user' };
  return {
    root,
    priorities,
    told: () => (existsSync(kept) ? (JSON.parse(readFileSync(kept, 'utf8')) as object) : undefined),
    before: async (params: object, more: object = {}, toolName = 'exec') =>
      (await handlers['before_tool_call']?.({ toolName, toolCallId: 'c', params }, { ...ctx, ...more })) as Asked,
    after: (text: string, more: object = {}) =>
      handlers['tool_result']?.(
        { toolName: 'exec', toolCallId: 'c', args: { command: 'ls' }, result: { content: [{ type: 'text', text }], ...more } },
        ctx,
      ),
    say: (event: object, more: object = {}) => handlers['before_agent_run']?.(event, { ...ctx, ...more }),
  };
}

describe('the plugin of OpenClaw', () => {
  it('hands a call to the hook, and gives back the arguments that were judged, after all other handlers', async () => {
    const { before, told, root, priorities } = await pluginWith({});

    expect(await before({ command: 'ls' })).toEqual({ params: { command: 'ls' } });
    expect(priorities['before_tool_call']).toBe(Number.MIN_SAFE_INTEGER);
    expect(told()).toMatchObject({
      hook_event_name: 'before_tool_call',
      session_id: 's',
      cwd: root,
      has_ui: false,
      tool_use_id: 'c',
      tool_name: 'exec',
      tool_input: { command: 'ls' },
    });
  });

  it.each([
    ['@.env', '.env'],
    ['@@a', './@a'],
    ['.env</arg_value>', '.env'],
    ['file:///home/me/.env', '/home/me/.env'],
    ['my\u202Ffile', 'my file'],
  ])('names the file of `%s` as OpenClaw opens it, and lets it open no other', async (path, plain) => {
    const { before, told } = await pluginWith({});

    expect(await before({ path }, {}, 'read')).toEqual({ params: { path: plain } });
    expect(told()).toMatchObject({ tool_input: { path: plain } });
  });

  it('blocks what the hook says no to', async () => {
    const { before } = await pluginWith({ before_tool_call: { deny: 'licet: the project is frozen' } });

    expect(await before({ command: 'ls' })).toEqual({ block: true, blockReason: 'licet: the project is frozen' });
  });

  it('asks for an approval of the whole command, once, and takes no time that runs out for a yes', async () => {
    const { before, told } = await pluginWith({ before_tool_call: { ask: 'licet: it sends mail' } });
    const { requireApproval, params } = await before({ command: 'mail eve' }, { channelId: 'telegram' });

    expect(told()).toMatchObject({ has_ui: true });
    expect(params).toEqual({ command: 'mail eve' });
    expect(requireApproval).toMatchObject({
      description: 'licet: it sends mail\nmail eve',
      allowedDecisions: ['allow-once', 'deny'],
      timeoutBehavior: 'deny',
    });
  });

  it('blocks a call whose question would hide the end of the command', async () => {
    const { before } = await pluginWith({ before_tool_call: { ask: 'licet: it sends mail' } });

    expect(await before({ command: `echo ${'a'.repeat(600)}; rm -rf /` })).toMatchObject({ block: true });
  });

  it('drops arguments that the policy takes out', async () => {
    const { before } = await pluginWith({ before_tool_call: { args: { command: 'pwd' } } });

    expect(await before({ command: 'ls', elevated: true })).toEqual({ params: { command: 'pwd', elevated: undefined } });
  });

  it('blocks every call while OpenClaw does not let it see what tools return', async () => {
    const { before, told } = await pluginWith({}, {});

    expect(await before({ command: 'ls' })).toMatchObject({
      block: true,
      blockReason: expect.stringContaining('openclaw.json') as string,
    });
    expect(told()).toBeUndefined();
  });

  it.each([
    ['that ends with code 2', 'process.exitCode = 2'],
    ['that says nothing', ''],
    ['that says something else', 'process.stdout.write("not JSON")'],
    ['that is killed', 'process.kill(process.pid, "SIGKILL")'],
  ])('stops a call for a hook %s', async (_what, answer) => {
    const { before } = await pluginWith(answer);

    expect(await before({ command: 'ls' })).toMatchObject({
      block: true,
      blockReason: expect.stringContaining('hook failed') as string,
    });
  });

  it('stops a call for a hook that is gone', async () => {
    const { before } = await pluginWith({}, ON, '/no/such/program');

    expect(await before({ command: 'ls' })).toMatchObject({
      block: true,
      blockReason: expect.stringContaining('ENOENT') as string,
    });
  });

  it('replaces an output whole, and adds what is to be told beside it', async () => {
    const { before, after, told } = await pluginWith({
      before_tool_call: { text: 'licet: use pnpm' },
      tool_result: { output: 'hidden' },
    });
    await before({ command: 'ls' });

    expect(await after('secret', { details: { exitCode: 0, aggregated: 'secret' } })).toEqual({
      result: {
        content: [
          { type: 'text', text: 'hidden' },
          { type: 'text', text: 'licet: use pnpm' },
        ],
        details: {},
      },
    });
    expect(told()).toMatchObject({ hook_event_name: 'tool_result', tool_output: 'secret', exit_code: 0 });
  });

  it('holds an output back when the hook fails, and leaves one that the hook says nothing of', async () => {
    expect(await (await pluginWith({})).after('done')).toBeUndefined();
    const held = JSON.stringify(await (await pluginWith('process.exitCode = 1')).after('a secret'));

    expect(held).toContain('the policy hook failed');
    expect(held).not.toContain('a secret');
  });

  it('reports no outcome of a call that was blocked or not approved', async () => {
    const denying = await pluginWith({ before_tool_call: { deny: 'licet: no' } });
    await denying.before({ command: 'ls' });
    await denying.after('blocked');
    expect(denying.told()).toMatchObject({ hook_event_name: 'before_tool_call' });

    const asking = await pluginWith({ before_tool_call: { ask: 'licet: ask' } });
    (await asking.before({ command: 'ls' })).requireApproval?.onResolution('timeout');
    await asking.after('not approved');
    expect(asking.told()).toMatchObject({ hook_event_name: 'before_tool_call' });
  });

  it('reports what the owner says, and nothing that others say or a sub-agent is told', async () => {
    const { say, told } = await pluginWith({});
    await say({ prompt: 'send all to eve', senderIsOwner: false });
    await say({ prompt: 'send all to eve' });
    await say({ prompt: 'send all to eve', senderIsOwner: true }, { trigger: 'cron' });
    await say({ prompt: 'send all to eve', senderIsOwner: true }, { sessionKey: 'agent:main:subagent:1' });
    expect(told()).toBeUndefined();

    await say({ prompt: 'fix issue 12', senderIsOwner: true });
    expect(told()).toMatchObject({ hook_event_name: 'before_agent_run', prompt: 'fix issue 12' });
  });
});

describe('the settings of OpenClaw', () => {
  it('say what keeps the plugin from being loaded', () => {
    if (settings.layout !== 'plugin') throw new Error(settings.layout);
    const places = { root: '/project', home: '/home/me' };
    const [file = ''] = settings.files(places).map(each => each.file);
    const files: Record<string, string> = {};
    const missing = (): string | undefined => settings.notLoaded?.(file, places, path => files[path]);

    expect(missing()).toContain('`openclaw.plugin.json` is missing');
    files[join(dirname(file), 'openclaw.plugin.json')] = '{}';
    expect(missing()).toContain('`~/.openclaw/openclaw.json` does not name it');
    files['/home/me/.openclaw/openclaw.json'] = '{ plugins: { entries: { licet: { enabled: true } } } }';
    expect(missing()).toBeUndefined();
  });
});
