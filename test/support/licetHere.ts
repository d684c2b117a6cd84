import { main } from 'licet/source/main.ts';
import { vi } from 'vitest';

import { TEST_HOME } from './cli.ts';
import type { Ended } from './cli.ts';

/** Runs the command line in a folder, in this process: what it does is covered, and is loaded once. Its standard input is empty. */
export async function licetHere(cwd: string, args: readonly string[]): Promise<Ended> {
  const [out, err]: [string[], string[]] = [[], []];
  const terminal = {
    print: (text: string) => void out.push(`${text}\n`),
    complain: (text: string) => void err.push(`${text}\n`),
    hasColor: false,
  };
  const folder = vi.spyOn(process, 'cwd').mockReturnValue(cwd);
  vi.stubEnv('HOME', TEST_HOME);
  try {
    const status = await main(args, terminal);
    return { status, signal: null, stdout: out.join(''), stderr: err.join('') };
  } finally {
    vi.unstubAllEnvs();
    folder.mockRestore();
  }
}
