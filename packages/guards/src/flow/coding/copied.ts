import type { Effect } from '@licet/core';

import type { Reading } from '../reading.ts';
import { runsOf } from '../words.ts';
import { NEW, textsAt } from './written.ts';

const LEAST_RUNS = 3;
const SHARE = 0.7;

/** Returns the files whose new text is mostly that of a text which outsiders can write, word for word. */
export function copiedBy({
  args,
  effects,
  state,
  hashing,
}: Reading & { readonly effects: readonly Effect[] }): readonly string[] {
  if (!state.isTainted || state.hasDroppedRuns) return [];
  const paths = effects.flatMap(({ kind, target }) =>
    kind === 'write' && target?.type === 'file' && target.glob === undefined && target.recursive !== true ? [target.lexical] : [],
  );
  if (paths.length === 0) return [];
  const { command } = args;
  const runs = runsOf(typeof command === 'string' ? command : textsAt(args, NEW).join('\n'));
  const taken = runs.filter(run => state.runs.has(hashing.ofRun(run))).length;
  return runs.length >= LEAST_RUNS && taken >= SHARE * runs.length ? paths : [];
}
