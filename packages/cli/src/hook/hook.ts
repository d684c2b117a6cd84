import type { HookReply } from '@licet/adapters/claude-code';
import { answer, refuse } from '@licet/adapters/claude-code';

import { findPolicy } from '../policy/findPolicy.ts';
import { openEngine } from '../policy/openEngine.ts';
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
  return answer(input, {
    deadlineMs: DEADLINE_MS,
    engine: async () => {
      const file = findPolicy(namedPolicy(args), process.env['CLAUDE_PROJECT_DIR'] ?? process.cwd());
      return (await openEngine(await readPolicy(file, true), { file, records: true })).engine;
    },
  });
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
