import { ActionBlockedError, guarded } from '@licet/adapters/function';
import { answerEvent, runtimes } from '@licet/adapters/runtimes';
import type { Runtime } from '@licet/adapters/runtimes';
import type { Obligations, OutcomeStatus } from '@licet/core';
import { PolicyEngine, guard, memoryAudit, pass } from '@licet/core';
import { Budget } from '@licet/guards';
import { describe, expect, it } from 'vitest';

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
    canTellAtStop: false,
    namesAgents: false,
  },
  meets: ['rewrite', 'notices'],
  drive: callGuarded,
  driveMalformed: engine =>
    callGuarded(engine, {}, () => {
      throw new Error('no action');
    }),
});

let calls = 0;

/** What a runtime writes after a call that returned `done`, or that failed with `broken`. */
interface Ending {
  readonly after: (args: Args, isFailure: boolean) => object;
  readonly ends: readonly [OutcomeStatus, OutcomeStatus];
  readonly meets: readonly (keyof Obligations)[];
}

const named = (hook_event_name: string, tool_input: Args, more: object): object => ({
  hook_event_name,
  session_id: 's',
  conversation_id: 's',
  cwd: '/project',
  tool_name: 'Tool',
  tool_input,
  ...more,
});

const ENDINGS: Readonly<Record<string, Ending>> = {
  'claude-code': {
    after: (args, isFailure) =>
      isFailure
        ? named('PostToolUseFailure', args, { error: 'Exit code 3\nbroken' })
        : named('PostToolUse', args, { tool_response: { stdout: 'done' } }),
    ends: ['ok', 'error'],
    meets: ['rewrite', 'notices'],
  },
  codex: {
    after: (args, isFailure) => named('PostToolUse', args, { tool_response: isFailure ? 'broken' : 'done' }),
    ends: ['unknown', 'unknown'],
    meets: ['notices'],
  },
  copilot: {
    after: (args, isFailure) =>
      isFailure
        ? named('PostToolUseFailure', args, { error: 'broken' })
        : named('PostToolUse', args, { tool_result: { result_type: 'success', text_result_for_llm: 'done' } }),
    ends: ['ok', 'error'],
    meets: ['rewrite', 'notices'],
  },
  cursor: {
    after: (args, isFailure) =>
      isFailure
        ? named('postToolUseFailure', args, { error_message: 'broken', failure_type: 'error' })
        : named('postToolUse', args, { tool_output: 'done' }),
    ends: ['ok', 'error'],
    meets: ['rewrite', 'notices'],
  },
  gemini: {
    after: (args, isFailure) =>
      named('AfterTool', args, {
        tool_response: isFailure ? { llmContent: '', error: { message: 'broken' } } : { llmContent: 'done' },
      }),
    ends: ['ok', 'error'],
    meets: ['rewrite'],
  },
  opencode: {
    after: (args, isFailure) =>
      named('tool.execute.after', args, isFailure ? { tool_output: 'broken', exit_code: 3 } : { tool_output: 'done' }),
    ends: ['ok', 'error'],
    meets: ['rewrite'],
  },
};

/** Plays a runtime: asks the hook, runs the tool when it has no objection, and tells the hook what became of it. */
async function callThroughHook(runtime: Runtime, engine: PolicyEngine, args: Args): Promise<Driven> {
  const callId = `call_${++calls}`;
  const options = { engine: () => engine };
  const sample = runtime.sample({ tool: 'Tool', input: args, cwd: '/project', sessionId: 's', callId });
  const driven = read(runtime, await answerEvent(runtime, sample, options), args);
  if (driven.ended !== 'ran') return driven;
  const after = ENDINGS[runtime.name]?.after(args, args['fail'] === true);
  await answerEvent(runtime, { ...after, ...(runtime.capabilities.hasCallId && { tool_use_id: callId }) }, options);
  return driven;
}

const WORDS = /^(?:permissionDecisionReason|additionalContext|reason|systemMessage|agent_message|additional_context|deny|text)$/u;
const ARGUMENTS = ['updatedInput', 'tool_input', 'updated_input', 'args'];

function read(runtime: Runtime, reply: object, args: Args): Driven {
  const members = [reply, ...Object.values(reply)].flatMap(part =>
    typeof part === 'object' && part !== null ? Object.entries<unknown>(part) : [],
  );
  const told = members.flatMap(([key, value]) => (WORDS.test(key) && typeof value === 'string' ? [value] : [])).join(' ');
  const rewritten = members.find(([key]) => ARGUMENTS.includes(key))?.[1] as Args | undefined;
  const ended = ({ stop: 'stopped', ask: 'asked', run: 'ran' } as const)[runtime.readReply(reply)];
  return { ended, told, args: rewritten ?? args };
}

for (const load of Object.values(runtimes)) {
  const runtime = await load();
  const ending = ENDINGS[runtime.name];
  if (ending === undefined) throw new Error(`the contract has no row for \`${runtime.name}\``);
  describeAdapter({
    name: runtime.name,
    capabilities: runtime.capabilities,
    meets: ending.meets,
    ends: ending.ends,
    drive: (engine, args) => callThroughHook(runtime, engine, args),
    driveMalformed: async engine =>
      read(runtime, await answerEvent(runtime, ['not', 'an', 'event'], { engine: () => engine }), {}),
  });

  describe(`the descriptor of ${runtime.title}`, () => {
    it('gives a reason for everything that it cannot do, and for nothing else', () => {
      const cannot = Object.entries(runtime.capabilities).flatMap(([name, can]) => (can ? [] : [name]));

      expect(Object.keys(runtime.gaps).sort()).toEqual(cannot.sort());
    });

    it('answers every fault after a call without a stop', async () => {
      for (const [name, phase] of Object.entries(runtime.events)) {
        if (phase === 'before') continue;
        const reply = await answerEvent(runtime, { hook_event_name: name }, { engine: () => expect.fail('no engine') });
        expect(runtime.readReply(reply)).toBe('run');
        expect(reply).not.toHaveProperty('continue');
      }
    });

    it('counts every call by itself, in parallel too, and gives back nothing that ran', async () => {
      const engine = new PolicyEngine(Budget({ max: 3, per: 'session' }), { audit: memoryAudit() });
      const ended = await Promise.all([1, 2, 3, 4, 5].map(() => callThroughHook(runtime, engine, { same: true })));

      expect(ended.map(each => each.ended).sort()).toEqual(['ran', 'ran', 'ran', 'stopped', 'stopped']);
    });

    it('replaces an output in the words of the runtime, or does not let the call run', async () => {
      const engine = new PolicyEngine(guard('redacts', () => pass({ obligations: { redact: ['x'] } })));
      const shape = (output: unknown) => ({
        output: JSON.parse(JSON.stringify(output).replace('done', 'HIDDEN')) as unknown,
        rules: ['x'],
      });
      const options = { engine: () => engine, shaper: { meets: ['redact'] as const, shape } };
      const sample = runtime.sample({ tool: 'Tool', input: {}, cwd: '/project', sessionId: 's', callId: 'redacted' });
      const before = runtime.readReply(await answerEvent(runtime, sample, options));
      if (!runtime.capabilities.canRewriteOutput) return expect(before).toBe('stop');
      expect(before).toBe('run');
      const reply = await answerEvent(runtime, { ...ending.after({}, false), tool_use_id: 'redacted' }, options);

      expect(JSON.stringify(reply)).toContain('HIDDEN');
      expect(JSON.stringify(reply)).not.toContain('done');
    });
  });
}
