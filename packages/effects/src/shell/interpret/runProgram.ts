import { absolutePath, baseName, isWithin } from '../../places/lexical.ts';
import { namedVariables, shownByWords } from '../../programs/credentialWords.ts';
import { holdsInlineCode, readsCodeFromInput, startsShellOnInput } from '../../programs/inlineCode.ts';
import { screenShown, showsScreen } from '../../programs/macTools.ts';
import { ordersAnswer, typesByWords, typesElsewhere } from '../../programs/typing.ts';
import { emitAddresses } from '../calls/addresses.ts';
import { applyCall } from '../calls/applyCall.ts';
import { keepClusterFile } from '../calls/clusterFiles.ts';
import { descriptorOf } from '../calls/described.ts';
import { rememberFetched } from '../calls/foreignCode.ts';
import { outputOf } from '../calls/outputs.ts';
import { emitFilled } from '../calls/filledFolders.ts';
import { emitFixed } from '../calls/fixedEffects.ts';
import { readContainerFiles } from '../calls/containerFiles.ts';
import { emitServed } from '../calls/thisMachine.ts';
import { readLoaded } from '../calls/loadedFiles.ts';
import { readOwn } from '../calls/ownFiles.ts';
import { emitRemoteDatabase } from '../calls/remoteDatabase.ts';
import { resolveCall } from '../calls/resolveCall.ts';
import type { UsedWord, ResolvedCall } from '../calls/resolveCall.ts';
import { runUnlisted } from '../calls/unlisted.ts';
import { knownText, mergeOrigins } from '../words/field.ts';
import type { Field } from '../words/field.ts';
import { start } from '../words/frame.ts';
import { emit, emitExecution, emitUnknown, INSTALLED } from '../words/emit.ts';
import type { Frame } from '../words/frame.ts';
import { opaque } from '../words/stream.ts';
import type { Stream } from '../words/stream.ts';
import { onlyPrints } from './plainCode.ts';
import { printEnvironment } from './printing.ts';

/** Folders that hold programs: of the system, of a package manager, of an environment. */
const PROGRAM_FOLDER = /(?:^|\/)(?:\.?s?bin|Scripts|shims|libexec)\/[^/]+$/;

/** Folders of packages and environments, whose programs are installed. */
const INSTALLED_BELOW = /\/(?:node_modules|\.?venv|env|vendor|\.direnv|\.tox)\//;

/** A script of the project in a folder that is called as one of programs: `bin/task`. */
const isOwnScript = (path: string | undefined, { options: { files, root, cwd } }: Frame['run']): boolean =>
  path !== undefined &&
  isWithin(path, root ?? cwd) &&
  !INSTALLED_BELOW.test(path) &&
  files?.text?.(path)?.startsWith('#!') === true;

/**
 * True for a path that leads to a file of the project or of the agent: `./npm` is whatever lies there, whatever it is called. It is
 * judged as that file, and as the program too, since it may be a copy.
 */
export function isLocalFile(path: string, { run, state }: Frame): boolean {
  if (!path.includes('/')) return false;
  const whole = absolutePath(path, state.cwd);
  const isWritten = whole !== undefined && (run.files.has(whole) || run.options.untrusted?.has(whole) === true);
  return isWritten || !PROGRAM_FOLDER.test(path) || isOwnScript(whole, run);
}

/** A package that a runner fetches, and whose program has its name: `npx @scope/name`. */
const SCOPED = /^@[\w.-]+\/[\w.-]+(?:@[\w.^~-]+)?$/;

/** Runs a program by its descriptor; one without a descriptor is recorded by what its words look like. */
export function runProgram(name: string, word: Field, args: readonly Field[], frame: Frame): Stream {
  const descriptor = descriptorOf(name, frame.run);
  const path = knownText(word);
  emitRemoteDatabase(name, path?.includes('/') === true && !INSTALLED.test(path), args, frame);
  const isFile = path?.includes('/') === true && !INSTALLED.test(path) && !SCOPED.test(path);
  if (descriptor === undefined && isFile) {
    start({ type: 'file', file: word, program: name, args: args }, frame);
    return { origins: frame.stdin?.origins ?? [] };
  }
  if (path !== undefined && isLocalFile(path, frame)) start({ type: 'file', file: word, program: name, args: args }, frame);
  const tags = descriptor === undefined ? (['unlisted'] as const) : [];
  emitExecution(frame, name, word, args, tags);
  emitAddresses(name, args, descriptor !== undefined, frame);
  const shown = showBySaying(name, args, frame);
  readOwn(name.replace('python -m ', ''), args, frame);
  if (descriptor === undefined) readLoaded(name, args, frame);
  if (descriptor === undefined) return { ...runUnlisted(name, args, frame), ...shown };
  const call = resolveCall(name, descriptor, args);
  const { words, printed = shown } = applyCall(call, frame);
  readLoaded(name.replace('python -m ', ''), args, frame);
  readContainerFiles(name, args, frame);
  remember(call, words, frame);
  const output = outputOf(call, words, frame);
  if (printed?.origins.includes('environment') !== true) return output;
  return { ...output, ...printed, origins: mergeOrigins(output.origins, printed.origins) };
}

