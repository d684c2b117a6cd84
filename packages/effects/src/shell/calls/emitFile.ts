import type { FileTarget, PassedOver } from '@licet/core';
import type { Mark } from '../../marks.ts';
import { isIgnoredBelow } from '../../places/gitIgnored.ts';
import { absolutePath, baseName, isWithin } from '../../places/lexical.ts';
import { isCatastrophicPath, isDisk, losesHistory, lossTags, targetLossTags } from '../../places/losses.ts';
import { holdsData, isUnknownToGit } from '../../places/overwritten.ts';
import { runsAgain } from '../../places/persistence.ts';
import { isPublicPath, isSecretPath, isSecretTarget } from '../../places/secrets.ts';
import { secretsBelow } from '../../places/secretsBelow.ts';
import { holdsInstructions, startsPrograms } from '../../places/startFiles.ts';
import { isForeignTerminal, otherKeyboard } from '../../places/terminals.ts';
import type { Search } from '../../programs/descriptor.ts';
import { emit } from '../words/emit.ts';
import type { Field } from '../words/field.ts';
import { knownText } from '../words/field.ts';
import type { Frame } from '../words/frame.ts';
import { spend } from '../words/frame.ts';
import { hasGlobCharacter } from '../words/glob.ts';
import type { CommandLine } from './commandLine.ts';
import type { FileUse } from './placeFile.ts';
import { insideTemporary, placeFile, followLinks, emitUnset, emitUnplaced, isLedToSecret } from './placeFile.ts';
import { bringsTrees } from './resolve.ts';
import { emitBrought } from './rules/secretsAmong.ts';

const STANDARD_STREAMS =
  /^\/dev\/(?:null|zero|full|random|urandom|tty|stdin|stdout|stderr|fd\/\d+|ptmx|pts\/\d+)$|^\/proc\/self\/fd\/\d+$/;

