import { absolutePath, baseName, isWithin } from '../../places/lexical.ts';
import { emitForkBomb } from '../calls/outputs.ts';
import { isTemporaryFor } from '../../places/temporary.ts';
import { isProgram } from '../calls/rules/innerPrograms.ts';
import { descend, emitExecution, emitUnknown, originalOf } from '../words/emit.ts';
import type { Field } from '../words/field.ts';
import { knownText, literal } from '../words/field.ts';
import type { Frame, Handler } from '../words/frame.ts';
import { start } from '../words/frame.ts';
import type { ShellFunction } from '../words/shellState.ts';
import type { Stream } from '../words/stream.ts';
import { environmentWrappers } from './environment.ts';
import { find } from './find.ts';
import { folderBuiltins } from './folders.ts';
import { joiningWrappers } from './joining.ts';
import { listWrappers } from './lists.ts';
import { printingBuiltins } from './printing.ts';
import { readingBuiltins } from './reading.ts';
import { rememberOutput, visitRedirections } from './redirections.ts';
import { quoteFields, runningBuiltins } from './running.ts';
import { isLocalFile, runProgram } from '../calls/runProgram.ts';
import { visitCompound, visitStatements } from './script.ts';
import { shellPrograms } from './shells.ts';
import { variableBuiltins } from './variables.ts';
import { runWindowsCommand } from './windowsShells.ts';

/** Runs an argument vector: a function, an alias, a builtin or wrapper, or a program. */
export function runArgv(fields: readonly Field[], frame: Frame): Stream {
  const [first, ...args] = fields;
  if (first === undefined) return { text: '', origins: [] };
  const name = programName(first, frame);
  if (name === undefined) return { origins: [] };
  const shadowing = first.text.includes('/') ? undefined : fileOnPath(name, frame);
  if (shadowing !== undefined)
    start({ type: 'file', file: literal(shadowing), program: shadowing, args }, { ...frame, possible: true });
  const inside = frame.state.functions.get(name);
  if (inside !== undefined && first.text === name) return callFunction(inside, args, frame);
  const alias = frame.state.aliases.get(name);
  if (alias !== undefined && first.text === name) runAlias(name, alias, args, frame);
  const handler = Object.hasOwn(handlers, name) ? handlers[name] : undefined;
  if (handler === undefined) return runWindowsCommand(name, args, frame) ?? runProgram(name, first, args, frame);
  const { root } = frame.run.options;
  // A file of the project may have the name of a shell.
  if (isWithin(absolutePath(first.text, frame.state.cwd) ?? '/', root) && isLocalFile(first.text, frame))
    start({ type: 'file', file: first, program: name, args }, frame);
  emitExecution(frame, name, first, args);
  return handler({ name, args, frame });
}

const isHidden = (text: string): boolean =>
  /[^ -~]/.test(text) && /[\p{Cc}\p{Cf}\u00A0\u2000-\u200A\u2028\u2029\u3000\uFEFF]/u.test(text);

