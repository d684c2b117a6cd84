import { isGovernedPath } from '../../places/governed.ts';
import { absolutePath, baseName, isWithin } from '../../places/lexical.ts';
import { listBelow } from '../../places/reach.ts';
import { isPublicPath } from '../../places/secrets.ts';
import { TEMPORARY } from '../../places/temporary.ts';
import type { FileChange } from '../../uses.ts';
import { FILE_CHANGES } from '../../uses.ts';
import { HOLE, isKnown, knownText } from '../words/field.ts';
import type { Frame } from '../words/frame.ts';
import type { UseContext, Apply, UsedWord } from './call.ts';
import { emitFile, mayHoldData } from './emitFile.ts';

/** How many entries of a copied folder are looked at. */
const MOST_ENTRIES = 1000;

function applyChange({ kind, tags = [], replaces }: FileChange, { use, field }: UsedWord, context: UseContext): void {
  const extra = kind === 'read' ? [] : context.tags;
  const isSilent = use.as === 'update' || use.as === 'move';
  const isCleared = use.clears === true && context.frame.run.options.files !== undefined && mayHoldData(field, context.frame);
  const isPublic = kind === 'write' && isFromPublic(context);
  emitFile(
    field,
    {
      kind,
      program: context.program,
      recursive: use.recursive ?? context.recursive,
      possible: use.certainty === 'possible',
      tags: [...tags, ...(use.tags ?? []), ...extra, ...(isCleared ? (['destructive'] as const) : [])],
      searches: use.searches,
      replaces: replaces === true && use.keeps !== true && !context.spares && !(isPublic && context.frame.possible === true),
      drops: kind === 'write' && use.drops === true,
      isPublic,
      isSilent,
    },
    context.frame,
  );
}

/** What is done to the file is what the use says. */
export const onFile =
  (use: keyof typeof FILE_CHANGES): Apply =>
  (word, context) => {
    for (const change of FILE_CHANGES[use]) applyChange(change, word, context);
  };

/** Whether all that is copied is an example, a public key or a certificate. */
const isFromPublic = ({ sources, frame }: UseContext): boolean =>
  sources.length > 0 && sources.every(({ text }) => isPublicPath(text, frame.run.options.home));

/** The file is read. */
export const read: Apply = onFile('read');

const write = onFile('write');

/** What is copied or moved there is written, in the folder if it is one. */
export const destination: Apply = (word, context) => {
  const { field } = word;
  const text = knownText(field);
  if (context.moves.length > 0 && leavesProject(text, context.frame)) loseSources(context);
  if (
    !/[$`]/.test(field.source) &&
    context.moves.some(({ glob, many }) => glob && !many) &&
    /\.\w{1,5}$/.test(text ?? '') &&
    !isFolder(text, context.frame)
  )
    for (const source of context.moves)
      emitFile(source, { kind: 'delete', program: context.program, tags: ['destructive'] }, context.frame);
  const isWhole = context.recursive && (context.isTarget || context.sources.some(({ text }) => /(?:^|\/)\.$/.test(text)));
  if (context.sources.some(source => /^\/dev\/(?:null|zero|u?random)$/.test(source.text)))
    return write({ ...word, use: { ...word.use, tags: [...(word.use.tags ?? []), 'destructive'] } }, context);
  if (isWhole) return writeTree(word, context);
  const folder = context.intoFolder || field.text.endsWith('/') || context.sources.length > 1 || isFolder(text, context.frame);
  if (!folder || !isKnown(field) || context.sources.length === 0) return write(word, context);
  for (const source of context.sources) {
    if (word.use.as === 'target' && source.text.endsWith('/')) {
      writeTree(word, { ...context, sources: [source] });
      continue;
    }
    const name = baseName(source.text.replace(/\/+$/, ''));
    const unseen = name.includes(HOLE);
    const path = `${field.text.replace(/\/+$/, '')}/${unseen ? '*' : name}`;
    write({ ...word, field: { ...field, text: path, glob: source.glob || unseen } }, context);
  }
};

/** The content of a folder comes over another one: what governs the agent in it is said by name. */
function writeTree(word: UsedWord, context: UseContext): void {
  write({ ...word, use: { ...word.use, recursive: true } }, context);
  const { files, root } = context.frame.run.options;
  const text = knownText(word.field);
  const target = text === undefined ? undefined : absolutePath(text, context.frame.state.cwd);
  if (files === undefined || target === undefined || !isWithin(target, root)) return;
  for (const source of context.sources) {
    const path = absolutePath(source.text, context.frame.state.cwd);
    if (path === undefined || !isKnown(source)) continue;
    if (target === root && files.list(path) === undefined) {
      write({ ...word, use: { ...word.use, recursive: true, certainty: 'possible', tags: ['moved', 'unlisted'] } }, context);
      continue;
    }
    for (const found of listBelow(path, isGovernedPath, files, MOST_ENTRIES).paths)
      write(
        { ...word, field: { ...word.field, text: `${target === '/' ? '' : target}${found.slice(path.length)}`, glob: false } },
        context,
      );
  }
}

/** True when what is moved there is out of the project's sight, or gone. */
function leavesProject(text: string | undefined, frame: Frame): boolean {
  const path = text === undefined ? undefined : absolutePath(text, frame.state.cwd);
  const { root } = frame.run.options;
  return path === '/dev/null' || (path !== undefined && !isWithin(path, root));
}

/** What leaves the project is as good as deleted. */
function loseSources(context: UseContext): void {
  for (const source of context.moves) {
    const path = absolutePath(source.text, context.frame.state.cwd);
    if (path === undefined || leavesProject(path, context.frame)) continue;
    emitFile(source, { kind: 'delete', program: context.program, tags: ['destructive'] }, context.frame);
  }
}

function isFolder(text: string | undefined, frame: Frame): boolean {
  if (text === undefined) return false;
  if (text === '.' || text === '..' || text.endsWith('/..') || text.endsWith('/.')) return true;
  const { files } = frame.run.options;
  const path = text.startsWith('/') ? text : `${frame.state.cwd ?? ''}/${text}`;
  return text === TEMPORARY || files?.list(path) !== undefined;
}
