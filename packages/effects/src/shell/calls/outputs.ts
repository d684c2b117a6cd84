import { endsOf } from '../../programs/rules/output.ts';
import { listsGoverned } from '../../places/governedAmong.ts';
import { absolutePath } from '../../places/lexical.ts';
import { isSecretPath } from '../../places/secrets.ts';
import { printedMembers } from '../../programs/archiveContents.ts';
import type { Printed } from '../../programs/output.ts';
import { namesBelow } from '../../programs/output.ts';
import { namesProcesses } from '../../programs/processNames.ts';
import { emit } from '../words/emit.ts';
import type { Field, Origin } from '../words/field.ts';
import { literal, patternField, isKnown, knownText, mergeOrigins } from '../words/field.ts';
import type { Frame } from '../words/frame.ts';
import { spend } from '../words/frame.ts';
import type { Stream } from '../words/stream.ts';
import { emptyStream, opaque } from '../words/stream.ts';
import type { ResolvedCall, UsedWord } from './call.ts';
import { ignoredFiles, namesLeft, passesLines, someOf } from './lineFilters.ts';
import { factOf, isOfKind, packsTrees, printedOf } from './resolve.ts';
import { keepsValues } from './rules/allVariables.ts';

const paths = (names: readonly string[]): Stream => ({ paths: names.map(name => patternField(name)), origins: [] });

/** What a call prints that needs neither its input nor what its files hold: names, paths, text that is known. */
function specialOutput(printed: Printed | undefined, call: ResolvedCall, frame: Frame): Stream | undefined {
  if (typeof printed !== 'object') return ofKind(printed, call, frame);
  if ('text' in printed) return { text: printed.text, origins: [] };
  if ('names' in printed) return paths(printed.names);
  if ('ignored' in printed) return ignoredFiles(printed.ignored, frame);
  const { root } = frame.run.options;
  if ('inProject' in printed) return { text: `${root}${printed.inProject}\n`, origins: [] };
  const path = absolutePath(printed.path, frame.state.cwd);
  return path === undefined ? opaque() : { paths: [literal(path)], origins: [] };
}

function ofKind(kind: Printed | undefined, call: ResolvedCall, frame: Frame): Stream | undefined {
  if (kind === 'setup') return emptyStream;
  if (kind === 'name') return { token: true, origins: [] };
  if (kind === 'revision') return { token: true, origins: ['revision'] };
  if (kind === 'variables') return opaque('environment');
  if (kind === 'matches') return call.has('-l') || call.has('--files') ? matchingFiles(call, frame) : undefined;
  if (kind !== 'listing') return undefined;
  const fields = call.operandFields;
  if (call.has('-d')) return { paths: fields.length === 0 ? [literal('.')] : fields, origins: [] };
  if (fields.length === 0) return paths(['*', ...(call.has('-a') || call.has('-A') ? ['.*'] : [])]);
  return { paths: fields.flatMap(field => (isFileName(field) ? [field] : [field, patternField('*')])), origins: [] };
}

/** The files that a search for text lists: all below its folders, those of a name, or some, where none that governs the agent has the text. */
function matchingFiles(call: ResolvedCall, frame: Frame): Stream {
  const { names } = namesBelow(searchedIn(call));
  const { cwd } = frame.state;
  if (cwd === undefined || call.has('--files')) return paths(names);
  const isIncluded = call.values('--include').map(({ text = '*' }) => text);
  if (isIncluded.length > 0) return paths(names.flatMap(name => isIncluded.map(one => name.replace(/\*\*$/, `**/${one}`))));
  const { files } = frame.run.options;
  const folders = names.map(name => absolutePath(name.replace(/\/?\*\*$/, '') || '.', cwd) ?? cwd);
  const isGit = call.path[0] === 'git';
  // Other searches leave out what git ignores, and packages are.
  const seesPackages = !isGit && call.path[0]?.endsWith('grep') === true && call.values('--exclude-dir').length === 0;
  const isListed = folders.some(
    folder =>
      (seesPackages && files?.identity(`${folder}/node_modules/licet`) !== undefined) ||
      listsGoverned(folder, soughtText(call), isGit || seesPackages || SHOWS_HIDDEN.some(option => call.has(option)), files),
  );
  return { paths: names.map(name => (isListed ? patternField(name) : someOf(patternField(name)))), origins: [] };
}

const SHOWS_HIDDEN = ['--hidden', '-uu', '-u', '-.', '--no-ignore'];

/** The expression that a search looks for, where it is a word of the call. */
const soughtText = (call: ResolvedCall): string | undefined =>
  call.has('-f') ? undefined : (call.values('-e')[0]?.text ?? call.operands[0]?.text);

