import { writeFileSync } from 'node:fs';

import { escapeText } from '@licet/core';
import type { AccessLevel } from '@licet/guards';

import type { Terminal } from '@licet/core/command';
import { PolicyError } from '../exit.ts';
import { confirmed, requireHuman } from '../human.ts';
import { findPolicy } from '../policy/findPolicy.ts';
import { readText } from '../policy/readPolicy.ts';
import type { AccessEntry } from '../policy/editAccess.ts';

interface Options {
  readonly policy?: string;
  readonly yes?: boolean;
  readonly dryRun?: boolean;
}

/** Gives a path its access in the policy's `access` map. What changes is shown first, and comments are kept. */
export async function access(path: string, wanted: AccessLevel, options: Options, terminal: Terminal): Promise<number> {
  return change('licet access', [[path, wanted]], options, terminal);
}

/** Closes paths: nothing in them is read or changed. */
export async function protect(paths: readonly string[], options: Options, terminal: Terminal): Promise<number> {
  return change(
    'licet protect',
    paths.map((path): [string, AccessLevel] => [path, 'no-access']),
    options,
    terminal,
  );
}

async function change(
  command: string,
  entries: readonly AccessEntry[],
  { policy, yes = false, dryRun = false }: Options,
  { print }: Terminal,
): Promise<number> {
  if (!dryRun) requireHuman({ command, yes });
  const file = findPolicy(policy);
  const before = readText(file);
  const { editAccess, lineDiff } = await import('../policy/editAccess.ts');
  const after = editAccess(before, entries);
  if (after === before) {
    print(`${file} already has these entries`);
    return 0;
  }
  await checkLoads(after, file);
  for (const line of lineDiff(before, after)) print(escapeText(line));
  if (dryRun) print('nothing was written');
  else if (yes || (await confirmed(`change ${file}?`))) {
    writeFileSync(file, after);
    print(`changed ${file}`);
  } else print('nothing was written');
  return 0;
}

async function checkLoads(text: string, file: string): Promise<void> {
  const { compilePolicy } = await import('../policy/compile.ts');
  const result = compilePolicy(text, file);
  if ('issues' in result)
    throw new PolicyError(
      'policy_invalid',
      `the policy would not load with this: line ${result.issues[0]?.line}: ${result.issues[0]?.message}`,
      result.issues,
    );
}
