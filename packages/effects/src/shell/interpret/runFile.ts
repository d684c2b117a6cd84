import type { Mark } from '../../marks.ts';
import { isLicetFile } from '../../places/humanCommands.ts';
import { absolutePath, baseName, isWithin, parentOf } from '../../places/lexical.ts';
import { expandGlob } from '../../places/reach.ts';
import { isSecretPath, isSecretVariable } from '../../places/secrets.ts';
import { isTemporaryFor } from '../../places/temporary.ts';
import { CLIENT_LANGUAGES } from '../../programs/clientScripts.ts';
import { isHostVariable } from '../../programs/remoteDatabases.ts';
import { sourceLanguage } from '../../programs/sourceLanguage.ts';
import { memberOf } from '../../programs/taskFiles.ts';
import { emitFile, isMadeHere } from '../calls/emitFile.ts';
import { emitForkBomb } from '../calls/outputs.ts';
import { madeAt } from '../calls/rules/foreignCode.ts';
import { emitGoverned } from '../calls/rules/governedWords.ts';
import { emitLosingVerb } from '../calls/rules/undescribed.ts';
import { descend, emit, emitUnknown, originalOf } from '../words/emit.ts';
import type { Field } from '../words/field.ts';
import { HOLE, isKnown, knownText, literal } from '../words/field.ts';
import type { Frame } from '../words/frame.ts';
import { start } from '../words/frame.ts';
import { forkState } from '../words/shellState.ts';
import type { Stream } from '../words/stream.ts';
import { runCode } from './runCode.ts';
import { readProject } from './runProject.ts';
import type { InnerOf } from './statementFiles.ts';
import { runStatementFile, streamTags } from './statementFiles.ts';
import { projectText } from './taskTexts.ts';

const SHELLS = /^(?:ba|z|da|k|mk|lk|ok|lok|pdk|a|fi|ya|o|mr|po|bo|ga|bru)?sh$|^ksh93$|^rbash$|^source$|^\.$/;

/**
 * Records that a file runs as a program or script. What the command itself wrote into it is looked through; what the agent wrote
 * earlier, fetched or decoded is untrusted.
 */
export function runFile({ file: field, program, args, use, isBeside }: InnerOf<'file'>, frame: Frame): void {
  const text = knownText(field);
  if (isBeside === true) return runBeside(field, program, use?.language, frame);
  if (text === undefined) return runEach({ file: field, program, args, use, type: 'file' }, frame);
  const path = absolutePath(text, frame.state.cwd);
  const written = madeAt(path, frame);
  emitFile(field, { kind: 'read', program }, frame);
  if (use?.language !== undefined && CLIENT_LANGUAGES.has(use.language))
    return runStatementFile(path, written, use.language, program, frame);
  const stream = written ?? scratchFile(path, program, frame);
  const at = frame.calls.lastIndexOf(path ?? '');
  if (at >= 0) return emitForkBomb(path ?? program, at, frame);
  const untrusted =
    (path !== undefined && (frame.run.options.untrusted?.has(path) === true || frame.run.unseenCopies.has(path))) ||
    (stream !== undefined && stream.text === undefined);
  const tags: Mark[] = [...(use?.tags ?? []), ...streamTags(stream), ...(untrusted ? ['untrusted_code' as const] : [])];
  emit(frame, {
    kind: 'execute',
    target: {
      type: 'program',
      argv: [text, ...wordsFor(path ?? '', args)],
      ...fileOf(path),
      ...(untrusted ? { untrusted } : {}),
    },
    program,
    tags,
  });
  const original = path === undefined ? undefined : originalOf(path, frame.run);
  if (original !== undefined && original !== path) emitRun(original, args, program, tags, frame);
  const real = path === undefined || frame.place !== 'here' ? undefined : frame.run.options.files?.realPath(path);
  if (real !== undefined && real !== path) emitRun(real, args, program, tags, frame);
  emitLosingVerb({ name: text, args, frame });
  for (const arg of args) emitGoverned(arg, program, frame);
  const isNamed = stream?.text?.startsWith('#!') !== true && baseName(path ?? '') === program;
  const language = use?.language ?? (isNamed ? sourceLanguage(path ?? '') : undefined);
  const inside = { ...frame, calls: [...frame.calls, path ?? program] };
  if (stream?.text !== undefined) runContent(stream, program, language, args, inside);
  else if (stream === undefined && path !== undefined) runProjectFile(path, language, { file: field, program, args }, inside);
}

