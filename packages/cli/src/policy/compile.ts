import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

import type { CompiledPolicy } from '@licet/core';
import { celCondition } from '@licet/core/cel';
import type { PolicyIssue } from '@licet/core/yaml';
import { PolicyLoadError, loadPolicy } from '@licet/core/yaml';
import { shortForms } from '@licet/guards';
import { homedir } from 'node:os';

import { registry } from './registry.ts';

export { celCondition };

/** What came of reading a policy: the compiled policy and what is doubtful about it, or everything that is wrong with it. */
export type Compiled =
  | { readonly compiled: CompiledPolicy; readonly warnings: readonly PolicyIssue[] }
  | { readonly issues: readonly PolicyIssue[] };

/**
 * Reads the text of a policy. Only data comes back: a guard that is built in one bundle means nothing in another.
 * `file` is absolute; relative patterns and includes start from its folder.
 */
export function compilePolicy(text: string, file: string): Compiled {
  try {
    const { compiled, warnings } = loadPolicy(text, {
      registry: registry(),
      root: dirname(file),
      home: homedir(),
      file,
      include,
      shortForms,
    });
    return { compiled, warnings };
  } catch (error) {
    if (error instanceof PolicyLoadError) return { issues: error.issues };
    throw error;
  }
}

function include(name: string, from: string): { readonly text: string; readonly file: string } | undefined {
  const file = resolve(dirname(from), name);
  try {
    return { text: readFileSync(file, 'utf8'), file };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
