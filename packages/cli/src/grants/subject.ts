import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';

import { PathPatternError, compilePattern, nodeFiles, resolvePath } from '@licet/effects/places';
import { GRANT_KINDS } from '@licet/guards/state';
import type { Grant, GrantKind } from '@licet/guards/state';

import { UsageError } from '@licet/core/command';

/** What a grant is about. */
export type Subject = Pick<Grant, 'path' | 'resolved' | 'pattern' | 'kinds' | 'command' | 'cwd' | 'digest'>;

/** Reads what may be done to the files: `read,write`. */
export function kindsOf(text: string): readonly GrantKind[] {
  const names = text.split(',').map(name => name.trim());
  const unknown = names.find(name => !(GRANT_KINDS as readonly string[]).includes(name));
  if (unknown !== undefined)
    throw new UsageError(`expected \`${GRANT_KINDS.join('`, `')}\` after \`--to\`, divided by commas, found \`${unknown}\``);
  return [...new Set(names)] as readonly GrantKind[];
}

/**
 * Returns what a path of the command line means: one file, where it leads now, or the files of a pattern. A name
 * that exists is that file, even if it looks like a pattern. A folder must be written as one: `config/`.
 */
export function fileSubject(text: string, kinds: readonly GrantKind[], cwd: string): Subject {
  const path = resolve(cwd, text).normalize('NFC');
  const found = statSync(path, { throwIfNoEntry: false });
  if (text.endsWith('/')) return { pattern: `${escaped(path)}/**`, kinds };
  if (found?.isDirectory() === true)
    throw new UsageError(`\`${text}\` is a folder: write \`${text}/\` for everything in it, or name a file`);
  if (found === undefined && /[*?[\]{}]/.test(text)) return { pattern: patternOf(text, cwd), kinds };
  return { path, resolved: resolvePath(path, nodeFiles()).normalize('NFC'), kinds };
}

/** Returns what a shell command means: that very text, in that very folder. */
export function commandSubject(command: string, cwd: string): Subject {
  if (command.trim() === '') throw new UsageError('expected a command after `--for-command`, found nothing');
  return { command, cwd };
}

/** Returns what a digest means. */
export function digestSubject(digest: string): Subject {
  if (!/^[0-9a-f]{64}$/.test(digest))
    throw new UsageError(`expected the digest of an action after \`--for-action\`, 64 hexadecimal digits, found \`${digest}\``);
  return { digest };
}

function escaped(path: string): string {
  return path.replaceAll(/[\\*?[\]{}()]/g, String.raw`\$&`);
}

function patternOf(text: string, cwd: string): string {
  const pattern = isAbsolute(text) ? text : join(escaped(cwd), text);
  try {
    compilePattern(pattern, { root: cwd, home: homedir(), mode: 'grant' });
    return pattern;
  } catch (error) {
    if (error instanceof PathPatternError) throw new UsageError(error.message);
    throw error;
  }
}
