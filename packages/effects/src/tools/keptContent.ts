import type { Effect } from '@licet/core';
import { mostLost } from '../places/overwritten.ts';
import type { ToolContext } from './use.ts';
import { plainName } from './use.ts';

/** Arguments that are what a file is to hold. */
const CONTENT = /^(?:contents?|text|data|body|filetext|filecontents?|newcontents?)$/;

/**
 * Takes the mark of a loss from files that a call writes as a whole, where its own argument shows that most of what is there stays. A
 * longer file than is read, and a call that does not say what it writes, keep it.
 */
export function keptContent(
  effects: readonly Effect[],
  payload: Readonly<Record<string, unknown>>,
  { paths: { files } }: ToolContext,
): readonly Effect[] {
  if (!effects.some(({ tags }) => tags?.includes('overwritten'))) return effects;
  const texts = Object.entries(payload).flatMap(([name, value]) =>
    CONTENT.test(plainName(name)) && typeof value === 'string' ? [value] : [],
  );
  const [after] = texts;
  if (after === undefined || texts.length > 1) return effects;
  return effects.map(effect => {
    const { target, tags } = effect;
    const before = target?.type === 'file' ? files?.text?.(target.resolved) : undefined;
    if (tags?.includes('overwritten') !== true || before === undefined) return effect;
    const lost = mostLost(before, after);
    if (lost === undefined) return { ...effect, tags: tags.filter(tag => tag !== 'overwritten') };
    return { ...effect, note: `keeps ${lost.kept} of ${lost.of} lines` };
  });
}
