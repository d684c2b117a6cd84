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

const unprefixed = (name: string): string => {
  const plain = name.replace(/\t.*$/, '').replace(/^"(.*)"$/, '$1');
  return /^[abciow]\//.test(plain) ? plain.slice(2) : plain;
};

/** `--- a/x` and `+++ b/y`, `rename from`, `rename to`, `copy to`. */
const readUnified = (lines: readonly string[]): readonly PatchStep[] => {
  const steps: PatchStep[] = [];
  for (const [at, line] of lines.entries()) {
    const old = /^--- (.+)$/.exec(line)?.[1];
    const next = /^\+\+\+ (.+)$/.exec(lines[at + 1] ?? '')?.[1];
    if (old !== undefined && next !== undefined) {
      const [from, to] = [unprefixed(old), unprefixed(next)];
      if (to === '/dev/null') steps.push({ path: from, uses: changes['Delete'] ?? [] });
      else steps.push({ path: to, uses: (from === '/dev/null' ? changes['Add'] : changes['Update']) ?? [] });
      if (from !== '/dev/null' && to !== '/dev/null' && from !== to) steps.push({ path: from, uses: FILE_CHANGES.read });
    }
    const [, verb, name] = /^(rename from|rename to|copy to) (.+)$/.exec(line) ?? [];
    if (name !== undefined) steps.push({ path: unprefixed(name), uses: verb === 'rename from' ? MOVED : FILE_CHANGES.make });
  }
  return steps;
};

/**
 * The files that a patch names, of either form: the envelope of `apply_patch`, and unified or git diffs. Every header counts, also
 * one that stands in the text of a change: too many files rather than too few. Empty for a text that is no patch.
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
