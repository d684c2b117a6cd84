import { absolutePath, isWithin, parentOf } from '../../../places/lexical.ts';
import { expandGlob } from '../../../places/reach.ts';
import { isSecretPath } from '../../../places/secrets.ts';
import { WITH_OVERRIDES, containerFileFindings, containerFilesOf, valueFilesOf } from '../../../programs/composeFiles.ts';
import { loadedLanguage, libraryFiles, loadedModule, loadsSources, loadsWord } from '../../../programs/loadedFiles.ts';
import type { OwnFiles } from '../../../programs/ownFiles.ts';
import { namedByConfig, ownFilesOf, namedBySettings } from '../../../programs/ownFiles.ts';
import { draw } from '../../../work.ts';
import type { Field } from '../../words/field.ts';
import { knownText, literal } from '../../words/field.ts';
import type { Frame } from '../../words/frame.ts';
import { start } from '../../words/frame.ts';
import type { Stream } from '../../words/stream.ts';
import { applyAlone } from '../applyUse.ts';
import { fieldOf } from '../assign.ts';
import type { AssignedCall, Called } from '../call.ts';
import { emitFile } from '../emitFile.ts';
import { emitFixed } from '../fixedEffects.ts';
import { contentOf } from '../outputs.ts';
import { factOf } from '../resolve.ts';
import { isStandardInput, moduleFile } from '../runUses.ts';
import { emitPrinted } from './allVariables.ts';

const MOST_FILES = 24;

/** The files of a row that are there, in a folder or in the nearest one above it. */
function filesOf({ names, isUpward, isNew }: OwnFiles, folder: string, frame: Frame): readonly string[] {
  const { files, root } = frame.run.options;
  if (files === undefined || !isWithin(folder, root) || !draw(frame.run.projectWork, 1)) return [];
  const found = names.split(' ').flatMap(name => {
    const path = name.startsWith(HOOKS) ? name.replace(HOOKS, hooksFolder(folder, frame) ?? '/nowhere') : `${folder}/${name}`;
    if (/[*{]/.test(name)) return expandGlob(path, files, MOST_FILES * 64).paths;
    return files.identity(path) === undefined ? [] : [path];
  });
  const wanted = isNew === true ? found.filter(path => files.isHeldByGit?.([path]) !== true) : found;
  if (wanted.length > 0 || isUpward !== true || folder === root || folder === '/') return wanted.slice(0, MOST_FILES);
  return filesOf({ names, isUpward }, parentOf(folder), frame);
}

const HOOKS = '{hooks}';

/** The folder that the settings of the repository name for its hooks; git's own is no part of the project, and protected by itself. */
function hooksFolder(folder: string, { run }: Frame): string | undefined {
  const { files, root } = run.options;
  for (let at = folder; isWithin(at, root) && at !== '/'; at = parentOf(at)) {
    if (files?.identity(`${at}/.git`) === undefined) continue;
    const named = /^[ \t]*hooksPath[ \t]*=[ \t]*"?([^"\n]+?)"?[ \t]*$/im.exec(files.text?.(`${at}/.git/config`) ?? '')?.[1];
    // Husky's own folder holds what starts the file of the same name beside it.
    return named === undefined ? undefined : absolutePath(named.replace(/(^|\/)\.husky\/_$/, '$1.husky'), at);
  }
  return undefined;
}

/** Folders of the sources that the words of a test runner name, up to the folder of the call. */
function foldersOf(words: readonly (string | undefined)[], cwd: string, frame: Frame): readonly string[] {
  const found = new Set<string>();
  for (const word of words) {
    const path = word === undefined || word.startsWith('-') ? undefined : absolutePath(word.replace(/::.*$/s, ''), cwd);
    if (path === undefined || !isWithin(path, cwd) || frame.run.options.files?.identity(path) === undefined) continue;
    for (let at = path; at !== cwd && found.size < MOST_FILES; at = parentOf(at)) found.add(at);
  }
  return [...found];
}

/** Files that say what a project is, by which a call names its folder: `--manifest-path x/Cargo.toml`, `-f x/pom.xml`. */
const MANIFEST =
  /(?:^|\/)(?:Cargo\.toml|pom\.xml|package\.json|pyproject\.toml|CMakeLists\.txt|[\w.-]+\.(?:gradle(?:\.kts)?|\w+proj))$/;

/** Most other folders of one call whose files are read. */
const MOST_FOLDERS = 4;