/** Whether what is written to the word is stored in a file: not on a terminal, but with `>(tee f)`. */
export const isKept = ({ text, source }: Field): boolean =>
  !text.startsWith('/dev/') || /^>\(.*(?:>|\btee\b|\bdd\b)/s.test(source);

/** What placing a file and comparing its names costs, in units of work. */
const PER_FILE = 3;

/** Records what is done to the file that a word names. Standard streams and `/dev/null` are no files. */
export function emitFile(field: Field, use: FileUse, frame: Frame): void {
  const text = knownText(field);
  if (text !== undefined && use.kind === 'write' && isForeignTerminal(text))
    emit(frame, { kind: 'write', target: otherKeyboard, program: use.program });
  if (text === '' || (text !== undefined && STANDARD_STREAMS.test(text))) return;
  spend(frame.run, PER_FILE);
  if (frame.place !== 'here') return emitElsewhere(field, use, frame);
  const placed = placeFile(use.kind === 'read' ? field : insideTemporary(field, frame), frame, use.recursive === true);
  if ('unplaced' in placed) {
    emitLikely(field, use, frame);
    emitUnset(field, use, frame);
    return emitUnplaced(field, placed, use, frame);
  }
  emitPlaced(placed.file, field, use, frame);
}

/** Whether what `by` writes starts programs when something else runs. */
function startsLater({ lexical }: FileTarget, { recursive }: FileUse, by: string, frame: Frame): boolean {
  const holds = holdsInstructions(lexical);
  if (recursive === true) return holds && bringsTrees(by, frame.run);
  return (holds && by === 'ln') || startsPrograms(lexical, writtenBy(by, frame));
}

/** Whether a word names a link and not what lies behind it: a slash at its end follows the link. */
const isLinkItself = ({ lexical, glob }: FileTarget, text: string | undefined, { run }: Frame): boolean =>
  glob === undefined && text?.endsWith('/') !== true && run.options.files?.readLink(lexical) !== undefined;

function emitPlaced(file: FileTarget, field: Field, use: FileUse, frame: Frame): void {
  const text = knownText(field);
  const tags = new Set(use.tags);
  if (use.kind === 'delete' || tags.has('destructive')) {
    for (const tag of targetLossTags(
      { ...file, recursive: use.recursive === true },
      isLinkItself(file, text, frame),
      frame.run.options,
    ))
      tags.add(tag);
  }
  markOverwritten(file, use, tags, frame);
  if (losesHistory(use.kind, file.lexical)) tags.add('history_loss');
  const { home } = frame.run.options;
  if (use.kind === 'write' && use.recursive !== true && [file.lexical, file.resolved].some(path => runsAgain(path, home)))
    tags.add('persistence');
  if (use.kind === 'write' && use.program !== undefined && startsLater(file, use, use.program, frame)) tags.add('persistence');
  const tree = use.recursive === true && use.kind === 'write';
  if (tree && isCatastrophicPath(file.lexical, true, frame.run.options)) tags.add('catastrophic');
  if (use.kind === 'write' && (isDisk(file.lexical) || isDisk(file.resolved))) tags.add('destructive').add('catastrophic');
  if (!tags.has('metadata') && !isCopyOfPublic(file, use, frame) && isSecretTarget(file, frame.run.options)) tags.add('secret');
  if (use.kind === 'read' && text === undefined && !tags.has('metadata') && isLedToSecret(field)) tags.add('secret');
  emit(frame, {
    kind: use.kind,
    target: file,
    program: use.program,
    possible: use.possible === true || field.glob,
    tags: [...tags],
    passesOver: use.kind === 'read' ? passedOver(use, file, frame) : undefined,
  });
  if (use.kind === 'read' && use.isSilent !== true && !tags.has('metadata') && !tags.has('secret')) {
    emitAmong(file, use, frame);
    emitBrought(file, { program: use.program, isSearch: contentOf(use.searches) !== undefined }, frame);
  }
}

/** A search that shows what is in files. */
const contentOf = (search: Search | undefined): Search | undefined => (search?.isQuiet === true ? undefined : search);

/** What a search skips, for those who judge paths. */
function passedOver({ searches, recursive }: FileUse, { lexical, glob }: FileTarget, { state }: Frame): PassedOver | undefined {
  if (searches === undefined || (recursive !== true && glob === undefined)) return undefined;
  const { except, hidden = true, ignored, untracked, follows, leaveOut, isFromHere } = searches;
  return {
    except,
    base: isFromHere === true ? (state.cwd ?? lexical) : lexical,
    ...(!hidden && { hidden: true }),
    ...(follows === false && { links: true }),
    ...(ignored === true && { ignored }),
    ...(untracked === true && { untracked }),
    ...(leaveOut !== undefined && { leaveOut }),
  };
}

/** Programs that change a file by what their words say, and tools that keep their own settings. */
const EDITORS =
  /^(?:g?sed|perl|ruby|g?awk|ed|ex|vim?|nvim|yq|jq|dasel|tomlq|crudini|prettier|biome|eslint|oxfmt|dprint|taplo|black|ruff|chmod|touch|git|patch|npm|pnpm|yarn|cargo|mise|pre-commit|lefthook|husky|direnv)$/;

/** What a program writes into a file, as far as that is known: its input, or for an editor the words of its call. */
function writtenBy(program: string, { run, stdin }: Frame): string | undefined {
  if (program === 'tee') return stdin?.text;
  if (!EDITORS.test(program)) return undefined;
  const call = [...run.effects.values()].findLast(({ kind, program: by }) => kind === 'execute' && by === program);
  const words = call?.target?.type === 'program' ? call.target.argv.join('\n') : undefined;
  // A setting may begin anywhere in the words: behind `1i` or `s/x/`.
  return words === undefined ? undefined : `${words}\n${words.replace(/[\s/]+/g, '\n')}`;
}

/** Marks what is lost where a file gets another content. Whether it is read or known to git is seen at the end, unless the edit itself drops it. */
function markOverwritten(file: FileTarget, { replaces, drops }: FileUse, tags: Set<Mark>, { run }: Frame): void {
  const { options } = run;
  const isSaid = tags.has('destructive') || tags.has('moved') || tags.has('recoverable');
  if (isSaid || (replaces !== true && drops !== true) || !holdsData(file, options)) return;
  if (drops !== true) tags.add('overwritten');
  else if (isUnknownToGit(file, options.files)) tags.add('destructive');
}

/** Records the files that options of a builtin or wrapper name. */
export function emitGivenFiles({ given }: CommandLine, program: string, frame: Frame): void {
  for (const { values } of given)
    for (const { use, field } of values) if (use === 'read' || use === 'write') emitFile(field, { kind: use, program }, frame);
}

/** Whether the file holds what this very command has copied from an example or a certificate. */
function isCopyOfPublic({ lexical }: FileTarget, { isPublic }: FileUse, { run }: Frame): boolean {
  const source = run.copies.get(lexical);
  return isPublic === true || (source !== undefined && isPublicPath(source, run.options.home));
}

const MOST_SECRETS = 32;

/** Secrets that lie where a search looks, or where a pattern through many folders reaches. */
function emitAmong(file: FileTarget, { program, searches }: FileUse, frame: Frame): void {
  const shown = contentOf(searches);
  if (shown === undefined && file.glob?.includes('**') !== true) return;
  const { cwd } = frame.state;
  const { except = [], hidden = true, leaveOut, seeks = false, isFromHere = false } = shown ?? {};
  const found = secretsBelow({ ...file, lexical: followLinks(file.lexical, frame) }, frame.run.options, {
    except,
    hidden,
    ...(isFromHere && { base: cwd }),
  });
  const { files } = frame.run.options;
  const isOpened = (path: string): boolean =>
    !(shown?.untracked === true && files?.isKnownToGit?.([path]) === false) &&
    !(shown?.ignored === true && files !== undefined && isIgnoredBelow(path, file.lexical, files));
  for (const path of found.slice(0, MOST_SECRETS).filter(isOpened)) {
    const inside = cwd !== undefined && cwd !== '/' && isWithin(path, cwd) ? path.slice(cwd.length + 1) : path;
    const isTellable = found.length <= MOST_SECRETS && !path.includes("'");
    const words = !isTellable ? undefined : leaveOut?.replace('{name}', () => baseName(path)).replace('{path}', () => inside);
    const target = { type: 'file', lexical: path, resolved: path } as const;
    emit(frame, {
      kind: 'read',
      target,
      program,
      possible: true,
      tags: seeks ? ['secret'] : ['secret', 'among'],
      leftOutBy: words,
    });
  }
}

/** A secret that the word names when variables that are not set are empty, and defaults stand for them. */
function emitLikely(field: Field, { kind, program, tags, recursive }: FileUse, frame: Frame): void {
  const { likely } = field;
  if (kind !== 'read' || likely === undefined || likely === '' || tags?.includes('metadata') === true) return;
  const placed = placeFile({ ...field, text: likely, glob: hasGlobCharacter(likely) }, frame, recursive === true);
  if ('unplaced' in placed || !isSecretTarget(placed.file, frame.run.options)) return;
  emit(frame, { kind, target: placed.file, program, possible: true, tags: [...(tags ?? []), 'secret'] });
}

/** Inside a container or on another machine the name is no file of this one. */
function emitElsewhere(field: Field, use: FileUse, frame: Frame): void {
  const path = absolutePath(field.text, frame.state.cwd);
  const mount = path === undefined ? undefined : frame.mounts?.find(({ to }) => isWithin(path, to));
  if (mount !== undefined && path !== undefined && frame.place === 'container')
    return emitFile({ ...field, text: mount.from + path.slice(mount.to.length) }, use, { ...frame, place: 'here' });
  const target = { type: 'named', category: `${frame.place}_file`, name: field.source } as const;
  const secret = isSecretPath(field.text, undefined, undefined) ? (['secret'] as const) : [];
  const loss = use.kind === 'delete' ? lossTags(field.text, undefined, use.recursive === true, { cwd: '/nowhere' }) : [];
  emit(frame, {
    kind: use.kind,
    target,
    program: use.program,
    possible: use.possible,
    tags: [...(use.tags ?? []), ...secret, ...loss],
  });
}

/** False for a file that is known not to be there, or that this very command made. */
export function mayHoldData(field: Field, frame: Frame): boolean {
  const text = knownText(field);
  const path = text === undefined ? undefined : absolutePath(text, frame.state.cwd);
  if (path === undefined) return true;
  const { files } = frame.run.options;
  return !frame.run.files.has(path) && (files === undefined || files.identity(path) !== undefined);
}

/** Whether this very command has written the file, or the folder around it, before: what `by` does to the folder that it works in is no making. */
export const isMadeHere = (path: string, { run, state }: Frame, by?: string): boolean =>
  run.files.has(path) ||
  [...run.effects.values()].some(
    ({ kind, target, program }) =>
      kind === 'write' &&
      target?.type === 'file' &&
      (target.lexical === path ||
        (target.recursive === true && isWithin(path, target.lexical) && !(program === by && target.lexical === state.cwd))),
  );