/** A name with an ending is one of a file, of which a listing prints nothing but the name. */
const isFileName = ({ text }: Field): boolean => /[^/.]\.[a-z]\w*$/i.test(text);

/** The places that a search looks through. */
function searchedIn(call: ResolvedCall): ResolvedCall['operands'] {
  const isSupplied = ['-e', '-f', '--files'].some(option => call.has(option));
  return call.operands.slice(isSupplied ? 0 : 1);
}

/** Devices that give as much as is read. */
const ENDLESS_FILE: RegExp = /^\/dev\/(?:zero|u?random|full)$/;

/** What a call prints, marked when it never ends; filling memory or a file with such a thing is recorded. */
function withEnd(output: Stream, call: ResolvedCall, words: readonly UsedWord[], frame: Frame): Stream {
  const does = endsOf(factOf(call, 'endless'), call);
  if (does === 'starts') return { ...output, origins: [], isEndless: true };
  const files = words.filter(({ use, operand }) => operand && use.as === 'read');
  const isFed = files.length === 0 ? frame.stdin?.isEndless === true : files.some(({ field }) => ENDLESS_FILE.test(field.text));
  if (!isFed || does === undefined) return output;
  const written = words.some(({ use, field }) => use.as === 'write' && isKnown(field) && !field.text.startsWith('/dev/'));
  if (does === 'keeps' || written) emitExhaustion(call.path[0] ?? '', frame);
  return does === 'passes' ? { ...output, isEndless: true } : output;
}

/** Records a function or a script that starts itself again, when it does so beside itself. */
export function emitForkBomb(name: string, at: number, frame: Frame): void {
  // A script of the project may well start itself for a part of its work: what ends that is not read.
  if (frame.says !== undefined || !frame.calls.slice(at).includes('&')) return;
  const target = { type: 'program', argv: [name] } as const;
  emit(frame, { kind: 'execute', target, program: name, tags: ['disrupts', 'catastrophic'], note: 'a fork bomb' });
}

/** Records that something takes room until there is none. */
export function emitExhaustion(program: string | undefined, frame: Frame): void {
  const target = { type: 'named', category: 'machine', name: 'memory and disk' } as const;
  emit(frame, { kind: 'configure', target, program, tags: ['disrupts'], note: 'takes room until there is none' });
}