/** Folders of projects that the words of a call name: `gradle -p x`, `cargo build --manifest-path=x/Cargo.toml`. */
function projectsIn(words: readonly (string | undefined)[], cwd: string, { run }: Frame): readonly string[] {
  const { files, root } = run.options;
  const found = words.flatMap(word => {
    const path = absolutePath(word?.replace(/^--?[\w-]+=/, '') ?? '', cwd);
    if (word === undefined || word === '' || path === undefined || path === cwd || !isWithin(path, root)) return [];
    if (MANIFEST.test(path)) return [parentOf(path)];
    return (files?.list(path)?.length ?? 0) > 0 ? [path] : [];
  });
  return [...new Set(found)].slice(0, MOST_FOLDERS);
}

/** Looks through the files of the project that a program loads by itself: configurations that are code, hooks of tests, build scripts. */
export function readOwn({ name, args, frame }: Called): void {
  const program = name.replace('python -m ', '');
  const words = args.map(knownText);
  const rows = ownFilesOf(program, words);
  const { cwd } = frame.state;
  if (rows.length === 0 || cwd === undefined || frame.place !== 'here') return;
  const nested = /^py\.?test$/.test(program) ? foldersOf(words, cwd, frame).map(folder => `${folder}/conftest.py`) : [];
  for (const path of nested) readBeside(path, 'python', program, frame);
  const folders = [cwd, ...projectsIn(words, cwd, frame)];
  for (const row of rows)
    for (const path of new Set(folders.flatMap(folder => filesOf(row, folder, frame)))) readOne(path, row, program, frame);
  if (program === 'jest') readNamed(absolutePath('package.json', cwd) ?? '', program, frame);
}

function readOne(path: string, { language, commands, loads, isUpward }: OwnFiles, program: string, frame: Frame): void {
  if (loads !== undefined) {
    const named = namedBySettings(frame.run.options.files?.text?.(path) ?? '', loads);
    runLoaded(
      named.map(name => ({ path: name, language: loadedLanguage(name) })),
      { program, args: [] },
      frame,
    );
  } else if (commands === undefined) readBeside(path, language ?? loadedLanguage(path), program, frame);
  else start({ type: 'tasks', file: 'commands', names: [], program, from: path, commands }, frame);
  if (isUpward === true) readNamed(path, program, frame);
}

/** Looks through the files that a configuration names. */
function readNamed(config: string, program: string, frame: Frame): void {
  const text = frame.run.options.files?.text?.(config);
  for (const name of text === undefined || text.length > 65_536 ? [] : namedByConfig(text).slice(0, MOST_FILES)) {
    const path = absolutePath(name, parentOf(config));
    const language = path === undefined ? undefined : loadedLanguage(path);
    if (path !== undefined && language !== undefined) readBeside(path, language, program, frame);
  }
}

function readBeside(path: string, language: string | undefined, program: string, frame: Frame): void {
  const use = { as: 'execute', ...(language !== undefined && { language }) } as const;
  start({ type: 'file', file: literal(path), program, args: [], use, isBeside: true }, frame);
}

/** Most files of one call that are read. */
const MOST_LOADED = 16;

/** One source that a word of a call names, and its language. */
interface Loaded {
  readonly path: string;
  readonly language: string | undefined;
}

/** The source that a word names, by itself, as the value of an option, or as a module. */
function loadedBy(program: string, word: string, before: string | undefined, frame: Frame): readonly Loaded[] {
  const [, attached, value = word] = /^(--?[\w-]+)=(.*)$/s.exec(word) ?? [];
  const option = attached ?? (before?.startsWith('-') === true ? before : undefined);
  const isOperand = attached === undefined && !word.startsWith('-');
  const ways = [option, ...(isOperand ? [undefined] : [])];
  const name = ways.map(by => loadedModule(program, value, by)).find(found => found !== undefined);
  const module = name === undefined ? undefined : moduleFile(name, frame);
  const { paths, language } = libraryFiles(program, word, before);
  const isLoaded = ways.some(by => loadsWord(program, by));
  const path = value.replace(/::.*$/s, '');
  return [
    ...(module === undefined ? [] : [{ path: module, language: 'python' }]),
    ...(isLoaded ? [{ path, language: loadedLanguage(path) }] : []),
    ...paths.map(library => ({ path: library, language })),
  ];
}

/** Reads the sources that a test runner, a server or a tool loads from the words of its call, as if they ran by themselves. */
export function readLoaded({ name, args, frame }: Called): void {
  const program = name.replace('python -m ', '');
  if (!loadsSources(program)) return;
  const words = args.map(arg => knownText(arg));
  words.forEach((word, at) => {
    if (word === undefined) return;
    // The words behind a first operand are its own; behind an option they are those of another file.
    runLoaded(loadedBy(program, word, words[at - 1], frame), { program, args: at === 0 ? args.slice(1) : [] }, frame);
  });
}

