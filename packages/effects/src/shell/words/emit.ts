import type { Mark } from '../../marks.ts';
import type { Draft } from './draft.ts';
import type { Field } from './field.ts';
import { knownText } from './field.ts';
import type { Run, Frame } from './frame.ts';
import { spend } from './frame.ts';

/** Records an effect. The same effect is kept once, as certain as its most certain occurrence. */
export function emit(frame: Frame, draft: Draft): void {
  if (frame.says?.(draft) === false) {
    keepWithin(draft, frame.run);
    return spend(frame.run);
  }
  const possible = frame.possible || draft.possible === true;
  const tags = [...new Set([...(draft.tags ?? []), ...frame.tags])].sort();
  const key = JSON.stringify([draft.kind, draft.target, draft.program, frame.via, tags, draft.changes, draft.passesOver]);
  const earlier = frame.run.effects.get(key);
  if (draft.kind === 'execute') frame.run.execution = key;
  spend(frame.run, (earlier === undefined ? 4 : 1) + key.length / 1024);
  if (earlier !== undefined && (earlier.certainty === 'certain' || possible)) {
    // What is deleted again takes with it what has come there since.
    const isAgain = draft.kind === 'delete' && !tags.includes('moved') && frame.run.effects.delete(key);
    if (isAgain) frame.run.effects.set(key, earlier);
    return;
  }
  frame.run.effects.set(key, {
    kind: draft.kind,
    ...(draft.target === undefined ? {} : { target: draft.target }),
    ...(draft.program === undefined ? {} : { program: draft.program }),
    via: frame.via,
    certainty: possible ? 'possible' : 'certain',
    ...(tags.length === 0 ? {} : { tags }),
    ...(draft.note === undefined ? {} : { note: draft.note }),
    ...(draft.leftOutBy === undefined ? {} : { leftOutBy: draft.leftOutBy }),
    ...(draft.passesOver === undefined ? {} : { passesOver: draft.passesOver }),
    ...(draft.changes === undefined ? {} : { changes: draft.changes }),
  });
}

/** Most programs that are kept of the code that one effect runs. */
const MOST_WITHIN = 64;

/** Keeps a program that code of the project starts: a condition may speak of it, though it is no effect of the command itself. */
function keepWithin({ kind, target }: Draft, { execution, within }: Run): void {
  if (kind !== 'execute' || target?.type !== 'program') return;
  const kept = within.get(execution) ?? [];
  if (kept.length < MOST_WITHIN) within.set(execution, [...kept, target.argv.map(word => word ?? '?')]);
}

/** The file that a path is a copy of or a link to, made by this very command: itself, or the folder around it. */
export function originalOf(path: string, { copies }: Run): string {
  let at = path;
  for (let turns = 0; turns < 8; turns++) {
    const source = copies.get(at) ?? copiedWith(at, copies);
    if (source === undefined) return at;
    at = source;
  }
  return at;
}

/** Where a file comes from that was copied with the folder around it. */
function copiedWith(path: string, copies: ReadonlyMap<string, string>): string | undefined {
  if (copies.size === 0) return undefined;
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
    const source = copies.get(path.slice(0, end));
    if (source !== undefined) return source + path.slice(end);
  }
  return undefined;
}

/** Longest argument vector that is kept in an effect. */
const MOST_WORDS = 256;

/** Where programs of the system live: a path into these folders says no more than the name. */
export const INSTALLED: RegExp = /^\/(?:usr\/(?:local\/)?)?s?bin\/[^/]+$|^\/opt\/homebrew\/s?bin\/[^/]+$/;

/** Records that a program runs, by its name and the word that starts it. */
export function emitExecution(frame: Frame, program: string, word: Field, args: readonly Field[], tags?: readonly Mark[]): void {
  const argv = [program, ...args.slice(0, MOST_WORDS).map(knownText)];
  const path = knownText(word) ?? '?';
  const isNamed = path !== '?' && (!path.includes('/') || INSTALLED.test(path));
  emit(frame, { kind: 'execute', target: { type: 'program', argv, ...(!isNamed && { path }) }, program, tags });
}

/** Records that all variables are shown in a way that no redaction reaches. */
export function emitEnvironment(frame: Frame, program: string | undefined): void {
  emit(frame, { kind: 'read', target: { type: 'named', category: 'variable', name: '*' }, program, tags: ['secret'] });
}

/** Records that something happens that cannot be seen. */
export function emitUnknown(frame: Frame, note: string, tags: readonly Mark[] = [], name?: string, program?: string): void {
  const target = name === undefined ? undefined : ({ type: 'named', category: 'text', name } as const);
  emit(frame, { kind: 'unknown', target, program, tags, note });
}

/** One level deeper, behind a wrapper; `undefined` (and an `unknown` effect) when that is too deep. */
export function descend(frame: Frame, via: string | undefined, change: Partial<Frame> = {}): Frame | undefined {
  spend(frame.run);
  if (frame.depth >= frame.run.maxDepth) {
    emitUnknown(frame, 'nested too deeply');
    return undefined;
  }
  return { ...frame, ...change, depth: frame.depth + 1, via: via === undefined ? frame.via : [...frame.via, via] };
}
