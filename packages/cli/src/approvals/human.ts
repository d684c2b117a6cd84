import { userInfo } from 'node:os';

import { UsageError } from '../exit.ts';

/** The variables that agent runtimes set for the commands that they run. */
const AGENT_VARIABLES = [
  'CLAUDECODE',
  'CLAUDE_CODE_SESSION_ID',
  'CLAUDE_CODE_ENTRYPOINT',
  'CODEX_SANDBOX',
  'CODEX_THREAD_ID',
  'GEMINI_CLI',
  'COPILOT_CLI',
  'CURSOR_AGENT',
  'OPENCODE',
  'AI_AGENT',
] as const;

/** Where a command runs, as far as it matters who is there. */
export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether standard input is a terminal. */
  readonly hasTerminal: boolean;
}

/** The surroundings of this process. */
export function surroundings(): Surroundings {
  return { env: process.env, hasTerminal: process.stdin.isTTY === true };
}

/** Returns the variable that gives away an agent's shell. */
export function agentVariable({ env }: Surroundings): string | undefined {
  return AGENT_VARIABLES.find(name => (env[name] ?? '') !== '');
}

/**
 * Refuses to go on where no human can be: without a terminal. In an agent's shell a terminal is not enough to do without
 * the question (`--yes`). This keeps honest agents honest; what keeps the others is `self_protection` in the policy.
 */
export function requireHuman(place: Surroundings, answersUnasked: boolean): void {
  const variable = agentVariable(place);
  if (!place.hasTerminal) {
    const why =
      variable === undefined ? 'standard input is no terminal' : `this is the shell of an agent (\`${variable}\` is set)`;
    throw new UsageError(`only a human may answer, and ${why}: run it in a terminal of your own`);
  }
  if (variable !== undefined && answersUnasked)
    throw new UsageError(`\`--yes\` does not work in the shell of an agent (\`${variable}\` is set): leave it out, and answer`);
}

/** The user of the operating system. */
export function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    throw new UsageError('the operating system has no name for this user: say who answers with `--as NAME`');
  }
}
