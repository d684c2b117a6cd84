import { ActionBlockedError, guarded } from '@licet/adapters/function';
import { answerEvent, runtimes } from '@licet/adapters/runtimes';
import type { Runtime } from '@licet/adapters/runtimes';

import type { Args, Play, Played, Player } from './row.ts';
import { playedOf, toolOf } from './row.ts';

/** How a call ended, for the code that writes the event after it. */
interface End {
  readonly output?: unknown;
  readonly error?: string;
  readonly cancelled?: boolean;
}

/** What a runtime writes after a call, and what its model sees of the output then. */
interface Ending {
  readonly after: (end: End) => object | undefined;
  /** What a reply has in place of the output. */
  readonly replaced: (reply: Readonly<Record<string, unknown>>) => unknown;
  /** What it writes when a batch of calls is over, where it does. */
  readonly batch?: true;
}

type Reply = Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>;

const ENDINGS: Readonly<Record<string, Ending>> = {
  'claude-code': {
    after: ({ output, error, cancelled }) =>
      error === undefined
        ? { hook_event_name: 'PostToolUse', tool_response: { stdout: output } }
        : {
            hook_event_name: 'PostToolUseFailure',
            error,
            is_interrupt: cancelled === true,
          },
    replaced: reply => (reply as Reply)['hookSpecificOutput']?.['updatedToolOutput'],
    batch: true,
  },
  cline: {
    after: ({ output, error }) => ({
      hook_event_name: 'afterTool',
      tool_output: error ?? output,
      is_error: error !== undefined,
    }),
    replaced: reply => reply['output'],
  },
  codex: {
    after: ({ output, error }) => ({ hook_event_name: 'PostToolUse', tool_response: error ?? output }),
    replaced: reply => (reply['decision'] === 'block' ? reply['reason'] : undefined),
  },
  copilot: {
    after: ({ output, error }) =>
      error === undefined
        ? { hook_event_name: 'PostToolUse', tool_result: { result_type: 'success', text_result_for_llm: output } }
        : { hook_event_name: 'PostToolUseFailure', error },
    replaced: reply => (reply as Reply)['modifiedResult']?.['textResultForLlm'],
  },
  cursor: {
    after: ({ output, error, cancelled }) =>
      error === undefined
        ? { hook_event_name: 'postToolUse', tool_output: output }
        : {
            hook_event_name: 'postToolUseFailure',
            error_message: error,
            failure_type: 'error',
            is_interrupt: cancelled === true,
          },
    replaced: () => undefined,
  },
  gemini: {
    after: ({ output, error }) => ({
      hook_event_name: 'AfterTool',
      tool_response: error === undefined ? { llmContent: output } : { llmContent: '', error: { message: error } },
    }),
    replaced: reply => (reply['decision'] === 'deny' ? reply['reason'] : undefined),
  },
  opencode: {
    after: ({ output, error }) => ({
      hook_event_name: 'tool.execute.after',
      ...(error === undefined ? { tool_output: output } : { tool_output: error, exit_code: 3 }),
    }),
    replaced: reply => reply['output'],
  },
  pi: {
    after: ({ output, error }) => ({
      hook_event_name: 'tool_result',
      tool_output: error ?? output,
      is_error: error !== undefined,
      has_ui: true,
    }),
    replaced: reply => reply['output'],
  },
};

/** Where a human sits, and a version that takes new arguments. */
const HOST = { env: { AI_AGENT: 'claude-code_2-1-330_harness' } };
const WORDS =
  /^(?:permissionDecisionReason|additionalContext|reason|systemMessage|agent_message|additional_context|deny|ask|text)$/u;
const ARGUMENTS = ['updatedInput', 'tool_input', 'updated_input', 'args'];

function membersOf(reply: object): readonly [string, unknown][] {
  return [reply, ...Object.values(reply)].flatMap(part =>
    typeof part === 'object' && part !== null ? Object.entries<unknown>(part) : [],
  );
}

