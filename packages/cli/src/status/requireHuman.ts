import { UsageError } from '../exit.ts';

/** What agent runtimes set in the shells that they start. */
const AGENT_VARIABLES =
  /^(?:CLAUDECODE|CLAUDE_CODE_[A-Z_]+|CODEX_[A-Z_]+|GEMINI_CLI|COPILOT_AGENT[A-Z_]*|CURSOR_AGENT|OPENCODE|AI_AGENT)$/u;

/** Throws inside the shell of an agent: what only a human may do is not done there, whatever else is said. */
export function requireHuman(command: string, environment: Readonly<Record<string, string | undefined>>): void {
  const found = Object.keys(environment).find(name => AGENT_VARIABLES.test(name) && environment[name] !== '');
  if (found === undefined) return;
  throw new UsageError(
    `\`${command}\` is for a human, and \`${found}\` says that an agent runs this shell: use a terminal of your own`,
  );
}
