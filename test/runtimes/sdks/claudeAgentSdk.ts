import type { Options } from '@anthropic-ai/claude-agent-sdk';
import { licetCanUseTool, licetHooks } from '@licet/adapters/claude-agent-sdk';

import type { Args, Play, Played, Player } from '../../contract/runtimes/row.ts';
import { playedOf, toolOf } from '../../contract/runtimes/row.ts';

type Hooks = NonNullable<Options['hooks']>;

/** Calls the hooks as `query` does: all of a step before it runs any of them. */
async function play(given: Play): Promise<Played> {
  const { engine, calls, answer, sessionId = 's', shaper, asking } = given;
  const { run, ran, signal } = toolOf(given);
  const asked = new Set<string>();
  const told: unknown[] = [];
  const hooks: Hooks = licetHooks(engine, {
    ...(shaper && { shaper }),
    ...(asking && { asking: () => asking }),
  });
  const tell = async (name: 'PreToolUse' | 'PostToolUse' | 'PostToolUseFailure', id: string, more: object) => {
    const event = {
      hook_event_name: name,
      session_id: sessionId,
      transcript_path: '',
      cwd: '/project',
      tool_name: 'Tool',
      tool_use_id: id,
      ...(given.agent && { agent_id: given.agent.id, agent_type: given.agent.type }),
      ...more,
    };
    const said = await hooks[name]?.[0]?.hooks[0]?.((given.faulty === true ? ['no', 'event'] : event) as never, id, {
      signal: new AbortController().signal,
    });
    const reply = (said ?? {}) as { readonly hookSpecificOutput?: Readonly<Record<string, unknown>> };
    return reply.hookSpecificOutput ?? {};
  };
  const permitted = async (id: string, args: Args): Promise<Args | undefined> => {
    let neverAnswered: () => void = () => undefined;
    const silence = new Promise<undefined>(resolve => (neverAnswered = () => resolve(undefined)));
    const canUseTool: NonNullable<Options['canUseTool']> = licetCanUseTool(engine, {
      ...(shaper && { shaper }),
      async ask({ reason }) {
        told.push(reason);
        if (answer !== undefined) {
          await given.meanwhile?.();
          return { granted: answer === 'yes', by: 'ann' };
        }
        asked.add(id);
        neverAnswered();
        return new Promise(() => undefined);
      },
    });
    const options = { signal: new AbortController().signal, toolUseID: id, requestId: 'r' };
    const permission = await Promise.race([canUseTool('Tool', { ...args }, options), silence]);
    if (permission?.behavior === 'deny') told.push(permission.message);
    return permission?.behavior === 'allow' ? permission.updatedInput : undefined;
  };
  const before = await Promise.all(
    calls.map(async ({ id, args }) => ({ id, args, said: await tell('PreToolUse', id, { tool_input: args }) })),
  );
  for (const { id, args, said } of before) {
    const { permissionDecision, permissionDecisionReason, additionalContext, updatedInput } = said;
    told.push(permissionDecisionReason, additionalContext);
    if (permissionDecision === 'deny') continue;
    const input = permissionDecision === 'ask' ? await permitted(id, args) : ((updatedInput as Args | undefined) ?? args);
    if (input === undefined) continue;
    try {
      const tool_response = run(id, input);
      if (given.vanishes === true) continue;
      const { updatedToolOutput = tool_response } = await tell('PostToolUse', id, { tool_input: input, tool_response });
      told.push(updatedToolOutput);
    } catch (error) {
      const failure = { error: String((error as Error).message), is_interrupt: signal.aborted };
      told.push(failure.error, (await tell('PostToolUseFailure', id, { tool_input: input, ...failure }))['additionalContext']);
    }
  }
  return playedOf(
    given,
    ran,
    asked,
    told.filter(part => part !== undefined && part !== 'done'),
  );
}

export const players: Readonly<Record<string, Player>> = { 'Claude Agent SDK': play };
