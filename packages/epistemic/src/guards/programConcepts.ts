import type { Effect } from '@licet/core';
import { taskConcepts } from './taskConcepts.ts';
import type { ConceptPair } from './taskConcepts.ts';

/** Names the concepts of one effect `among` all of the action; undefined leaves it to the next rule. */
export type ConceptRule = (effect: Effect, among: readonly Effect[]) => ConceptPair | undefined;

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

/** Programs that start containers and work on them, by their first word. */
const CONTAINERS: ReadonlySet<string> = new Set(['docker', 'podman', 'nerdctl', 'finch']);
const ON_CONTAINERS: ReadonlyMap<string, ConceptPair> = new Map([
  ...['run', 'start', 'restart', 'exec', 'attach'].map(word => [word, pair('execute', 'container')] as const),
  ...['stop', 'kill', 'pause', 'unpause', 'rename', 'update'].map(word => [word, pair('modify', 'container')] as const),
  ['create', pair('create', 'container')],
  ['build', pair('create', 'image')],
]);
const ON_COMPOSED: ReadonlyMap<string, ConceptPair> = new Map([...ON_CONTAINERS, ['up', pair('execute', 'container')]]);

/**
 * Programs by name: moving is more than a deletion and a write. That a program known to the analyser runs says nothing
 * by itself, because its effects say what it does. A program that no one has described, and a task of the project, are what
 * their name says: the graph must know it. Code that is untrusted, and a file that is run, as in `./run.sh` and
 * `bash setup.sh`, is an execution.
 */
export const programConcepts: ConceptRule = ({ kind, target, program, tags, runs }, among) => {
  if (kind === 'execute' && target?.type === 'program') {
    if (tags?.includes('privilege') === true) return pair('elevate', 'permission');
    if (target.untrusted === true) return undefined;
    if (tags?.includes('unlisted') === true) return program === undefined ? undefined : pair('execute', program);
    if (isFile(target.argv[0], program)) return undefined;
    if (CONTAINERS.has(program ?? '')) return onContainers(program ?? '', runs ?? []);
    return ON_PROCESSES.has(program ?? '') ? pair('modify', 'process') : nothing;
  }
  if (kind === 'execute' && target?.type === 'named' && target.category === 'project') return taskConcepts(program, among);
  if (target?.type !== 'file' || program === undefined) return undefined;
  const known = PROGRAMS.get(program);
  return known !== undefined && target.recursive === true && known.objects.includes('file')
    ? { actions: known.actions, objects: [...known.objects, 'directory'] }
    : known;
};

/** What a call of a container engine does: its names are `docker run` and, with more of its words, `docker compose up`. */
function onContainers(program: string, runs: readonly string[]): ConceptPair {
  const [first = '', second = ''] = (runs.find(name => name.split(' ').length > 2) ?? runs.at(-1) ?? '')
    .slice(program.length + 1)
    .split(' ');
  const isManaged = first === 'container' || first === 'compose';
  return (first === 'compose' ? ON_COMPOSED : ON_CONTAINERS).get(isManaged ? second : first) ?? nothing;
}

/** Whether what runs was named as a file: by its path, or as the script of an interpreter. */
function isFile(name: string | undefined, program: string | undefined): boolean {
  if (name === undefined || SYSTEM_PROGRAM.test(name)) return false;
  return /[\\/]/.test(name) || (program !== undefined && name !== program);
}
