import { UsageError } from '../exit.ts';

/** What a process knows about who started it. */
export interface Caller {
  /** Whether a person sits at both ends: standard input and standard output are a terminal. */
  readonly isTerminal: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** What the runtimes put into the environment of the commands that their agents run. */
const AGENT_VARIABLES = [
  'CLAUDECODE',
  'CLAUDE_CODE_SESSION_ID',
  'CLAUDE_CODE_ENTRYPOINT',
  'CODEX_SANDBOX',
  'CURSOR_AGENT',
  'GEMINI_CLI',
  'OPENCODE',
];

/** Returns what this process knows about who started it. */
export function thisCaller(): Caller {
  return { isTerminal: process.stdin.isTTY && process.stdout.isTTY, env: process.env };
}

/** Throws unless a person seems to be calling: an agent may not make an exception for itself. */
export function requireHuman({ isTerminal, env }: Caller): void {
  const sign = AGENT_VARIABLES.find(name => env[name] !== undefined);
  if (sign !== undefined)
    throw new UsageError(
      `an agent runs this, as \`${sign}\` says: only a person may make an exception, in a terminal of their own`,
    );
  if (!isTerminal) throw new UsageError('only a person may make an exception: run this in a terminal, without a pipe');
}
