import { ActionBlockedError, guarded } from '@licet/adapters/function';
import { answerEvent } from '@licet/adapters/runtimes';

import { hosts } from '../../hosts/index.ts';
import type { End } from '../../hosts/host.ts';
import type { Args, Play, Played, Player } from './row.ts';
import { playedOf, toolOf } from './row.ts';

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
async function playHook({ runtime, ...ending }: (typeof hosts)[number], play: Play): Promise<Played> {
  const { engine, calls, sessionId = 's', shaper, asking } = play;
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
export function ownPlayers(): Readonly<Record<string, Player>> {
  const hooked = hosts.map((host): [string, Player] => [host.runtime.name, play => playHook(host, play)]);
  return { ...Object.fromEntries(hooked), function: playFunction };
}
