import { realpathSync } from 'node:fs';
import { basename, dirname } from 'node:path';

/** What this process runs from, and an agent must not change: Node itself, and the folder of the bundle if it is one. */
export function ownProgram(node: string = process.execPath, script: string | undefined = process.argv[1]): readonly string[] {
  if (script === undefined) return [node];
  try {
    const real = realpathSync(script);
    return /^licet[^/\\]*\.[cm]?js$/.test(basename(real)) ? [node, script, dirname(real)] : [node];
  } catch {
    return [node];
  }
}
