import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

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

/** Runs the command line in a folder. */
export function licet(
  cwd: string,
  args: readonly string[],
  input: string | Buffer = '',
  bundle: string = BUNDLE,
  more: Readonly<Record<string, string>> = {},
): Ended {
  const env = { ...humanEnv(), NO_COLOR: '1', HOME: join(tmpdir(), 'licet-no-home'), ...more };
  const { status, signal, stdout, stderr, error } = spawnSync(process.execPath, [bundle, ...args], {
    cwd,
    input,
    env,
    encoding: 'utf8',
    timeout: 100_000,
    maxBuffer: 1 << 28,
  });
  if (error !== undefined && signal === null && (error as NodeJS.ErrnoException).code !== 'EPIPE') throw error;
  return { status, signal, stdout, stderr };
}

/** Makes an empty project with a policy, and returns its folder. */
export function project(policy?: string): string {
  const root = mkdtempSync(join(tmpdir(), 'licet-test-'));
  if (policy !== undefined) writeFileSync(join(root, 'governance.yaml'), policy);
  return root;
}
