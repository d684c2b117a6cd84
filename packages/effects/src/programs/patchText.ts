import { FILE_CHANGES } from '../uses.ts';
import type { FileChange } from '../uses.ts';

/** Characters of a patch whose reading costs one unit of work. */
export const CHARS_PER_PATCH_UNIT = 192;

/** One file that a patch names, and what becomes of it. */
export interface PatchStep {
  readonly path: string;
  readonly uses: readonly FileChange[];
}

const MOVED: readonly FileChange[] = [{ kind: 'delete', tags: ['moved'] }];

const changes: Readonly<Record<string, readonly FileChange[]>> = {
  Add: FILE_CHANGES.make,
  Update: FILE_CHANGES.update,
  Delete: FILE_CHANGES.delete,
};

/** `*** Add File: x`, `*** Update File: x`, `*** Move to: y`, `*** Delete File: x`. */
const readEnvelope = (lines: readonly string[]): readonly PatchStep[] => {
  const steps: PatchStep[] = [];
  for (const line of lines) {
    const header = /^\s*\*\*\* (Add|Update|Delete) File:\s?(.*)$/.exec(line);
    const move = /^\s*\*\*\* Move to:\s?(.*)$/.exec(line);
    const previous = steps.at(-1);
    if (header !== null) steps.push({ path: header[2] ?? '', uses: changes[header[1] ?? ''] ?? [] });
    else if (move !== null)
      steps.push(...(previous ? [{ path: previous.path, uses: MOVED }] : []), { path: move[1] ?? '', uses: FILE_CHANGES.make });
  }
  return steps;
};

const ESCAPES: Readonly<Record<string, number>> = { a: 7, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13 };

/** The bytes of a name in quotes, where git writes what is not printable as in C: `"src/\303\244.ts"`. */
function unquoted(name: string): string {
  const bytes: number[] = [];
  for (const [, octal, sign, plain] of name.matchAll(/\\([0-7]{1,3})|\\(.)|([^\\]+|\\$)/gsu)) {
    if (octal !== undefined) bytes.push(Number.parseInt(octal, 8) % 256);
    else if (sign !== undefined) bytes.push(...(ESCAPES[sign] === undefined ? new TextEncoder().encode(sign) : [ESCAPES[sign]]));
    else bytes.push(...new TextEncoder().encode(plain));
  }
  return new TextDecoder().decode(Uint8Array.from(bytes));
}

const written = (name: string): string => {
  const quoted = /^"((?:[^"\\]|\\.)*)"/s.exec(name)?.[1];
  return quoted === undefined ? name.replace(/\t.*$/, '') : unquoted(quoted);
};

const unprefixed = (name: string): string => {
  const plain = written(name);
  return /^[abciow]\//.test(plain) ? plain.slice(2) : plain;
};

/** The second name of `diff --git a/x b/x`: of a change without lines, such as one of a binary file or of a mode, git says no more. */
const gitName = (line: string): string | undefined => {
  const names = /^diff --git (.{1,4096})$/.exec(line)?.[1];
  if (names === undefined) return undefined;
  const quoted = /"(?:[^"\\]|\\.)*"$/.exec(names)?.[0];
  const half = names.slice(Math.ceil(names.length / 2));
  const isTwice = quoted === undefined && unprefixed(names.slice(0, Math.floor(names.length / 2))) === unprefixed(half);
  return unprefixed(quoted ?? (isTwice ? half : names.replace(/^.* /, '')));
};

/** Changes without lines, of a context diff, and of a file that only the line for the index names. */
const otherStep = (line: string, next: string): PatchStep | undefined => {
  const git = /^(?:GIT binary patch|(?:new|old|deleted) (?:file )?mode|index |similarity )/.test(next)
    ? gitName(line)
    : undefined;
  const context = /^\*\*\* (?!\d|(?:Begin|End|Add|Update|Delete|Move)\b)\S/.test(line) ? /^--- (.+)$/.exec(next)?.[1] : undefined;
  const path = git ?? (context === undefined ? /^Index: (.+)$/.exec(line)?.[1] : unprefixed(context));
  return path === undefined ? undefined : { path, uses: changes['Update'] ?? [] };
};

/** `--- a/x` and `+++ b/y`, `rename from`, `rename to`, `copy to`. */
const readUnified = (lines: readonly string[]): readonly PatchStep[] => {
  const steps: PatchStep[] = [];
  for (const [at, line] of lines.entries()) {
    const old = /^--- (.+)$/.exec(line)?.[1];
    const next = /^\+\+\+ (.+)$/.exec(lines[at + 1] ?? '')?.[1];
    if (old !== undefined && next !== undefined) steps.push(...changedFrom(unprefixed(old), unprefixed(next)));
    const [, verb, name] = /^(rename from|rename to|copy to) (.+)$/.exec(line) ?? [];
    if (name !== undefined) steps.push({ path: written(name), uses: verb === 'rename from' ? MOVED : FILE_CHANGES.make });
    const other = otherStep(line, lines[at + 1] ?? '');
    if (other !== undefined && !hasLines(lines, at)) steps.push(other);
  }
  return steps;
};

function changedFrom(from: string, to: string): readonly PatchStep[] {
  const read = from !== '/dev/null' && to !== '/dev/null' && from !== to ? [{ path: from, uses: FILE_CHANGES.read }] : [];
  if (to === '/dev/null') return [{ path: from, uses: changes['Delete'] ?? [] }];
  return [{ path: to, uses: (from === '/dev/null' ? changes['Add'] : changes['Update']) ?? [] }, ...read];
}

/** Most lines between the first line of a file's change and its names. */
const MOST_HEADERS = 8;

/** Whether the names of the file follow, so that the first line of its change says nothing more. */
const hasLines = (lines: readonly string[], at: number): boolean => {
  if (!/^(?:diff --git|Index:)/.test(lines[at] ?? '')) return false;
  const following = lines.slice(at + 1, at + MOST_HEADERS);
  const end = following.findIndex(line => /^(?:diff --git|Index:) /.test(line));
  return following.slice(0, end < 0 ? following.length : end).some(line => /^(?:\+\+\+|rename to|copy to) /.test(line));
};

/**
 * The files that a patch names, of either form: the envelope of `apply_patch`, and unified or git diffs. Every header counts, also
 * one that is in the text of a change: too many files rather than too few. Empty for a text that is no patch.
 */
export function patchSteps(text: string): readonly PatchStep[] {
  const lines = text.split(/\r?\n/);
  return [...readEnvelope(lines), ...readUnified(lines)];
}

/** The lines that a unified diff adds, by the file to which it adds them. */
export function addedLines(text: string): ReadonlyMap<string, string> {
  const added = new Map<string, string>();
  let path: string | undefined;
  for (const line of text.split(/\r?\n/)) {
    const next = /^\+\+\+ (.+)$/.exec(line)?.[1];
    if (next !== undefined) path = unprefixed(next).trimEnd();
    else if (path !== undefined && line.startsWith('+')) added.set(path, `${added.get(path) ?? ''}${line.slice(1)}\n`);
  }
  return added;
}