/** The basename of the program that a word starts (`=rm` is `rm` to zsh); records `unknown` when that cannot be said. */
function programName(field: Field, frame: Frame): string | undefined {
  if (field.glob) {
    // An image has its own program, which gets the files of a pattern.
    const isNamed = frame.place === 'container' && /^[\w.-]+\/[\w./*-]*\*\.\w+$/.test(field.text);
    if (!isNamed) emitUnknown(frame, 'a pattern names the program', ['dynamic', 'obfuscated'], field.source);
    return undefined;
  }
  const path = knownText(field);
  if (path === undefined) {
    const tail = /^\uF8FE[^\uF8FE]*\/([\w.+-]+)$/.exec(field.text)?.[1];
    if (tail === undefined || field.many) emitUnknown(frame, 'a program known only at run time', ['dynamic'], field.source);
    return tail;
  }
  if (isHidden(path)) {
    emitUnknown(frame, 'a program name with invisible characters', ['obfuscated'], path);
    return undefined;
  }
  const bare = /^=[A-Za-z]/.test(path) ? path.slice(1) : path;
  const place = path.includes('/') ? (absolutePath(path, frame.state.cwd) ?? path) : onPath(bare, frame);
  if (place === undefined) return withoutVersion(bare);
  const [called, original] = [baseName(place), baseName(originalOf(place, frame.run))];
  // A program of many applets does what its link is called.
  return /^(?:busybox|toybox)$/.test(original) && isProgram(called) ? called : original;
}

/** A package that `npx` and its kin run, without its version: `jest@29`, `ruff@latest`. */
const withoutVersion = (name: string): string => name.replace(/^([a-z][\w.-]*)@(?:\d|latest$|next$|[\^~]\d)[\w.+-]*$/i, '$1');

/** Where a copy lies that this very command has put on the search path under a name. */
function onPath(name: string, { run, state }: Frame): string | undefined {
  if (run.copies.size === 0) return undefined;
  const folders = (state.variables.get('PATH')?.fields[0]?.text ?? '').split(':');
  const places = folders.flatMap(folder => absolutePath(`${folder}/${name}`, state.cwd) ?? []);
  return places.find(path => originalOf(path, run) !== path);
}

/** The file of the project, or of a scratch folder, that has the name of a program on the search path of the command. Packages bring their own. */
function fileOnPath(name: string, { run, state, place }: Frame): string | undefined {
  const { files, root } = run.options;
  const path = state.variables.get('PATH')?.fields[0]?.text;
  if (path === undefined || files === undefined || place !== 'here') return undefined;
  const folders = path.split(':').flatMap(folder => absolutePath(folder === '' ? '.' : folder, state.cwd) ?? []);
  const own = folders.filter(
    folder => (isWithin(folder, root) || isTemporaryFor(root, folder)) && !/\/(?:node_modules|\.venv|venv)\//.test(`${folder}/`),
  );
  return own.map(folder => `${folder}/${name}`).find(file => files.identity(file) !== undefined || run.files.has(file));
}

function callFunction(called: ShellFunction, args: readonly Field[], frame: Frame): Stream {
  const { name } = called;
  const at = frame.calls.lastIndexOf(name);
  if (at >= 0) {
    emitForkBomb(name, at, frame);
    return { origins: [] };
  }
  const inner = descend(frame, undefined, { calls: [...frame.calls, name], says: frame.says ?? called.says });
  if (inner === undefined) return { origins: [] };
  const { state } = inner;
  const { parameters } = state;
  state.parameters = args;
  const redirected = visitRedirections(called.redirects, inner);
  const body = { ...inner, stdin: redirected.stdin };
  const printed =
    called.body.type === 'CompoundList' ? visitStatements(called.body.commands, body) : visitCompound(called.body, [], body);
  const output = rememberOutput(printed, redirected, inner);
  state.parameters = parameters;
  if (called.other !== undefined) callFunction(called.other, args, { ...frame, possible: true });
  return output;
}

/** An interactive shell would put the alias in place of the name, a script would not: both are said. */
function runAlias(name: string, text: string, args: readonly Field[], frame: Frame): void {
  const inner = descend(frame, `alias ${name}`, { possible: true });
  if (inner === undefined) return;
  inner.state.aliases.delete(name);
  start({ type: 'text', text: literal(`${text} ${quoteFields(args)}`) }, inner);
  frame.state.aliases.set(name, text);
}

/** What the engine does itself, by name: builtins of the shell, and wrappers whose command line data cannot describe. */
const handlers: Readonly<Record<string, Handler>> = {
  ...folderBuiltins,
  ...printingBuiltins,
  ...readingBuiltins,
  ...runningBuiltins,
  ...variableBuiltins,
  ...environmentWrappers,
  ...joiningWrappers,
  ...listWrappers,
  ...shellPrograms,
  find,
  gfind: find,
};
