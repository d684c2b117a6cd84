/**
 * The handler runs last and returns the arguments that were judged, because the last ones that a handler returns are those that a tool gets. They
 * name a file as OpenClaw opens it: it takes one `@` from the front, drops a closing mark, and reads every other space as a plain one.
 */
export const HANDLERS = `
const LAST = Number.MIN_SAFE_INTEGER;
const FIT = 512;

const workspaces = new Map();
const texts = new Map();
const stopped = new Set();

/** Runs go by; what is kept of one is gone after many more. */
const keep = (map, key, value) => {
  if (key === undefined) return;
  if (map.size >= 1000) map.delete(map.keys().next().value);
  map.set(key, value);
};

const opened = path => {
  let plain = path.split('</arg_value>')[0].replace(/^@/, '');
  if (plain.startsWith('file://')) plain = fileURLToPath(plain);
  plain = plain.replaceAll(/[\\u00A0\\u2000-\\u200A\\u202F\\u205F\\u3000]/g, ' ');
  return plain.startsWith('@') ? './' + plain : plain;
};

const named = ({ toolName, params }) =>
  ['read', 'write', 'edit', 'ls'].includes(toolName) && typeof params.path === 'string' ? { ...params, path: opened(params.path) } : params;

const toolOf = ({ toolName, toolKind }) => toolKind ?? toolName;

/** The whole of what a person says yes to: a command that does not fit could hide its end. */
const question = (said, params) => said + '\\n' + (params.command ?? params.path ?? JSON.stringify(params));

const OFF = 'licet: OpenClaw does not let the policy see what tools return: set plugins.entries.licet to { enabled: true, hooks: { allowConversationAccess: true } } in openclaw.json';

export default {
  id: 'licet',
  name: 'Licet',
  description: 'Asks the policy before every tool.',
  register(api) {
    const isOn = api.config?.plugins?.entries?.licet?.enabled === true;

    const about = (name, ctx, more) => ({
      hook_event_name: name,
      session_id: ctx.sessionId ?? ctx.sessionKey,
      cwd: workspaces.get(ctx.runId) ?? api.runtime.agent.resolveAgentWorkspaceDir(api.config, ctx.agentId ?? 'main'),
      has_ui: ctx.channelId !== undefined,
      ...more,
    });

    const asking = (event, ctx, said, params) => ({
      title: ('Run this ' + event.toolName + ' call?').slice(0, 80),
      description: question(said, params),
      severity: 'warning',
      allowedDecisions: ['allow-once', 'deny'],
      timeoutBehavior: 'deny',
      timeoutMs: 600000,
      onResolution(decision) {
        if (decision !== 'allow-once') stopped.add(event.toolCallId);
      },
    });

    api.on('before_agent_run', async (event, ctx) => {
      keep(workspaces, ctx.runId, ctx.workspaceDir);
      // What others than the owner say, and what starts a sub-agent, are not words of the user.
      if (ctx.trigger !== 'user' || event.senderIsOwner !== true || String(ctx.sessionKey).includes(':subagent:')) return;
      // A prompt that is not known names nothing: then more is asked.
      await ask(about('before_agent_run', ctx, { prompt: event.prompt })).catch(() => {});
    });

    api.on(
      'before_tool_call',
      async (event, ctx) => {
        const deny = reason => {
          stopped.add(event.toolCallId);
          return { block: true, blockReason: reason };
        };
        if (!isOn) return deny(OFF);
        const input = named(event);
        const call = { tool_use_id: event.toolCallId, tool_name: toolOf(event), tool_input: input };
        const said = await ask(about('before_tool_call', ctx, call)).catch(error => ({
          deny: 'licet: the policy hook failed, so this call does not run: ' + error.message,
        }));
        if (said.deny !== undefined) return deny(said.deny);
        const params = said.args === undefined ? input : { ...Object.fromEntries(Object.keys(event.params).map(name => [name, undefined])), ...said.args };
        if (said.text !== undefined) keep(texts, event.toolCallId, said.text);
        if (said.ask === undefined) return { params };
        if (question(said.ask, params).length > FIT) return deny(said.ask + '. The question does not fit into a prompt of OpenClaw, so no person was asked: make the call shorter.');
        return { params, requireApproval: asking(event, ctx, said.ask, params) };
      },
      { priority: LAST, timeoutMs: 35000 },
    );

    api.registerAgentToolResultMiddleware(
      async (event, ctx) => {
        if (stopped.delete(event.toolCallId)) return;
        const { content = [], details } = event.result;
        const shown = content.flatMap(part => (part.type === 'text' ? [part.text] : [])).join('\\n');
        const exit = typeof details?.exitCode === 'number' ? { exit_code: details.exitCode } : {};
        const call = { tool_use_id: event.toolCallId, tool_name: event.toolName, tool_input: named({ toolName: event.toolName, params: event.args }) };
        const more = { ...call, tool_output: shown, is_error: event.isError === true, is_running: details?.status === 'running', ...exit };
        const said = await askAfter(about('tool_result', ctx, more));
        const added = [texts.get(event.toolCallId), said.text].filter(text => text !== undefined);
        texts.delete(event.toolCallId);
        if (said.output === undefined && added.length === 0) return;
        const kept = said.output === undefined ? { content, details } : { content: [{ type: 'text', text: said.output }], details: {} };
        return { result: { ...event.result, ...kept, content: [...kept.content, ...added.map(text => ({ type: 'text', text }))] } };
      },
      { runtimes: ['openclaw', 'codex'] },
    );
  },
};
`;
