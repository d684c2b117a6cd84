import type { Effect } from '@licet/core';
import type { ConceptPair, ConceptRule } from './deriveConcepts.ts';

const pair = (action: string, ...objects: readonly string[]): ConceptPair => ({ actions: [action], objects });

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
  ['ln', pair('create', 'symlink')],
  ['chmod', pair('modify', 'permission', 'file')],
  ['chown', pair('modify', 'ownership', 'file')],
  ['chgrp', pair('modify', 'ownership', 'file')],
]);

/** Programs whose running is all that they do: they act on other processes. */
const ON_PROCESSES: ReadonlySet<string> = new Set(['kill', 'pkill', 'killall', 'renice']);

/** Where the programs of the system lie: naming one by its path is the same as naming it. */
const SYSTEM_PROGRAM = /^\/(?:usr\/(?:local\/)?|opt\/homebrew\/)?s?bin\/[^/]+$/;

const nothing: ConceptPair = { actions: [], objects: [] };

/**
 * Programs by name: moving is more than a deletion and a write. That a program known to the analyser runs says nothing
 * by itself, because its effects say what it does. One that is unlisted or untrusted, and a file that is run, as in
 * `./run.sh` and `bash setup.sh`, is an execution.
 */
export const programConcepts: ConceptRule = ({ kind, target, program, tags }: Effect) => {
  if (kind === 'execute' && target?.type === 'program') {
    if (target.untrusted === true || tags?.includes('unlisted') === true || isFile(target.argv[0], program)) return undefined;
    return ON_PROCESSES.has(program ?? '') ? pair('modify', 'process') : nothing;
  }
  if (target?.type !== 'file' || program === undefined) return undefined;
  const known = PROGRAMS.get(program);
  return known !== undefined && target.recursive === true && known.objects.includes('file')
    ? { actions: known.actions, objects: [...known.objects, 'directory'] }
    : known;
};

/** Whether what runs was named as a file: by a path of its own, or as the script of an interpreter. */
function isFile(name: string | undefined, program: string | undefined): boolean {
  if (name === undefined || SYSTEM_PROGRAM.test(name)) return false;
  return /[\\/]/.test(name) || (program !== undefined && name !== program);
}