/** Records what the words of a call say that it shows, and that it types into another program. */
function showBySaying(name: string, args: readonly Field[], frame: Frame): Stream | undefined {
  const words = args.map(({ text }) => text).join(' ');
  const shown = shownByWords(name, words);
  const computed = args.some(({ source }) => /\$\(|`/.test(source)) ? args.map(({ source }) => source).join(' ') : '';
  const types = typesByWords(name, words) || (computed !== '' && typesByWords(name, computed));
  if (types || ordersAnswer(name, frame.stdin?.text)) emitFixed(typesElsewhere, name, [], frame);
  if (showsScreen(name, words)) emitFixed(screenShown, name, [], frame);
  emitUnreadCode(name, words, frame);
  emitFilled(name, args, frame);
  emitServed(name, args, frame);
  const names = namedVariables(name, words);
  const credentials = { type: 'named', category: 'secret', name } as const;
  if (shown === 'credentials') emit(frame, { kind: 'read', target: credentials, program: name, tags: ['secret'] });
  for (const variable of names)
    emit(frame, {
      kind: 'read',
      target: { type: 'named', category: 'variable', name: variable },
      program: name,
      tags: ['secret'],
    });
  return shown === 'environment' ? printEnvironment(name, frame) : undefined;
}

/** Records code that is not read: in the words of a call, or on its standard input. */
function emitUnreadCode(name: string, words: string, frame: Frame): void {
  const { stdin } = frame;
  if (stdin !== undefined && startsShellOnInput(name, words))
    start({ type: 'input', use: { as: 'shell' }, program: name }, frame);
  const isFed =
    stdin !== undefined && !(stdin.text !== undefined && onlyPrints('', stdin.text)) && readsCodeFromInput(name, words);
  if (isFed || holdsInlineCode(name, words)) emitUnknown(frame, 'code that is not read', ['inline_code'], undefined, name);
}

function pathOf(field: Field, frame: Frame): string | undefined {
  const text = knownText(field);
  return text === undefined ? undefined : absolutePath(text, frame.state.cwd);
}

/** Keeps what a call changes in the world that later parts of the same command may use: copies, links, downloads, tee. */
function remember(call: ResolvedCall, words: readonly UsedWord[], frame: Frame): void {
  keepClusterFile(call, frame);
  rememberFetched(call, words, frame);
  const { copies, keeps } = call.descriptors[0] ?? {};
  if (copies !== undefined)
    return rememberCopies(
      words,
      copies === 'link' || ['-l', '-s', '--link', '--symbolic-link'].some(option => call.has(option)),
      frame,
    );
  if (call.path[0] === 'dd') rememberDump(words, frame);
  const urls = words.filter(({ use }) => use.as === 'url');
  const content = urls.length > 0 ? opaque('network') : keeps === 'input' ? frame.stdin : undefined;
  if (content === undefined) return;
  const written = words
    .filter(({ use }) => /^(?:write|update|destination)$/.test(use.as))
    .flatMap(({ field }) => pathOf(field, frame) ?? []);
  for (const path of written) frame.run.files.set(path, content);
  if (written.length > 0 || keeps !== 'download') return;
  for (const { field } of urls) {
    const name = baseName((knownText(field) ?? '').replace(/[?#].*$/s, ''));
    if (name !== '' && frame.state.cwd !== undefined) frame.run.files.set(`${frame.state.cwd}/${name}`, content);
  }
}

/** `dd if=a of=b`. */
function rememberDump(words: readonly UsedWord[], { run, state }: Frame): void {
  const at = (use: string): string | undefined => {
    const text = knownText(words.find(word => word.use.as === use)?.field);
    return text === undefined ? undefined : absolutePath(text, state.cwd);
  };
  const [source, target] = [at('read'), at('write')];
  if (source !== undefined && target !== undefined && source !== target) run.copies.set(target, source);
}

/** Keeps each source under the names that it may have got: the target itself, unless an option says that it is a folder, or its own in it. */
function rememberCopies(words: readonly UsedWord[], links: boolean, frame: Frame): void {
  const { run } = frame;
  const sources = words.filter(({ use, operand }) => operand && /^(?:read|move|source)$/.test(use.as));
  for (const { use, field, operand } of words) {
    const target = /^(?:destination|target)$/.test(use.as) ? pathOf(field, frame) : undefined;
    if (target === undefined) continue;
    for (const { field: copied } of sources) {
      const source = pathOf(copied, frame);
      if (source === undefined) run.unseenCopies.add(target);
      if (source === undefined || source === target) continue;
      for (const path of [...(operand ? [target] : []), `${target}/${baseName(source)}`]) {
        if (links) run.links.set(path, source);
        run.copies.set(path, source);
        const content = run.files.get(source);
        if (content !== undefined) run.files.set(path, content);
      }
    }
  }
}
