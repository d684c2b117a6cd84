import { statSync } from 'node:fs';

/** What of the world of this process a judgement goes by. Folders are named with what they are: in a container the same path is another one. */
export function worldHere(): { readonly env: NodeJS.ProcessEnv; readonly cwd: string; readonly sees: readonly string[] } {
  const cwd = process.cwd();
  return { env: process.env, cwd, sees: ['/', cwd].map(identityOf) };
}

/** Tells a folder from any other one of this machine. */
export function identityOf(folder: string): string {
  const { dev, ino } = statSync(folder);
  return `${dev}:${ino}`;
}