/** Plays a runtime as its hooks see it: what it writes before and after calls, and what it makes of the replies. */
async function playHook(runtime: Runtime, play: Play): Promise<Played> {
  const { engine, calls, sessionId = 's', shaper, asking } = play;
  const ending = ENDINGS[runtime.name];
  if (ending === undefined) throw new Error(`the table has no events of \`${runtime.name}\``);
  const options = {
    engine: () => engine,
    host: HOST,
    ...(shaper && { shaper }),
    ...(asking && { asking: () => asking }),
  };
  const { run, ran } = toolOf(play);
  const asked = new Set<string>();
  const told: unknown[] = [];
  const facts = {
    session_id: sessionId,
    conversation_id: sessionId,
    cwd: '/project',
    ...(play.agent && { agent_id: play.agent.id, agent_type: play.agent.type }),
  };
  const ask = async (event: unknown): Promise<Readonly<Record<string, unknown>>> =>
    (await answerEvent(runtime, event, options)) as Readonly<Record<string, unknown>>;
  const before = await Promise.all(
    calls.map(async call => {
      const sample = runtime.sample({ tool: 'Tool', input: call.args, cwd: '/project', sessionId, callId: call.id });
      const reply = await ask(play.faulty === true ? ['no', 'event'] : { ...sample, ...facts });
      const members = membersOf(reply);
      told.push(...members.flatMap(([name, value]) => (WORDS.test(name) && typeof value === 'string' ? [value] : [])));
      const rewritten = members.find(([name]) => ARGUMENTS.includes(name))?.[1] as Args | undefined;
      return { call, rewritten, said: runtime.readReply(reply) };
    }),
  );
  if (before.some(({ said }) => said === 'ask') && play.answer !== undefined) await play.meanwhile?.();
  for (const { call, rewritten, said } of before) {
    if (said === 'ask' && play.answer === undefined) asked.add(call.id);
    if (said === 'stop' || (said === 'ask' && play.answer !== 'yes')) continue;
    const args = rewritten ?? call.args;
    const end = await endOf(() => run(call.id, args), play.cancelled === true);
    if (play.vanishes === true) continue;
    const event = { tool_name: 'Tool', tool_input: args, ...facts, ...ending.after(end) };
    const reply = await ask({ ...event, ...(runtime.capabilities.hasCallId && { tool_use_id: call.id }) });
    const shown = ending.replaced(reply) ?? (end.error === undefined ? end.output : end.error);
    told.push(
      shown,
      membersOf(reply).flatMap(([name, value]) => (name === 'additionalContext' ? [value] : [])),
    );
  }
  const refused = before.filter(({ said }) => said === 'ask' && play.answer === 'no');
  if (ending.batch === true && refused.length > 0)
    await ask({
      hook_event_name: 'PostToolBatch',
      ...facts,
      tool_calls: refused.map(({ call }) => ({ tool_name: 'Tool', tool_input: call.args, tool_use_id: call.id })),
    });
  return playedOf(
    play,
    ran,
    asked,
    told.filter(part => part !== 'done'),
  );
}

async function endOf(run: () => unknown, isCancelled: boolean): Promise<End> {
  try {
    return { output: await run() };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error), cancelled: isCancelled };
  }
}

/** A function of a host that shows its model what is thrown, and asks a human where it can. */
const playFunction: Player = async play => {
  const { engine, shaper, sessionId = 's', answer, asking } = play;
  const { run, ran } = toolOf(play);
  const asked = new Set<string>();
  const told: unknown[] = [];
  const one = async ({ id, args }: Play['calls'][number]): Promise<void> => {
    const tool = guarded((given: Args) => run(id, given), {
      engine,
      tool: 'Tool',
      notify: texts => told.push(...texts),
      toAction: given => {
        if (play.faulty === true) throw new Error('there is no session');
        return { kind: 'tool', payload: given, sessionId, callId: id };
      },
      ...(shaper && { shape: shaper }),
    });
    try {
      told.push(await tool(args));
    } catch (error) {
      told.push(String(error));
      if (!(error instanceof ActionBlockedError) || error.evaluation.enforced !== 'ask') return;
      if (asking !== undefined) return void told.push(`licet approve ${error.evaluation.approval?.code}`);
      if (answer === undefined) return void asked.add(id);
      await play.meanwhile?.();
      told.push(await error.resume?.({ granted: answer === 'yes', by: 'ann' }).catch((again: unknown) => String(again)));
    }
  };
  await Promise.all(play.calls.map(one));
  return playedOf(
    play,
    ran,
    asked,
    told.filter(part => part !== 'done'),
  );
};

/** How the rows without an SDK are played, by the name of the runtime. */
export async function ownPlayers(): Promise<Readonly<Record<string, Player>>> {
  const loaded = await Promise.all(Object.values(runtimes).map(load => load()));
  const hooked = loaded.map((runtime): [string, Player] => [runtime.name, play => playHook(runtime, play)]);
  return { ...Object.fromEntries(hooked), function: playFunction };
}
