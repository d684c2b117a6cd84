import type { FileTarget } from '@licet/core';
import type { Mark } from '../../marks.ts';
import { absolutePath, isWithin } from '../../places/lexical.ts';
import { secretsBelow } from '../../places/secretsBelow.ts';
import type { Argument } from '../../programs/call.ts';
import { spend } from '../words/frame.ts';
import { emit } from '../words/emit.ts';
import type { Frame, Run } from '../words/frame.ts';
import { brings, packs, showsText } from './described.ts';
import type { ResolvedCall } from './resolveCall.ts';

/** Most secrets of what was packed or copied that are said one by one. */
const MOST = 8;

/** What was found below a target: it is of one command, which may ask for the same tree with every call. */
const below = new WeakMap<FileTarget, readonly string[]>();

function secretsIn(target: FileTarget, { run }: Frame): readonly string[] {
  const found = below.get(target) ?? secretsBelow(target, run.options);
  below.set(target, found);
  return found;
}

/** The secrets in the trees that the command has packed, or copied, so far. */
function carried(frame: Frame, by: (program: string, run: Run) => boolean): readonly string[] {
  const found = new Set<string>();
  for (const { kind, target, program = '' } of frame.run.effects.values()) {
    spend(frame.run, 1 / 8);
    if (kind !== 'read' || target?.type !== 'file' || !by(program, frame.run)) continue;
    for (const path of secretsIn(target, frame)) found.add(path);
  }
  return [...found];
}

/** Records the secrets that a call prints, or looks into, of what the same command has packed before. */
export function emitPacked(members: readonly Argument[], call: ResolvedCall, frame: Frame, tags: readonly Mark[]): void {
  const tests = members.map(({ text }) => memberTest(text));
  const printed = carried(frame, packs).filter(path => tests.length === 0 || tests.some(test => test(path)));
  emitSecrets(printed, call.path[0], tags, frame);
}

function emitSecrets(found: readonly string[], program: string | undefined, tags: readonly Mark[], frame: Frame): void {
  for (const path of found.slice(0, MOST)) {
    const target = { type: 'file', lexical: path, resolved: path } as const;
    emit(frame, { kind: 'read', target, program, possible: true, tags });
  }
}

/** An expression for a pattern that stands for the end of a path. */
const ending = (pattern: string, star: string): string =>
  pattern
    .replace(/[\\^$+{}()|[\].]/g, '\\$&')
    .replaceAll('?', '.')
    .replace(/\*+/g, star);

/** Whether a word that names members of an archive may mean a file, which has a part of its path as its name there. */
function memberTest(text: string | undefined): (path: string) => boolean {
  const plain = text?.replace(/^(?:\.?\/)+|\/+$/g, '') ?? '';
  if (plain === '' || plain.length > 256 || plain.split('*').length > 6) return () => true;
  const test = new RegExp(`/${ending(plain, '.*')}(?:/|$)`, 'i');
  return path => test.test(path);
}

/** Whether a call shows the text of an archive that the same command has made, in a file or through a pipe. */
export function readsPacked(call: ResolvedCall, { run, state, stdin }: Frame): boolean {
  if (!showsText(call) || ['-c', '-l', '-q'].some(option => call.has(option))) return false;
  if (stdin?.isArchive === true) return true;
  const paths = call.operandFields.flatMap(({ text }) => absolutePath(text, state.cwd) ?? []);
  return [...run.effects.values()].some(
    ({ kind, target, program = '' }) =>
      kind === 'write' &&
      target?.type === 'file' &&
      target.recursive !== true &&
      packs(program, run) &&
      paths.includes(target.lexical),
  );
}

/**
 * Records the secrets that a pattern or a tree has in it once the same command has copied or unpacked them there: nothing of it lies
 * there yet.
 */
export function emitBrought(
  file: FileTarget,
  { program, isSearch }: { readonly program: string | undefined; readonly isSearch: boolean },
  frame: Frame,
): void {
  if (file.glob === undefined && file.recursive !== true) return;
  const into = [...frame.run.effects.values()].flatMap(({ kind, target, program: by = '' }) =>
    kind === 'write' && target?.type === 'file' && target.recursive === true && brings(by, frame.run) ? target.lexical : [],
  );
  const folder = into.find(path => isWithin(file.lexical, path) || (file.glob === undefined && isWithin(path, file.lexical)));
  if (folder === undefined) return;
  const isMeant = endTest(file, folder);
  const isAmong = isSearch || file.glob?.includes('**') === true;
  const found = carried(frame, brings).filter(isMeant);
  emitSecrets(found, program, isAmong ? ['secret', 'among'] : ['secret'], frame);
}

/** Whether a file may be what a pattern in the folder matches, under the end of its path. */
function endTest({ glob, recursive }: FileTarget, folder: string): (path: string) => boolean {
  const tail = glob?.slice(folder.length + 1).replace(/(?:\*\*\/?)+/g, '') ?? '';
  if (tail === '' || tail.length > 256 || tail.split('*').length > 6) return () => true;
  const test = new RegExp(
    `/${ending(tail, '(?!\\.)[^/]*').replace(/(?<=[^/])\(\?!\\\.\)/g, '')}${recursive === true ? '(?:/|$)' : '$'}`,
    'i',
  );
  return path => test.test(path);
}
