import type { FileTarget, Effect } from '@licet/core';
import type { Mark } from '../../../marks.ts';
import { absolutePath, isWithin } from '../../../places/lexical.ts';
import { secretsBelow } from '../../../places/secretsBelow.ts';
import { printedMembers } from '../../../programs/archiveContents.ts';
import type { Argument } from '../../../programs/call.ts';
import { seeksCredentials } from '../../../programs/credentialShapes.ts';
import { emit } from '../../words/emit.ts';
import type { Field } from '../../words/field.ts';
import { knownText } from '../../words/field.ts';
import type { Frame, Run } from '../../words/frame.ts';
import { spend } from '../../words/frame.ts';
import type { AssignedCall, ResolvedCall } from '../call.ts';
import { bringsTrees, packsTrees, showsText } from '../resolve.ts';

/** Most secrets of what was packed or copied that are said one by one. */
const MOST_BROUGHT = 8;

/** What was found below a target: it is of one command, which may ask for the same tree with every call. */
const below = new WeakMap<FileTarget, readonly string[]>();

function secretsIn(target: FileTarget, { run }: Frame): readonly string[] {
  const found = below.get(target) ?? secretsBelow(target, run.options);
  below.set(target, found);
  return found;
}

/** The secrets in the trees that the command has packed, or copied, so far. */
function carriedSecrets(frame: Frame, by: (program: string, run: Run) => boolean): readonly string[] {
  const found = new Set<string>();
  for (const { kind, target, program = '' } of frame.run.effects.values()) {
    spend(frame.run, 1 / 8);
    if (kind !== 'read' || target?.type !== 'file' || !by(program, frame.run)) continue;
    for (const path of secretsIn(target, frame)) found.add(path);
  }
  return [...found];
}

/** Records the secrets that a call prints, or looks into, of what the same command has packed before. */
function emitPacked(members: readonly Argument[], call: ResolvedCall, frame: Frame, tags: readonly Mark[]): void {
  const tests = members.map(({ text }) => memberTest(text));
  const printed = carriedSecrets(frame, packsTrees).filter(path => tests.length === 0 || tests.some(test => test(path)));
  emitSecrets(printed, call.path[0], tags, frame);
}

function emitSecrets(found: readonly string[], program: string | undefined, tags: readonly Mark[], frame: Frame): void {
  for (const path of found.slice(0, MOST_BROUGHT)) {
    const target = { type: 'file', lexical: path, resolved: path } as const;
    emit(frame, { kind: 'read', target, program, possible: true, tags });
  }
}

/** An expression for a pattern that matches the end of a path. */
const endPattern = (pattern: string, star: string): string =>
  pattern
    .replace(/[\\^$+{}()|[\].]/g, '\\$&')
    .replaceAll('?', '.')
    .replace(/\*+/g, star);

/** Whether a word that names members of an archive may mean a file, which has a part of its path as its name there. */
function memberTest(text: string | undefined): (path: string) => boolean {
  const plain = text?.replace(/^(?:\.?\/)+|\/+$/g, '') ?? '';
  if (plain === '' || plain.length > 256 || plain.split('*').length > 6) return () => true;
  const test = new RegExp(`/${endPattern(plain, '.*')}(?:/|$)`, 'i');
  return path => test.test(path);
}

/** Whether a call shows the text of an archive that the same command has made, in a file or through a pipe. */
function readsPacked(call: ResolvedCall, { run, state, stdin }: Frame): boolean {
  if (!showsText(call) || ['-c', '-l', '-q'].some(option => call.has(option))) return false;
  if (stdin?.isArchive === true) return true;
  const paths = call.operandFields.flatMap(({ text }) => absolutePath(text, state.cwd) ?? []);
  return [...run.effects.values()].some(
    ({ kind, target, program = '' }) =>
      kind === 'write' &&
      target?.type === 'file' &&
      target.recursive !== true &&
      packsTrees(program, run) &&
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
    kind === 'write' && target?.type === 'file' && target.recursive === true && bringsTrees(by, frame.run) ? target.lexical : [],
  );
  const folder = into.find(path => isWithin(file.lexical, path) || (file.glob === undefined && isWithin(path, file.lexical)));
  if (folder === undefined) return;
  const isMeant = endTest(file, folder);
  const isAmong = isSearch || file.glob?.includes('**') === true;
  const found = carriedSecrets(frame, bringsTrees).filter(isMeant);
  emitSecrets(found, program, isAmong ? ['secret', 'among'] : ['secret'], frame);
}

/** Whether a file may be what a pattern in the folder matches, under the end of its path. */
function endTest({ glob, recursive }: FileTarget, folder: string): (path: string) => boolean {
  const tail = glob?.slice(folder.length + 1).replace(/(?:\*\*\/?)+/g, '') ?? '';
  if (tail === '' || tail.length > 256 || tail.split('*').length > 6) return () => true;
  const test = new RegExp(
    `/${endPattern(tail, '(?!\\.)[^/]*').replace(/(?<=[^/])\(\?!\\\.\)/g, '')}${recursive === true ? '(?:/|$)' : '$'}`,
    'i',
  );
  return path => test.test(path);
}

