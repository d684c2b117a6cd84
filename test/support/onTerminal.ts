import { spawn, spawnSync } from 'node:child_process';

import { BUNDLE, humanEnv } from './cli.ts';

/** Whether `script` lends a terminal here. */
export const hasScript: boolean =
  process.platform === 'linux' && spawnSync('script', ['-qec', 'true', '/dev/null'], { stdio: 'ignore' }).status === 0;

const quoted = (words: readonly string[]): string => words.map(word => `'${word.replaceAll("'", `'\\''`)}'`).join(' ');

/** What a person types, and where. */
export interface Typed {
  readonly answer?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** The command is ended once it has said this. */
  readonly until?: RegExp;
  /** Called once when the question is on the terminal, before anything is typed. */
  readonly asked?: (kill: () => void) => void;
}

/** Runs a command of Licet on its own terminal, turns its pages, and types once it asks. */
export function onTerminal(
  cwd: string,
  args: readonly string[],
  { answer = '', env = {}, until, asked }: Typed = {},
): Promise<{ readonly status: number | null; readonly said: string }> {
  return new Promise(resolve => {
    const child = spawn('script', ['-qec', `exec ${quoted([process.execPath, BUNDLE, ...args])}`, '/dev/null'], {
      cwd,
      env: { ...humanEnv(), NO_COLOR: '1', ...env },
    });
    let said = '';
    let typing: NodeJS.Timeout | undefined;
    child.stdout.on('data', part => {
      said += String(part);
      if (until?.test(said) === true) child.kill('SIGKILL');
      if (said.endsWith('no: q --')) child.stdin.write(' ');
      if (!said.includes('[y/N]') || typing !== undefined) return;
      asked?.(() => child.kill('SIGKILL'));
      // What is typed in the first moment is not heard; how long that is, a busy machine decides.
      typing = setInterval(() => child.stdin.write(answer), 400);
    });
    child.stdin.on('error', () => undefined);
    child.on('exit', status => {
      clearInterval(typing);
      resolve({ status, said });
    });
  });
}
