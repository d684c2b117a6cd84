import { userInfo } from 'node:os';
import { createInterface } from 'node:readline/promises';

import { runtimePlaces } from '@licet/effects/places';

import { UsageError } from '@licet/core/command';
import { servedUser } from './policy/licetHome.ts';

const AGENT_VARIABLES: readonly string[] = Object.values(runtimePlaces).flatMap(({ variables }) => variables);

/** Tells whether an agent runtime sets a variable for the commands that it runs. */
const isOfAgent = (name: string): boolean =>
  AGENT_VARIABLES.some(known => (known.endsWith('*') ? name.startsWith(known.slice(0, -1)) : name === known));

/** Where a command runs, as far as it matters who is there. */
export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether standard input is a terminal. */
  readonly hasTerminal: boolean;
}

/** The surroundings of this process. */
export function surroundings(): Surroundings {
  // A person who reaches the service to answer has been asked at a terminal, and the operating system says who it is.
  if (servedUser()?.human !== undefined) return { env: {}, hasTerminal: true };
  return { env: process.env, hasTerminal: process.stdin.isTTY === true };
}

/** What only a human may do. */
interface HumanDeed {
  /** The command, as it is typed: `licet reset`. */
  readonly command: string;
  /** Whether `--yes` was said; undefined for a command that needs a terminal whatever is said. */
  readonly yes?: boolean;
}

/**
 * Refuses to go on where no human can be: in the shell of an agent, whatever else is said, and without a terminal, unless
 * the command can do with `--yes` and it was said. This keeps honest agents honest; what keeps the others is `self_protection` in the policy.
 */
export function requireHuman({ command, yes }: HumanDeed, { env, hasTerminal }: Surroundings = surroundings()): void {
  const variable = Object.keys(env).find(name => isOfAgent(name) && (env[name] ?? '') !== '');
  if (variable !== undefined)
    throw new UsageError(
      `\`${command}\` is for a human, and \`${variable}\` says that an agent runs this shell: use a terminal of your own`,
    );
  if (hasTerminal || yes === true) return;
  const unasked = yes === undefined ? '' : ', or say `--yes` to go on without being asked';
  throw new UsageError(`\`${command}\` is for a human, and there is no terminal to ask on: run it in one${unasked}`);
}

/** Asks a question on the terminal. Anything but a yes is a no. */
export async function confirmed(question: string): Promise<boolean> {
  const served = servedUser();
  if (served !== undefined) return served.confirm?.(question) === true;
  const prompt = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(?:es)?$/iu.test((await prompt.question(`${question} [y/N] `)).trim());
  } finally {
    prompt.close();
  }
}

/** The user of the operating system: the name, or `uid:1234` where it has none, as in a container under a number. */
export function systemUser(nameOf: () => string = () => userInfo().username): string {
  const served = servedUser();
  if (served?.human !== undefined) return served.human;
  try {
    return nameOf();
  } catch {
    return `uid:${process.getuid?.() ?? 'unknown'}`;
  }
}