/** Searches that pass over what git is told to ignore, where secrets lie. */
const PASSES_OVER = /^(?:rg|ripgrep|rga|ag|ack|git)$/;

/** Options with which these look into that too. */
const UNIGNORING =
  '--no-ignore --no-ignore-vcs --no-ignore-files -u -uu -uuu -U --unrestricted --no-index --no-exclude-standard --skip-vcs-ignores'.split(
    ' ',
  );

const NAMES_ONLY = ['-l', '-L', '-q', '-c', '--files-with-matches', '--count', '--quiet'];

/** Options by which git looks for a text in its history. */
const HISTORY_SEARCH = ['-S', '-G'];

const history = { type: 'named', category: 'secret', name: 'history' } as const;

const isCredential = ({ text = '' }: { readonly text?: string | undefined }): boolean => seeksCredentials(text, true);

/** Programs that show what files have that others have not. */
const COMPARES = /^(?:g?diff|colordiff|[sw]diff|dwdiff|icdiff|difft|delta|diffoscope)$/;

/** Whether files are compared with nothing, which prints all of them. */
function comparesWithNothing(call: ResolvedCall, frame: Frame): boolean {
  const [program = '', subcommand] = call.path;
  const isGit = program === 'git' && (subcommand === 'diff' || subcommand === 'difftool') && call.has('--no-index');
  if (!isGit && !COMPARES.test(program)) return false;
  if (/^(?:g?diff|colordiff)$/.test(program) && !call.has('-N')) return false;
  return call.operandFields.some(field => isEmptyFolder(field, frame));
}

/** A folder that is not there, or has nothing in it, and into which the command has put nothing. */
function isEmptyFolder(field: Field, { state, run }: Frame): boolean {
  const text = knownText(field);
  const path = text === undefined || field.glob ? undefined : absolutePath(text, state.cwd);
  const { files } = run.options;
  if (path === undefined || files === undefined) return false;
  if (path === '/dev/null') return true;
  const listed = files.list(path);
  if (listed === undefined ? files.identity(path) !== undefined : listed.length > 0) return false;
  return ![...run.effects.values()].some(
    ({ kind, target, program }) =>
      kind === 'write' &&
      program !== 'mkdir' &&
      target?.type === 'file' &&
      (isWithin(target.lexical, path) || isWithin(path, target.lexical)),
  );
}

/** Notices a search whose pattern has the shape of a credential's value: what it looks through is not looked through by the way. */
export function noticeAim({ call, words, frame }: Pick<AssignedCall, 'call' | 'words' | 'frame'>): void {
  const { run, stdin, via } = frame;
  const [program = '', subcommand] = call.path;
  const members = printedMembers(call);
  if (members !== undefined) emitPacked(members, call, frame, ['secret']);
  else if (readsPacked(call, frame)) emitPacked([], call, frame, ['secret', 'among']);
  run.aims ||= comparesWithNothing(call, frame);
  if (program === 'git' && subcommand !== 'grep' && HISTORY_SEARCH.some(option => call.values(option).some(isCredential)))
    emit(frame, { kind: 'read', target: history, program, tags: ['secret'] });
  const isSearch = showsText(call) || subcommand === 'grep' || words.some(({ use }) => use.as === 'code' || use.as === 'execute');
  if (!isSearch) return;
  if (NAMES_ONLY.some(option => call.has(option))) return;
  const isOutOfSight = PASSES_OVER.test(program) && UNIGNORING.some(option => call.has(option));
  if (PASSES_OVER.test(program) && !isOutOfSight && stdin === undefined && via.length === 0) return;
  const given = words.filter(({ use }) => use.as === 'text' || use.as === 'code');
  run.aims ||= given.some(({ field }) => seeksCredentials(field.text, isOutOfSight));
}

/** Marks what a command whose search aims at credentials reads: secrets among the files are what it is for, also in an archive of them. */
export function markAimed(effects: readonly Effect[], run: Run): readonly Effect[] {
  const { aims, options } = run;
  if (!aims) return effects;
  return effects.flatMap((effect): readonly Effect[] => {
    const { kind, target, program = '', tags = [] } = effect;
    if (kind !== 'read' || target?.type !== 'file') return [effect];
    if (tags.includes('among')) return [{ ...effect, tags: tags.filter(tag => tag !== 'among') }];
    if (!packsTrees(program, run) || tags.length > 0) return [effect];
    const found = secretsBelow(target, options).slice(0, 8);
    return [
      effect,
      ...found.map((path): Effect => ({
        ...effect,
        target: { type: 'file', lexical: path, resolved: path },
        certainty: 'possible',
        tags: ['secret'],
      })),
    ];
  });
}
