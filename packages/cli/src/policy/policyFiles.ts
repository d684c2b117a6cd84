import { realpathSync } from 'node:fs';

/** The names under which a policy is looked for. */
export const POLICY_FILES = ['governance.yaml', 'governance.yml'] as const;

/** The path of a file or folder without links; the path itself where there is nothing. */
export function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