/** Runs the sources that a program loads, of those that are there. */
function runLoaded(
  found: readonly Loaded[],
  { program, args }: { readonly program: string; readonly args: readonly Field[] },
  frame: Frame,
): void {
  const isThere = ({ path }: Loaded): boolean => {
    const whole = absolutePath(path, frame.state.cwd);
    return whole !== undefined && frame.run.options.files?.text?.(whole) !== undefined;
  };
  const known = found.flatMap(({ path, language }) => (language === undefined ? [] : [{ path, language }]));
  for (const { path, language } of known.filter(isThere).slice(0, MOST_LOADED))
    start({ type: 'file', file: literal(path), program, args, use: { as: 'execute', language } }, frame);
}

/** The text of a file that this command has written, or that git does not hold as it is. What git holds is the project's own matter. */
function unreviewedText(name: string, { run, state }: Frame): string | undefined {
  const path = absolutePath(name, state.cwd);
  if (path === undefined) return undefined;
  const written = run.files.get(path);
  if (written !== undefined) return written.text;
  const { files } = run.options;
  return files?.isHeldByGit?.([path]) === false ? files.text?.(path) : undefined;
}

/** Records what containers see of this machine when a call starts them by a file that git does not hold. */
export function readContainerFiles({ name: program, args, frame }: Called): void {
  if (frame.place !== 'here') return;
  const names = containerFilesOf(
    program,
    args.map(arg => knownText(arg) ?? '?'),
  );
  for (const name of names) {
    const text = name === '-' ? frame.stdin?.text : unreviewedText(name, frame);
    for (const finding of text === undefined ? [] : containerFileFindings(text, frame.run.options.home)) {
      if ('kind' in finding) emitFixed(finding, program, [], frame);
      if ('use' in finding && typeof finding.value === 'string') applyAlone(finding.use, finding.value, program, frame);
    }
  }
}

const MOST_LISTED = 64;

const namesIn = ({ paths, text }: Stream): readonly Field[] =>
  paths ??
  (text ?? '')
    .split(/[\n\0]/)
    .filter(name => name !== '')
    .map(name => literal(name));

/** Records the files that a call reads by a list of their names. */
export function readListed({ call, inside: frame }: Pick<AssignedCall, 'call' | 'inside'>): void {
  const { in: from = [], onInput = [], unless = '' } = factOf(call, 'listed') ?? {};
  const lists = onInput.some(option => call.has(option)) && frame.stdin !== undefined ? [frame.stdin] : [];
  for (const { option, values } of call.has(unless) ? [] : call.line.given)
    for (const { field } of from.includes(option.name) || from.includes(option.spelling) ? values : [])
      lists.push(isStandardInput(field) ? (frame.stdin ?? { origins: [] }) : contentOf(field, frame));
  const [program = ''] = call.path;
  for (const list of lists)
    for (const name of namesIn(list).slice(0, MOST_LISTED)) emitFile(name, { kind: 'read', program, possible: true }, frame);
}

/** Compose prints its services with the values filled in from files of secrets. */
export function emitComposed({ call, inside: frame }: Pick<AssignedCall, 'call' | 'inside'>): void {
  const { files, home } = frame.run.options;
  const { cwd } = frame.state;
  const isConfig = /^(?:(?:docker|podman) compose|docker-compose|podman-compose) (?:config|convert)$/.test(call.path.join(' '));
  if (!isConfig || call.has('-q') || frame.place !== 'here' || files?.text === undefined || cwd === undefined) return;
  const named = call.values('-f').flatMap(({ text }) => text ?? []);
  for (const name of named.length > 0 ? named : WITH_OVERRIDES) {
    for (const file of valueFilesOf(files.text(absolutePath(name, cwd) ?? '') ?? '')) {
      const path = absolutePath(file, cwd);
      if (path === undefined || !isSecretPath(path, undefined, home) || files.identity(path) === undefined) continue;
      emitPrinted(path, call.path[0] ?? '', frame);
    }
  }
}

/** Starts the tasks of the project that a call names. */
export function startTasks({ call, findings, inside }: Pick<AssignedCall, 'call' | 'findings' | 'inside'>): void {
  for (const finding of findings) {
    if (!('tasks' in finding)) continue;
    const names = finding.names.map(name => fieldOf(name, call));
    start({ type: 'tasks', ...finding, file: finding.tasks, names, program: call.path[0] ?? '' }, inside);
  }
}