/** The words of a file that runs. Licet that is loaded beside other code (`node -r`) takes those of the other code. */
const wordsFor = (path: string, args: readonly Field[]): readonly (string | undefined)[] =>
  args.length === 0 && isLicetFile(path) ? [undefined] : args.map(knownText);

const fileOf = (path: string | undefined): { readonly file?: string } => (path === undefined ? {} : { file: path });

/** Records that a file runs under its own name: what a copy or a link was made of. */
function emitRun(file: string, args: readonly Field[], program: string, tags: readonly Mark[], frame: Frame): void {
  emit(frame, { kind: 'execute', target: { type: 'program', argv: [file, ...args.map(knownText)], file }, program, tags });
}

/** Looks through a file of the project that a program loads beside its own work, once. */
function runBeside(file: Field, program: string, language: string | undefined, frame: Frame): void {
  const path = absolutePath(file.text, frame.state.cwd);
  if (path === undefined || frame.calls.includes(path)) return;
  runProjectFile(path, language, { file, program, args: [] }, { ...frame, stdin: undefined, calls: [...frame.calls, path] });
}

/** Runs each of the files that a pattern matches; another name that is not known may be that of anything. */
function runEach(inner: InnerOf<'file'>, frame: Frame): void {
  const { file, program, use } = inner;
  const note = 'runs a file known only at run time';
  const each = matchesOf(file, frame, use?.language !== undefined && CLIENT_LANGUAGES.has(use.language));
  if (each === undefined) return emitUnknown(frame, note, ['dynamic', ...(use?.tags ?? [])], file.source, program);
  for (const path of each) runFile({ ...inner, file: literal(path, file.source) }, { ...frame, possible: true });
}

/** Most files of a pattern that are looked through one by one. */
const MOST_FILES = 32;

