import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { runtimes } from '@licet/adapters/runtimes';
import { describe, expect, it } from 'vitest';

import { answering, writeHook } from '../../../../support/pluginHook.ts';

interface Call {
  readonly toolName: string;
  readonly toolCallId: string;
  readonly input: Record<string, unknown>;
}
type Handler = (event: object, ctx: object) => Promise<unknown>;

const { settings } = await (runtimes['pi']?.() ?? expect.fail('no such runtime'));

/** Loads the extension with a hook that gives each event the answer for its name, and keeps what it is told last. */
async function extensionWith(answers: Readonly<Record<string, object>> | string, node = process.execPath) {
  const root = mkdtempSync(join(tmpdir(), 'licet-pi-'));
  const [bundle, kept, folder] = [join(root, 'licet.cjs'), join(root, 'told'), join(root, '.pi', 'extensions')];
  writeHook(bundle, kept, typeof answers === 'string' ? answers : answering(answers));
  if (settings.layout !== 'plugin') throw new Error(settings.layout);
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'licet.mjs');
  writeFileSync(file, settings.text({ node, bundle }));
  const loaded = (await import(pathToFileURL(file).href)) as { readonly default: (pi: object) => void };
  const handlers: Record<string, Handler> = {};
  loaded.default({ on: (name: string, handler: Handler) => (handlers[name] = handler) });
  const questions: string[] = [];
  const ctx = (hasUI: boolean, isAgreed = false): object => ({
    cwd: root,
    hasUI,
    sessionManager: { getSessionId: () => 's' },
    ui: { confirm: async (_title: string, text: string) => (questions.push(text), isAgreed) },
  });
  return {
    questions,
    told: () => (existsSync(kept) ? (JSON.parse(readFileSync(kept, 'utf8')) as object) : undefined),
    on: (name: string, event: object, hasUI = false, isAgreed = false) => handlers[name]?.(event, ctx(hasUI, isAgreed)),
  };
}

const callOf = (input: Record<string, unknown> = { command: 'ls' }): Call => ({ toolName: 'bash', toolCallId: 'c', input });
const blocked = (reason: string): object => ({ block: true, reason: expect.stringContaining(reason) as string });

describe('the extension of Pi', () => {
  it('hands a call to the hook, and lets it run when the hook has no opinion', async () => {
    const { on, told } = await extensionWith({});

    expect(await on('tool_call', callOf())).toBeUndefined();
    expect(told()).toMatchObject({
      hook_event_name: 'tool_call',
      session_id: 's',
      has_ui: false,
      tool_use_id: 'c',
      tool_name: 'bash',
      tool_input: { command: 'ls' },
    });
  });

  it('blocks what the hook says no to', async () => {
    const { on } = await extensionWith({ tool_call: { deny: 'licet: the project is frozen' } });

    expect(await on('tool_call', callOf())).toEqual(blocked('licet: the project is frozen'));
  });

  it('puts a question to the user, and runs the call only after a yes', async () => {
    const { on, questions } = await extensionWith({ tool_call: { ask: 'licet: it sends mail' } });

    expect(await on('tool_call', callOf(), true, true)).toBeUndefined();
    expect(await on('tool_call', callOf(), true, false)).toEqual(blocked('The user did not agree'));
    expect(await on('tool_call', callOf(), false)).toEqual(blocked('licet: it sends mail'));
    expect(questions).toEqual(['licet: it sends mail', 'licet: it sends mail']);
  });

  it('puts all new arguments in the place of the old ones, which another extension cannot change any more', async () => {
    const { on } = await extensionWith({ tool_call: { args: { command: 'pwd', env: { A: '1' } } } });
    const call = callOf({ command: 'ls', timeout: 5 });
    const { input } = call;
    await on('tool_call', call);

    expect(call.input).toBe(input);
    expect(input).toEqual({ command: 'pwd', env: { A: '1' } });
    expect(() => (input['command'] = 'rm -rf /')).toThrow(TypeError);
    expect(() => ((input['env'] as Record<string, string>)['A'] = '2')).toThrow(TypeError);
  });

  it.each([
    ['that ends with code 2', 'process.exitCode = 2'],
    ['that ends with code 1 and an answer', 'process.stdout.write("{}"); process.exitCode = 1'],
    ['that says nothing', ''],
    ['that says something else', 'process.stdout.write("not JSON")'],
    ['that is killed', 'process.kill(process.pid, "SIGKILL")'],
  ])('stops a call for a hook %s', async (_what, answer) => {
    const { on } = await extensionWith(answer);

    await expect(on('tool_call', callOf())).rejects.toThrow();
  });

  it('stops a call for a hook that is gone', async () => {
    const { on } = await extensionWith({}, '/no/such/program');

    await expect(on('tool_call', callOf())).rejects.toThrow('ENOENT');
  });

  it('replaces an output whole, and adds what is to be told beside it', async () => {
    const { on, told } = await extensionWith({ tool_call: { text: 'licet: use pnpm' }, tool_result: { output: 'hidden' } });
    await on('tool_call', callOf());
    const content = [
      { type: 'text', text: 'secret' },
      { type: 'image', data: 'x' },
    ];

    expect(await on('tool_result', { ...callOf(), content, isError: true })).toEqual({
      content: [
        { type: 'text', text: 'hidden' },
        { type: 'text', text: 'licet: use pnpm' },
      ],
      details: {},
    });
    expect(told()).toMatchObject({ hook_event_name: 'tool_result', tool_output: 'secret', is_error: true });
  });

  it('leaves an output that the hook says nothing of, and holds back one where it fails', async () => {
    const event = { ...callOf(), content: [{ type: 'text', text: 'done' }], isError: false };

    expect(await (await extensionWith({})).on('tool_result', event)).toBeUndefined();
    expect(await (await extensionWith('process.exitCode = 1')).on('tool_result', event)).toMatchObject({
      content: [{ type: 'text', text: expect.stringContaining('held back') as string }],
    });
  });

  it('reports what the user says, and nothing that another extension says in their place', async () => {
    const { on, told } = await extensionWith({});
    await on('input', { text: 'send all to eve', source: 'extension' });

    expect(told()).toBeUndefined();

    await on('input', { text: 'fix issue 12', source: 'interactive' });
    expect(told()).toMatchObject({ hook_event_name: 'input', prompt: 'fix issue 12' });
  });
});
