import type { HookReply, ToolCall } from '@licet/adapters/claude-code';
import { answer, refuse } from '@licet/adapters/claude-code';
import type { Json } from '@licet/core';

import { findPolicy } from '../policy/findPolicy.ts';
import { openEngine } from '../policy/openEngine.ts';
import type { OpenedPolicy } from '../policy/openEngine.ts';
import { readPolicy } from '../policy/readPolicy.ts';
import { readInput } from './readInput.ts';

/** After how many milliseconds the hook answers no by itself. Lies below the timeout that `init` gives the host. */
export const DEADLINE_MS = 20_000;

/** Decides about one event of a runtime: reads it from standard input, and replies once. */
export async function hook(args: readonly string[], reply: (reply: object) => void): Promise<void> {
  const [runtime, ...rest] = args;
  reply(runtime === 'claude-code' ? await claudeCodeReply(rest) : unknownRuntime(runtime));
  process.exit();
}

async function claudeCodeReply(args: readonly string[]): Promise<HookReply> {
  let input: unknown;
  try {
    input = readInput();
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  }
  let opened: OpenedPolicy | undefined;
  return answer(input, {
    deadlineMs: DEADLINE_MS,
    engine: async () => {
      const file = findPolicy(namedPolicy(args), process.env['CLAUDE_PROJECT_DIR'] ?? process.cwd());
      opened = await openEngine(await readPolicy(file, true), { file, records: true, runtime: 'claude-code' });
      return opened.engine;
    },
    asking: () => {
      const approvals = opened?.settings.approvals;
      return {
        channel: isHeadless(process.env) ? 'out_of_band' : (approvals?.channel ?? 'runtime'),
        isReachable: approvals?.store !== 'memory',
      };
    },
    tidy: call => undeclared(call, opened?.grounding),
  });
}

/** `claude -p` has nobody to ask: it turns a question into a denial that says nothing of a way out. */
function isHeadless(env: NodeJS.ProcessEnv): boolean {
  return env['CLAUDE_CODE_ENTRYPOINT'] === 'sdk-cli';
}

/** A shell command that the user is asked about is shown, and runs, without what it declares to the policy. */
function undeclared(
  { tool_name, tool_input }: ToolCall,
  grounding: OpenedPolicy['grounding'],
): Readonly<Record<string, Json>> | undefined {
  const { command: written } = tool_input;
  const command = tool_name === 'Bash' && typeof written === 'string' ? grounding?.withoutDeclaration(written) : undefined;
  return command === undefined ? undefined : { ...(tool_input as Readonly<Record<string, Json>>), command };
}

function namedPolicy(args: readonly string[]): string | undefined {
  if (args.length === 0) return undefined;
  const [flag, file, ...rest] = args;
  if (flag !== '--policy' || file === undefined || file === '' || rest.length > 0)
    throw new Error(`expected \`hook claude-code [--policy FILE]\`, found \`${args.join(' ')}\``);
  return file;
}

function unknownRuntime(runtime: string | undefined): HookReply {
  return refuse(`there is no hook for \`${runtime ?? ''}\`, only for \`claude-code\``);
}
