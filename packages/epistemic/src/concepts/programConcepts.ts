import type { Effect } from '@licet/core';
import type { ConceptPair, ConceptRule } from './deriveConcepts.ts';

const pair = (action: string, object: string): ConceptPair => ({ actions: [action], objects: [object] });

/** What well-known programs do to files, where it is more than reading, writing and deleting. */
const PROGRAMS: ReadonlyMap<string, ConceptPair> = new Map([
  ['mkdir', pair('create', 'directory')],
  ['rmdir', pair('delete', 'directory')],
  ['ls', pair('list', 'directory')],
  ['dir', pair('list', 'directory')],
  ['tree', pair('list', 'directory')],
  ['touch', pair('create', 'file')],
  ['mv', pair('move', 'file')],
  ['cp', pair('copy', 'file')],
]);

const nothing: ConceptPair = { actions: [], objects: [] };

/**
 * Programs by name: moving is more than a deletion and a write. That a program known to the analyser runs says nothing
 * by itself, because its effects say what it does; one that is unlisted or untrusted is an execution.
 */
export const programConcepts: ConceptRule = ({ kind, target, program, tags }: Effect) => {
  if (kind === 'execute' && target?.type === 'program') {
    return target.untrusted === true || tags?.includes('unlisted') === true ? undefined : nothing;
  }
  if (target?.type !== 'file' || program === undefined) return undefined;
  const known = PROGRAMS.get(program);
  return known !== undefined && target.recursive === true && known.objects[0] === 'file'
    ? { actions: known.actions, objects: ['file', 'directory'] }
    : known;
};
