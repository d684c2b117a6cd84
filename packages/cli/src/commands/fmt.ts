import { writeFileSync } from 'node:fs';

import { jsonText, UsageError, isStdin } from '@licet/core/command';
import type { Terminal } from '@licet/core/command';
import { PolicyError } from '../exit.ts';
import type { KeptPolicy } from '../policy/cache.ts';
import type { Compiled } from '../policy/compile.ts';
import { findPolicy } from '../policy/findPolicy.ts';
import { readText } from '../policy/readPolicy.ts';

interface Options {
  readonly check?: boolean;
  readonly json?: boolean;
}

/** Some file is not in the form that `fmt` writes. */
const UNFORMATTED = 1;

/** Formats policies; standard input is printed. With `check` it only names the files that would change, and returns 1. */
export async function fmt(
  named: readonly string[],
  { check = false, json = false }: Options,
  terminal: Terminal,
): Promise<number> {
  const files = (named.length === 0 ? [undefined] : named).map(name => findPolicy(name));
  const { compilePolicy, formatPolicy } = await import('../policy/compile.ts');
  const changed: { readonly file: string; readonly written: string }[] = [];
  for (const file of files) {
    const text = readText(file);
    const written = formatPolicy(text);
    if (isStdin(file) && !check && !json) terminal.print(written.trimEnd());
    if (written === text) continue;
    checkSame(compilePolicy(text, file), compilePolicy(written, file), file);
    changed.push({ file, written });
  }
  for (const { file, written } of changed) {
    if (!check && !isStdin(file)) writeFileSync(file, written);
    if (!json && (check || !isStdin(file))) terminal.print(check ? `${file}: not formatted` : `${file}: formatted`);
  }
  if (json) terminal.print(jsonText(files.map(file => ({ file, isChanged: changed.some(each => each.file === file) }))));
  return check && changed.length > 0 ? UNFORMATTED : 0;
}

/** A policy that does not load is not touched, nor is one that would say something else. */
function checkSame(was: Compiled, is: Compiled, file: string): void {
  if ('issues' in was) {
    const [first] = was.issues;
    throw new PolicyError(
      'policy_invalid',
      `the policy \`${file}\` does not load: line ${first?.line}: ${first?.message}: run \`licet validate\``,
      was.issues,
    );
  }
  const isSame = !('issues' in is) && JSON.stringify(wordsOf(is)) === JSON.stringify(wordsOf(was));
  if (!isSame) throw new UsageError(`\`${file}\` would say something else when it is formatted: it was left as it is`);
}

/** The meaning of a policy, wherever its parts are in the file. */
const wordsOf = ({ compiled: { policy, settings }, policyDigest }: KeptPolicy): object => ({ policy, settings, policyDigest });
