import { ActionBlockedError, guarded } from '@licet/adapters/function';
import { answer, claudeCode } from '@licet/adapters/claude-code';
import type { HookReply } from '@licet/adapters/claude-code';
import type { PolicyEngine } from '@licet/core';

import { describeAdapter } from './adapters.ts';
import type { Driven } from './adapters.ts';

type Args = Readonly<Record<string, unknown>>;

async function callGuarded(engine: PolicyEngine, args: Args, toAction?: () => never): Promise<Driven> {
  const told: string[] = [];
  let ranWith: Args | undefined;
  const tool = guarded(
    (given: Args) => {
      ranWith = given;
      if (given['fail'] === true) throw new Error('broken');
      return 'done';
    },
    { engine, tool: 'tool', notify: texts => told.push(...texts), ...(toAction !== undefined && { toAction }) },
  );
  try {
    await tool(args);
  } catch (error) {
    if (error instanceof ActionBlockedError) return { ended: 'stopped', told: error.message };
  }
  return {
    ended: ranWith === undefined ? 'stopped' : 'ran',
    told: told.join(' '),
    ...(ranWith !== undefined && { args: ranWith }),
  };
}

describeAdapter({
  name: 'function',
  capabilities: {
    canAsk: false,
    canRewriteArgs: true,
    canRewriteOutput: false,
    canInjectContext: true,
    failClosed: true,
    hasCallId: false,
    reportsOutcome: true,
    reportsExitCode: false,
  },
  meets: ['rewrite', 'notices'],
  drive: callGuarded,
  driveMalformed: engine =>
    callGuarded(engine, {}, () => {
      throw new Error('no action');
    }),
});

let calls = 0;

/** Plays Claude Code: asks the hook, runs the tool when it has no objection, and tells the hook what became of it. */
async function callThroughHook(engine: PolicyEngine, args: Args): Promise<Driven> {
  const call = { session_id: 's', cwd: '/project', tool_name: 'Tool', tool_input: args, tool_use_id: `toolu_${++calls}` };
  const options = { engine: () => engine };
  const reply = await answer({ ...call, hook_event_name: 'PreToolUse' }, options);
  const driven = read(reply, args);
  if (driven.ended !== 'ran') return driven;
  await answer(
    args['fail'] === true
      ? { ...call, hook_event_name: 'PostToolUseFailure', error: 'Exit code 3\nbroken' }
      : { ...call, hook_event_name: 'PostToolUse', tool_response: { stdout: 'done' } },
    options,
  );
  return driven;
}

function read({ hookSpecificOutput: said }: HookReply, args: Args): Driven {
  const told = [said?.permissionDecisionReason, said?.additionalContext].filter(text => text !== undefined).join(' ');
  const ended = said?.permissionDecision === undefined ? 'ran' : said.permissionDecision === 'ask' ? 'asked' : 'stopped';
  return { ended, told, args: said?.updatedInput ?? args };
}

describeAdapter({
  name: 'claude-code',
  capabilities: claudeCode.capabilities,
  meets: ['rewrite', 'notices'],
  drive: callThroughHook,
  driveMalformed: async engine => read(await answer(['not', 'an', 'event'], { engine: () => engine }), {}),
});
