import type { Effect } from '@licet/core';
import { draw } from '../work.ts';
import type { ToolContext } from './context.ts';
import { fileEffects } from './files.ts';
import type { FileUse } from './files.ts';

const changes: Readonly<Record<string, readonly FileUse[]>> = {
  Add: [{ kind: 'write' }],
  Update: [{ kind: 'read' }, { kind: 'write' }],
  Delete: [{ kind: 'delete', tags: ['destructive'] }],
};

/** Characters of a patch that cost one unit. */
const charsPerUnit = 256;

type Step = { readonly path: string; readonly uses: readonly FileUse[] };

/** `*** Add File: x`, `*** Update File: x`, `*** Move to: y`, `*** Delete File: x`. */
const readEnvelope = (lines: readonly string[]): readonly Step[] => {
  const steps: Step[] = [];
  for (const line of lines) {
    const header = /^\s*\*\*\* (Add|Update|Delete) File:\s?(.*)$/.exec(line);
    const move = /^\s*\*\*\* Move to:\s?(.*)$/.exec(line);
    const previous = steps.at(-1);
    if (header !== null) steps.push({ path: header[2] ?? '', uses: changes[header[1] ?? ''] ?? [] });
    else if (move !== null) {
      if (previous !== undefined) steps.push({ path: previous.path, uses: [{ kind: 'delete', tags: ['moved'] }] });
      steps.push({ path: move[1] ?? '', uses: [{ kind: 'write' }] });
    }
  }
  return steps;
};

const unprefixed = (name: string): string => {
  const plain = name.replace(/\t.*$/, '').replace(/^"(.*)"$/, '$1');
  return /^[abciow]\//.test(plain) ? plain.slice(2) : plain;
};

/** `--- a/x` and `+++ b/y`, `rename from`, `rename to`, `copy to`. */
const readUnified = (lines: readonly string[]): readonly Step[] => {
  const steps: Step[] = [];
  for (const [at, line] of lines.entries()) {
    const old = /^--- (.+)$/.exec(line)?.[1];
    const next = /^\+\+\+ (.+)$/.exec(lines[at + 1] ?? '')?.[1];
    if (old !== undefined && next !== undefined) {
      const [from, to] = [unprefixed(old), unprefixed(next)];
      if (to === '/dev/null') steps.push({ path: from, uses: changes['Delete'] ?? [] });
      else steps.push({ path: to, uses: (from === '/dev/null' ? changes['Add'] : changes['Update']) ?? [] });
      if (from !== '/dev/null' && to !== '/dev/null' && from !== to) steps.push({ path: from, uses: [{ kind: 'read' }] });
    }
    const renamed = /^(rename from|rename to|copy to) (.+)$/.exec(line);
    if (renamed?.[2] === undefined) continue;
    const uses: readonly FileUse[] = renamed[1] === 'rename from' ? [{ kind: 'delete', tags: ['moved'] }] : [{ kind: 'write' }];
    steps.push({ path: unprefixed(renamed[2]), uses });
  }
  return steps;
};

/**
 * The effects of a patch, of either form: the envelope of `apply_patch` and unified or git diffs, several files in one. Every
 * header counts, also ones that stand in the text of a change: too many files rather than too few. A patch that
 * names no file is `unknown`.
 */
export const patchEffects = (value: unknown, context: ToolContext): readonly Effect[] => {
  const lines = typeof value === 'string' && draw(context.work, value.length / charsPerUnit) ? value.split(/\r?\n/) : [];
  if (context.work.left < 0) return [];
  const steps = [...readEnvelope(lines), ...readUnified(lines)];
  if (steps.length === 0) {
    return [
      {
        kind: 'unknown',
        program: context.tool,
        via: [],
        certainty: 'certain',
        tags: ['malformed'],
        note: 'a patch that names no file',
      },
    ];
  }
  return steps.flatMap(step => step.uses.flatMap(use => fileEffects(step.path.trimEnd(), use, context)));
};
