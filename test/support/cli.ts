import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { runLean } from './lean.ts';
import { isLongRun } from './longRuns.ts';
import { runStanding } from './standing.ts';

/** The bundle as it is shipped, and the one that knows the node `faulty`. */
export const BUNDLE: string = fileURLToPath(
  new URL('../../packages/cli/node_modules/.cache/test/cli/licet.cjs', import.meta.url),
);
export const FAULTY: string = fileURLToPath(
  new URL('../../packages/cli/node_modules/.cache/test/faulty/licet.cjs', import.meta.url),
);

/** How a process ended. */
export interface Ended {
  readonly status: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

const AGENT = /^(?:CLAUDE|GEMINI_CLI|CODEX|CURSOR_AGENT|COPILOT|OPENCODE|AI_AGENT)/u;

/** The environment of this process as a human has it, also where an agent runs the tests. */
export function humanEnv(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !AGENT.test(name)));
}

/** The home of commands that tests start, unless they name another one. */
export const TEST_HOME: string = join(tmpdir(), 'licet-no-home');

/** The environment of a command that a test starts. */
const envOf = (more: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv => ({
  ...humanEnv(),
  NO_COLOR: '1',
  HOME: TEST_HOME,
  ...more,
});

/** Runs the command line in a folder, in a new process. */
export function licet(
  cwd: string,
  args: readonly string[],
  input: string | Buffer = '',
  bundle: string = BUNDLE,
  more: Readonly<Record<string, string>> = {},
): Ended {
  return runLean({
    command: process.execPath,
    args: [bundle, ...args],
    cwd,
    input,
    env: envOf(more),
    // A long input is a long list of actions.
    timeout: 100_000 + input.length,
  });
}

/** Commands that end, stay or listen in their own way, and words that ask for the standard input. */
const OWN_PROCESS: ReadonlySet<string> = new Set(['resident', 'serve', 'watch', 'mcp', '--follow', '--watch', '-', '/dev/stdin']);

/**
 * Like {@link licet}, in one process that stays for the commands of all tests of a thread; in long runs hooks have a separate one. Code of a
 * project that such a process has imported it does not import again.
 */
export function command(...asked: Parameters<typeof licet>): Ended {
  const [cwd, args, input = '', bundle = BUNDLE, more] = asked;
  const isHook = args[0] === 'hook';
  const isOwn = isHook ? isLongRun : input.length > 0 || args.some(arg => OWN_PROCESS.has(arg));
  if (isOwn || bundle !== BUNDLE) return licet(...asked);
  return runStanding(bundle, { cwd, args, env: envOf(more), ...(isHook && { input: Buffer.from(input) }) });
}

/** Makes an empty project with a policy, and returns its folder. */
export function project(policy?: string): string {
  const root = mkdtempSync(join(tmpdir(), 'licet-test-'));
  if (policy !== undefined) writeFileSync(join(root, 'governance.yaml'), policy);
  return root;
}