/** The files that a pattern matches now, where that is certain and they are few. None are no script, but no statements either. */
export function matchesOf({ glob, text }: Field, frame: Frame, isNoneKnown: boolean): readonly string[] | undefined {
  const { files } = frame.run.options;
  const pattern = glob && !text.includes(HOLE) && frame.place === 'here' ? absolutePath(text, frame.state.cwd) : undefined;
  if (pattern === undefined || files === undefined) return undefined;
  const { paths, complete } = expandGlob(pattern, files);
  const isMade =
    (paths.length === 0 && !isNoneKnown) ||
    [...frame.run.files.keys()].some(path => isWithin(path, pattern.slice(0, pattern.search(/[*?[{]|\/[^/]*$/))));
  return !complete || isMade || paths.length > MOST_FILES ? undefined : paths;
}

/** The cells with code of a notebook as one text, without the lines that are no Python. */
function notebookCode(text: string | undefined): string | undefined {
  const cells = text === undefined ? undefined : memberOf(text, 'cells');
  if (!Array.isArray(cells)) return undefined;
  const sources = (cells as readonly (Readonly<Record<string, unknown>> | null)[]).map(cell =>
    cell?.['cell_type'] === 'code' ? [cell['source']].flat().join('') : '',
  );
  return sources.join('\n').replace(/^[ \t]*[!%].*$/gm, '');
}

/** Looks through a script of the project. */
function runProjectFile(
  path: string,
  language: string | undefined,
  { file, program, args }: Pick<InnerOf<'file'>, 'file' | 'program' | 'args'>,
  frame: Frame,
): void {
  const isNotebook = path.endsWith('.ipynb');
  const text = isNotebook ? notebookCode(projectText(path, frame)) : projectText(path, frame, language);
  if (isNotebook && text !== undefined)
    return readProject([path], frame, file.text, inner => {
      inner.state.cwd = parentOf(path);
      runCode('python', literal(text, path), program, inner);
    });
  const isProgram = baseName(path) === program && language === undefined;
  if (isSourcing(program)) return sourceProjectFile(path, text, args, frame);
  if (text === undefined || (isProgram && !text.startsWith('#!') && !/\.(?:ba|z|k)?sh$/.test(path))) return;
  const by = SHELLS.test(program) ? 'bash' : program;
  readProject([path], frame, file.text, inner => runContent({ text, origins: ['file'] }, by, language, args, inner));
}

const isSourcing = (program: string): boolean => program === 'source' || program === '.';

/** Environments of Python set paths and nothing else. */
const ACTIVATES = /\/bin\/activate(?:\.\w+)?$/;

/**
 * Looks through a file that a shell reads into itself: its functions and variables are those of the shell from then on. Values of
 * credentials are never put into words, since effects are logged.
 */
function sourceProjectFile(path: string, text: string | undefined, args: readonly Field[], frame: Frame): void {
  const { run, state } = frame;
  if (text === undefined) run.guarded.add('*');
  if (text === undefined || ACTIVATES.test(path)) return;
  const isSecret = isSecretPath(path, undefined, run.options.home);
  if (isSecret) run.guarded.add('*');
  readProject([path], frame, path, inner => {
    runContent({ text, origins: ['file'] }, isSecret ? 'bash' : 'source', undefined, args, inner);
    for (const name of inner.run.guarded) run.guarded.add(name);
    if (isSecret) return setHosts(text, state);
    for (const [name, made] of inner.state.functions)
      if (state.functions.get(name) !== made) state.functions.set(name, { ...made, says: made.says ?? inner.says });
    for (const [name, value] of inner.state.variables) if (!isSecretVariable(name)) state.variables.set(name, value);
    state.cwd = inner.state.cwd ?? state.cwd;
  });
}

/** Sets the variables that name the host of a database: they are no secrets, and say where a program works. */
function setHosts(text: string, { variables }: Frame['state']): void {
  for (const [, name = '', value = ''] of text.matchAll(/^[ \t]*(?:export[ \t]+)?(\w+)=["']?([\w.-]+)["']?[ \t]*$/gm))
    if (isHostVariable(name)) variables.set(name, { fields: [literal(value)], array: false });
}

/**
 * What a script in a folder for temporary files holds. It is no part of the project: it is judged as if its text were in the
 * command. One that an interpreter gets and that cannot be read is unknown, unless this command makes it.
 */
function scratchFile(path: string | undefined, program: string, frame: Frame): Stream | undefined {
  const { files, root } = frame.run.options;
  if (path === undefined || files?.text === undefined || frame.place !== 'here' || !isTemporaryFor(root, path)) return undefined;
  const isProgram = baseName(path) === program && sourceLanguage(path) === undefined;
  const text = files.text(path);
  if (text !== undefined) return isProgram && !text.startsWith('#!') ? undefined : { text, origins: ['file'] };
  if (!isProgram && !isMadeHere(path, frame))
    emitUnknown(frame, 'a script outside of the project that cannot be read', ['inline_code'], path, program);
  return undefined;
}

/** Looks through code whose text is known. */
function runContent(stream: Stream, program: string, language: string | undefined, args: readonly Field[], frame: Frame): void {
  if (stream.text === undefined) return;
  const source = literal(stream.text, 'script');
  const interpreter = /^#!\s*(?:\/usr\/bin\/env\s+(?:-S\s+)?)?(?:\S*\/)?(\w+)/.exec(stream.text)?.[1];
  const by = SHELLS.test(program) || language !== undefined ? undefined : interpreter;
  if (language !== undefined && language !== 'shell') return runCode(language, source, program, frame);
  if (by !== undefined && !SHELLS.test(by)) return runCode(languageOf(by), source, program, frame);
  const state = /^(?:source|\.)$/.test(program) ? frame.state : { ...forkState(frame.state), parameters: args };
  if (state !== frame.state) state.variables.delete('0');
  const inner = descend(frame, program, { state });
  if (inner !== undefined && isKnown(source)) start({ type: 'text', text: source }, inner);
}

/** The language that an interpreter runs. */
function languageOf(program: string): string {
  if (/^(?:python|pypy)/.test(program)) return 'python';
  if (/^(?:node|nodejs|deno|bun|tsx|ts-node)$/.test(program)) return 'javascript';
  return program;
}
