import type { Effect } from '@licet/core';
import { draw } from '../work.ts';
import type { ToolContext } from './context.ts';
import { fileEffects } from './files.ts';
import { patchSteps } from '../programs/patchText.ts';

/** Characters of a patch that cost one unit. */
const charsPerUnit = 256;

/**
 * The effects of a patch, of either form: the envelope of `apply_patch` and unified or git diffs, several files in one. Every
 * header counts, also ones that stand in the text of a change: too many files rather than too few. A patch that
 * names no file is `unknown`.
 */
export const patchEffects = (value: unknown, context: ToolContext): readonly Effect[] => {
  const isRead = typeof value === 'string' && draw(context.work, value.length / charsPerUnit);
  if (context.work.left < 0) return [];
  const steps = isRead ? patchSteps(value) : [];
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
