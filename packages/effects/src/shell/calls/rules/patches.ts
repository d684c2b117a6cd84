import { RUNS_LATER } from '../../../places/governed.ts';
import { absolutePath, isWithin } from '../../../places/lexical.ts';
import { expandGlob } from '../../../places/reach.ts';
import { startsPrograms } from '../../../places/startFiles.ts';
import { addedLines, CHARS_PER_PATCH_UNIT, patchSteps } from '../../../programs/patchText.ts';
import { emitUnknown } from '../../words/emit.ts';
import type { Field } from '../../words/field.ts';
import { knownText, literal } from '../../words/field.ts';
import type { Frame } from '../../words/frame.ts';
import { spend } from '../../words/frame.ts';
import type { Stream } from '../../words/stream.ts';
import type { UseContext, ResolvedCall, UsedWord } from '../call.ts';
import { emitFile, isMadeHere } from '../emitFile.ts';
import { contentOf } from '../outputs.ts';
import { isStandardInput } from '../runUses.ts';
import { judgeLater } from './innerPrograms.ts';

/** A file that is not there, and that this command does not make before: a program that needs it only fails. */
const isAbsent = (path: string | undefined, frame: Frame, by?: string): boolean => {
  const { files } = frame.run.options;
  return path !== undefined && files !== undefined && files.identity(path) === undefined && !isMadeHere(path, frame, by);
};

const pathOf = (field: Field, frame: Frame): string | undefined => absolutePath(knownText(field) ?? '', frame.state.cwd);

/** The words of a call without the folders that unseen members come into, where git holds its archives as they are, or there are none. */
export function withoutKnownArchives(words: readonly UsedWord[], frame: Frame): readonly UsedWord[] {
  const isUnseen = ({ use }: UsedWord): boolean => use.tags?.includes('unseen') === true;
  const archives = words
    .filter(word => word.use.as === 'read' && !isUnseen(word))
    .map(({ field }) => (isStandardInput(field) ? undefined : pathOf(field, frame)));
  if (archives.length === 0 || !words.some(isUnseen)) return words;
  const paths = archives.flatMap(path => path ?? []);
  const { files } = frame.run.options;
  const isHeld =
    paths.length === archives.length && !paths.some(path => isMadeHere(path, frame)) && files?.isHeldByGit?.(paths) === true;
  return isHeld || archives.every(path => isAbsent(path, frame)) ? words.filter(word => !isUnseen(word)) : words;
}

/** Where a patch that cannot be seen may change files: `git am` works from the root of the repository. */
const reachOf = (
  { path }: ResolvedCall,
  {
    run: {
      options: { root },
    },
    state,
  }: Frame,
): string => (path[1] === 'am' && state.cwd !== undefined && isWithin(state.cwd, root) ? root : '.');

/** A patch whose text is not known changes files whose names are not known, unless it is of named files. */
function emitUnseenPatch(patch: Stream, call: ResolvedCall, { frame, program }: UseContext): void {
  if (patch.origins.includes('network'))
    emitUnknown(frame, 'a patch whose content is unknown', ['downloaded_code'], undefined, program);
  const use = { kind: 'write', program, recursive: true, possible: true, tags: ['unseen'] } as const;
  for (const field of patch.changes ?? [literal(reachOf(call, frame))]) emitFile(field, use, frame);
}

/** The folder below which `git` applies a patch; undefined where it is not known. */
function folderOf(call: ResolvedCall): string | undefined {
  const given = call.values('--directory').at(-1);
  if (given === undefined) return '';
  return given.text === undefined || given.glob ? undefined : `${given.text}/`;
}

const MOST_PATCHES = 256;

/** A word for each file that a pattern of patches means now; the pattern itself where that is not certain. */
function patchFiles(field: Field, frame: Frame): readonly Field[] {
  const { files } = frame.run.options;
  const pattern = field.glob ? absolutePath(field.text, frame.state.cwd) : undefined;
  if (pattern === undefined || files === undefined) return [field];
  const { paths, complete } = expandGlob(pattern, files);
  return complete && paths.length <= MOST_PATCHES ? paths.map(path => literal(path, field.source)) : [field];
}

/** A message whose body git decodes before it reads the patch in it. */
const ENCODED = /^Content-Transfer-Encoding:\s*(?:base64|quoted-printable)/im;

/** The files that the text of a patch names, below a folder. */
function emitPatch(text: string, folder: string, { frame, program }: UseContext): void {
  for (const { path, uses } of patchSteps(text))
    for (const use of uses) emitFile(literal(`${folder}${path.trimEnd()}`), { ...use, program }, frame);
  for (const [named, lines] of addedLines(text)) {
    const path = `${folder}${named}`;
    if (startsPrograms(`/${path}`, lines)) emitFile(literal(path), { kind: 'write', program, tags: ['persistence'] }, frame);
    if (RUNS_LATER.test(`/${path}`)) judgeLater(path, literal(lines, path), frame);
  }
}

/** The files that a patch names, in each file that is read, else on the standard input; one that cannot be seen may name any. */
export function applyPatch(call: ResolvedCall, words: readonly UsedWord[], context: UseContext): void {
  const { frame, program } = context;
  const { files } = frame.run.options;
  const folder = folderOf(call);
  const given = words
    .filter(({ use, field }) => use.as === 'read' && !isStandardInput(field))
    .flatMap(({ field }) => patchFiles(field, frame))
    .map((field): Stream => {
      const file = pathOf(field, frame);
      return { ...(file !== undefined && { file }), ...contentOf(field, frame) };
    });
  for (const patch of given.length > 0 || frame.stdin === undefined ? given : [frame.stdin]) {
    const text = patch.text ?? (patch.file === undefined ? undefined : files?.text?.(patch.file));
    if (text === undefined || folder === undefined || (call.path[1] === 'am' && ENCODED.test(text))) {
      if (!isAbsent(patch.file, frame, program)) emitUnseenPatch(patch, call, context);
      continue;
    }
    spend(frame.run, text.length / CHARS_PER_PATCH_UNIT);
    emitPatch(text, folder, context);
  }
}