/** Code that prints one field of the project's own manifest. */
const VERSION_OF_PROJECT = /^\s*(?:console\.log\()?require\((['"])\.\/package(?:\.json)?\1\)\.\w+\)?;?\s*$/;

/** What a program prints, as far as its descriptor, its words and its input tell. */
export function outputOf(call: ResolvedCall, words: readonly UsedWord[], frame: Frame): Stream {
  const output = ofNamedFiles(withEnd(printedBy(call, words, frame), call, words, frame), call, frame);
  if (frame.stdin?.origins.includes('variables') !== true || keepsValues(call)) return output;
  return { ...output, origins: output.origins.filter(origin => origin !== 'variables') };
}

/** A patch that git prints of named files and folders, which are there or come behind `--`: it changes no others. */
function ofNamedFiles(output: Stream, { path, operandFields, line }: ResolvedCall, { run, state }: Frame): Stream {
  if (path[0] !== 'git' || !/^(?:diff|show|format-patch)$/.test(path[1] ?? '')) return output;
  const isThere = (field: Field): boolean => {
    const named = absolutePath(knownText(field) ?? '', state.cwd);
    return named !== undefined && run.options.files?.identity(named) !== undefined;
  };
  const changes = operandFields.filter((field, at) => at >= (line.end ?? Infinity) || isThere(field));
  return changes.length === 0 ? output : { ...output, changes };
}

/** `… completion bash`, with which many programs set the shell up. */
const printsCompletion = ({ path, operands }: ResolvedCall): boolean =>
  /^completions?$/.test(path[1] ?? operands[0]?.text ?? '') && path.length + operands.length > 2;

function printedBy(call: ResolvedCall, words: readonly UsedWord[], frame: Frame): Stream {
  const { stdin, run } = frame;
  const printed = printsCompletion(call) ? 'setup' : printedOf(call);
  // Names of refs with more before them, by a format: what that says to `git push` is unknown.
  if (call.line.loose.some(({ text }) => /^[:+]/.test(text)))
    return { origins: mergeOrigins(originsOf(call, words, printed, frame), ['decoded']) };
  const special = specialOutput(printed, call, frame);
  if (special !== undefined) return special;
  const origins = originsOf(call, words, printed, frame);
  const files = words.filter(({ use, operand }) => operand && use.as === 'read');
  spend(run, (stdin?.text?.length ?? 0) / 128);
  if (files.length === 0 && stdin?.isIgnored === true && isOfKind(printed, 'layout', 'columns', 'sed', 'awk')) return stdin;
  const left = files.length > 0 || stdin?.paths === undefined ? undefined : namesLeft(printed, call, stdin);
  if (left !== undefined) return { ...stdin, origins: stdin?.origins ?? [], paths: left };
  const decoded = decode(call, files.length === 0 ? stdin : contentOfFiles(files, frame));
  if (decoded !== undefined) return { ...decoded, origins: mergeOrigins(mergeOrigins(origins, decoded.origins), ['decoded']) };
  if (printed === 'input') return throughput(files, origins, frame);
  const filter = call.operands[0]?.text ?? '';
  if (printed === 'fields' && /^(?:\.\w+)+$/.test(filter) && files.length === 1) {
    const { file } = contentOfFiles(files, frame);
    if (file !== undefined) return { origins, passedOn: file, member: filter.split('.').slice(1) };
  }
  const isVersion = VERSION_OF_PROJECT.test(call.values('-e').at(-1)?.text ?? '');
  const word = isVersion || printed === 'word' || (passesLines(printed) && stdin?.token === true && files.length === 0);
  const isArchive =
    packsTrees(call.path[0] ?? '', run) && printedMembers(call) === undefined && !call.has('-x') && !call.has('-t');
  return { origins, ...(word ? { token: true } : {}), ...(isArchive ? { isArchive } : {}) };
}

/** The input in another form, when the program's description says that it decodes; the text as far as it is known. */
function decode(call: ResolvedCall, input: Stream | undefined): Stream | undefined {
  const decoding = call.descriptors[0]?.decodes;
  if (decoding === undefined || decoding.when?.some(option => call.has(option)) === false) return undefined;
  if (decoding.unless?.(call, input !== undefined) === true) return undefined;
  const origins = input?.origins ?? [];
  const text = input?.text === undefined ? undefined : decoding.text?.(input.text, call);
  return text === undefined ? { origins } : { text, origins };
}

function throughput(files: readonly UsedWord[], origins: readonly Origin[], frame: Frame): Stream {
  if (files.length === 0) return frame.stdin ?? opaque();
  const content = contentOfFiles(files, frame);
  return content.text === undefined ? { origins, ...(content.file !== undefined && { passedOn: content.file }) } : content;
}

function contentOfFiles(files: readonly UsedWord[], frame: Frame): Stream {
  const [only, ...more] = files;
  if (only === undefined || more.length > 0) return opaque('file');
  return only.field.text === '-' ? (frame.stdin ?? opaque()) : contentOf(only.field, frame);
}

/** Files that describe a project to everybody, and an expression that picks one field, like a name or a version. */
const MANIFEST = /(?:^|\/)(?:package|composer|manifest|deno|lerna|Chart)\.(?:json|ya?ml)$/;
const ONE_FIELD = /^\.[\w"-]+(?:\.[\w"@/-]+|\[[\w"@/-]+\])*$/;

function originsOf(
  call: ResolvedCall,
  words: readonly UsedWord[],
  printed: Printed | undefined,
  frame: Frame,
): readonly Origin[] {
  const picks = printed === 'fields' && ONE_FIELD.test(call.operands[0]?.text ?? '');
  const origins = new Set<Origin>(frame.stdin?.origins);
  if (namesProcesses(call)) origins.add('process');
  for (const { use, field } of words) {
    if (use.as === 'read') {
      if (!picks || !MANIFEST.test(field.text)) origins.add('file');
      if (field.origins.includes('process')) origins.add('process');
      const path = absolutePath(field.text, frame.state.cwd) ?? field.text;
      if (isSecretPath(path, field.glob ? field.text : undefined, frame.run.options.home)) origins.add('secret');
      for (const origin of frame.run.files.get(path)?.origins ?? []) origins.add(origin);
    }
    if (use.as === 'url') origins.add('network');
  }
  return [...origins];
}

/** What reading the file gives. */
export function contentOf(field: Field, frame: Frame): Stream {
  const text = knownText(field);
  if (text === '/dev/null') return emptyStream;
  if (text !== undefined && ENDLESS_FILE.test(text)) return { origins: [], isEndless: true };
  const path = text === undefined ? undefined : absolutePath(text, frame.state.cwd);
  const written = path === undefined ? undefined : frame.run.files.get(path);
  if (written !== undefined) return written;
  const secret = isSecretPath(path ?? field.text, field.glob ? field.text : undefined, frame.run.options.home);
  const content = secret ? opaque('file', 'secret') : opaque('file');
  return path === undefined ? content : { ...content, file: path };
}
