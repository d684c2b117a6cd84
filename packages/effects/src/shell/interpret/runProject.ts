import type { FileTarget } from '@licet/core';
import type { Mark } from '../../marks.ts';
import { isGovernedPath } from '../../places/governed.ts';
import { namesHumanCommand } from '../../places/humanCommands.ts';
import { absolutePath, isWithin, parentOf } from '../../places/lexical.ts';
import type { TaskFile } from '../../programs/taskFile.ts';
import { taskCommands, variablesSetIn, memberOf, workspacePatterns } from '../../programs/taskFiles.ts';
import { draw } from '../../work.ts';
import type { Draft } from '../words/draft.ts';
import { descend } from '../words/emit.ts';
import { isKnown, knownText, literal } from '../words/field.ts';
import type { Frame, Inner } from '../words/frame.ts';
import { isOutOfWork, start } from '../words/frame.ts';
import { forkState } from '../words/shellState.ts';
import { quoteFields } from './running.ts';
import type { TaskText } from './taskTexts.ts';
import { projectText, read, nearest, withIncluded } from './taskTexts.ts';
import { globMatcher } from '../words/glob.ts';

/** Most packages of a workspace that are looked at for one call. */
const MOST_PACKAGES = 64;

/** The manifests of those packages of the workspace around a folder that filters choose, by name or by folder. */
function packagesOf(filters: readonly string[], folder: string, frame: Frame): readonly TaskText[] {
  const { root } = frame.run.options;
  for (let at = folder; isWithin(at, root); at = parentOf(at)) {
    const manifest = read(`${at}/package.json`, frame);
    const patterns = workspacePatterns(manifest?.text, projectText(`${at}/pnpm-workspace.yaml`, frame));
    if (patterns.length > 0) {
      const folders = new Set(patterns.flatMap(pattern => foldersOf(pattern, at, frame)));
      const found = [...folders].slice(0, MOST_PACKAGES).map(package_ => read(`${package_}/package.json`, frame));
      return [manifest, ...found].filter(text => text !== undefined).filter(text => isChosen(text, filters));
    }
    if (at === parentOf(at)) break;
  }
  return [];
}

function isChosen({ paths: [path = ''], text }: TaskText, filters: readonly string[]): boolean {
  const name = memberOf(text, 'name');
  const names = [parentOf(path), ...(typeof name === 'string' ? [name, `/${name}`] : [])];
  return filters.some(filter => {
    const bare = filter.replace(/^\.{3}\^?|\^?\.{3}$|\[.*\]$|[{}]/g, '').replace(/^\.\/|\/$/g, '');
    if (bare === '' || bare.startsWith('!')) return true;
    const [isSame, isEnd] = [globMatcher(bare), globMatcher(`*/${bare}`)];
    return names.some(known => isSame(known) || isEnd(known));
  });
}

/** The folders that a pattern of a workspace matches, without dependencies and what begins with a dot. */
function foldersOf(pattern: string, root: string, frame: Frame): readonly string[] {
  const below = (folder: string, part: string): readonly string[] => {
    const fits = globMatcher(part);
    const entries = draw(frame.run.projectWork, 8) ? (frame.run.options.files?.list(folder) ?? []) : [];
    return entries
      .filter(({ name, kind }) => kind === 'folder' && !/^(?:node_modules$|\.)/.test(name) && fits(name))
      .map(({ name }) => `${folder}/${name}`);
  };
  let folders: readonly string[] = [root];
  for (const part of pattern.split('/').filter(name => name !== '' && name !== '.')) {
    const found = folders
      .slice(0, MOST_PACKAGES)
      .flatMap(folder => (/[*?[]/.test(part) ? below(folder, part) : [`${folder}/${part}`]));
    const deeper = part === '**' ? found.slice(0, MOST_PACKAGES).flatMap(folder => below(folder, '*')) : [];
    folders = part === '**' ? folders.concat(found, deeper) : found;
  }
  return folders;
}

/**
 * Looks through code that the project brings: in its own shell, on its own budget, and for what can be told. What such code
 * computes stays what it was before, code of the project.
 */
export function readProject(paths: readonly string[], frame: Frame, via: string, look: (inner: Frame) => void): void {
  const run = { ...frame.run, work: frame.run.projectWork, traps: [] as (() => void)[], guarded: new Set(frame.run.guarded) };
  try {
    const inner = descend({ ...frame, run }, via, { state: forkState(frame.state), says: saysOf(paths, frame) });
    if (inner === undefined) return;
    look(inner);
    for (const trap of run.traps) trap();
  } catch (error) {
    if (!isOutOfWork(error)) throw error;
  }
}

/** Marks for code that no reviewer has seen, and for ruin: said of all code. */
const ALWAYS_SAID: ReadonlySet<Mark> = new Set([
  'downloaded_code',
  'obfuscated',
  'untrusted_code',
  'catastrophic',
  'history_loss',
]);

/** Marks that say how a program runs, and no harm. */
const HARMLESS: ReadonlySet<Mark> = new Set(['unlisted', 'inline_code', 'runs_code', 'dynamic', 'package_scripts']);

/** Programs that read settings to run something with them, and print none. */
const LOADING =
  /^(?:\.|source|node|tsx|ts-node|bun|deno|dotenv|dotenvx|dotenv-cli|env-cmd|python[\d.]*|uv|uvicorn|flask|docker|podman|docker-compose|kubectl|helm|vite|next|nuxt|prisma|drizzle-kit|vitest|jest)$/;

/** Whether a file lies in the project by its name and behind its links. */
const isInside = ({ lexical, resolved }: FileTarget, root: string): boolean =>
  isWithin(lexical, root) && isWithin(resolved, root);

/** What belongs to the project: its files, and the environment in which its code runs. */
const isOwn = (target: Draft['target'], root: string): boolean =>
  target?.type === 'file' ? isInside(target, root) : target?.type === 'named' && target.category === 'variable';

/**
 * What is said of code of the project: harm that can be told from its text, and commands of Licet that only a human may run. What else it runs,
 * how it sets its own environment, what it computes, and what it makes or makes again in the project is its own matter, and so is that it
 * loads the project's settings. What it removes and prints there is too, once git holds the code as it is.
 */
function saysOf(paths: readonly string[], { run: { options } }: Frame): (draft: Draft) => boolean {
  const { root } = options;
  let held: boolean | undefined;
  const isHeld = (): boolean => (held ??= options.files?.isHeldByGit?.(paths) === true);
  return ({ kind, target, program = '', tags = [], isAlwaysSaid = false }) => {
    if (isAlwaysSaid || tags.some(tag => ALWAYS_SAID.has(tag))) return true;
    const isMarked = tags.some(tag => !HARMLESS.has(tag));
    if (kind === 'unknown' || kind === 'environment') return false;
    if (kind === 'execute' && target?.type === 'program' && namesHumanCommand(target.argv)) return true;
    // A condition may speak of a file of the project, whatever starts it.
    if (kind === 'execute') return isMarked || (target?.type === 'program' && target.file !== undefined);
    if (kind === 'configure') return isMarked;
    if (target?.type === 'network' && target.direction === 'download') return isMarked;
    if (kind === 'read') return !isOwn(target, root) || (!LOADING.test(program) && !isHeld());
    if (kind !== 'write' && kind !== 'delete') return true;
    if (target?.type !== 'file') return kind === 'write' || tags.includes('remote_change') || !isHeld();
    if (isGovernedPath(target.lexical) || target.lexical === root) return true;
    if (!isInside(target, root)) return kind === 'delete' || isMarked || !isHeld();
    return (kind === 'delete' || tags.includes('destructive')) && !tags.includes('regenerable') && !isHeld();
  };
}

type Inside = Extract<Inner, { type: 'tasks' }>;

type Tasks = Inside & { readonly file: TaskFile };

/** Judges the commands in a file that a program runs by itself. */
function runCommandsIn({ from = '', commands, program }: Inside, frame: Frame): void {
  const text = projectText(from, frame);
  if (text === undefined || commands === undefined || frame.calls.includes(from)) return;
  for (const line of [...text.matchAll(commands)].slice(0, MOST_COMMANDS).map(([, ...groups]) => groups.at(-1) ?? ''))
    readProject([from], { ...frame, calls: [...frame.calls, from] }, program, inner => {
      inner.state.cwd = parentOf(from);
      start({ type: 'text', text: literal(plainText(line), from) }, inner);
    });
}

const MOST_COMMANDS = 64;

/** A command without the quotes of YAML and JSON, and without the names that its program puts in. */
const plainText = (line: string): string =>
  line
    .trim()
    .replace(/["']\s*,\s*["']/g, ' ')
    .replace(/,$/, '')
    .replace(/^(["'])(.*)\1$/s, '$2')
    .replace(/\{env:HOME\}/g, '$HOME')
    .replace(/\$\{path\.(?:module|root|cwd)\}/g, '.')
    .replace(/\{(?:posargs|envpython|toxinidir)[^}]*\}/g, 'x');

/** Judges what the tasks do that a call names, by the files of the project in which they are. */
export function runTasks(inside: Inside, frame: Frame): void {
  const { file, folder, from, packages } = inside;
  if (file === 'commands') return runCommandsIn(inside, frame);
  const tasks = { ...inside, file };
  const at = folder === undefined ? frame.state.cwd : absolutePath(folder, frame.state.cwd);
  if (at === undefined) return;
  if (file === 'go.mod') return generate(tasks, at, frame);
  if (packages !== undefined) for (const found of packagesOf(packages, at, frame)) runTask(found, tasks, frame);
  else {
    const found = from === undefined ? nearest(file, at, frame) : read(absolutePath(from, at), frame);
    if (found !== undefined) runTask(withIncluded(file, found, at, frame), tasks, frame);
  }
}

function runTask({ paths, text }: TaskText, { file, names, program, isDry }: Tasks, frame: Frame): void {
  const words = names.map(name => (name.glob ? name.text : knownText(name))).filter(word => word !== undefined);
  const [task = ''] = words;
  const [path = ''] = paths;
  const call = `${path} ${words.join(' ')}`;
  if (frame.calls.includes(call)) return;
  const lines = taskCommands(file, text, /^(?:Makefile|Taskfile\.yml|compose\.yaml)$/.test(file) ? words : [task], isDry);
  const isHandedOn = file.endsWith('.json');
  const given = isHandedOn ? quoteFields(names.slice(1).filter(word => isKnown(word) && word.text !== '--')) : '';
  lines.forEach((line, at) =>
    readProject(paths, { ...frame, calls: [...frame.calls, call] }, `${program} ${task}`.trimEnd(), inner => {
      inner.state.cwd = parentOf(path);
      for (const name of variablesSetIn(text)) inner.run.guarded.add(name);
      const whole = at === lines.length - 1 && given !== '' ? `${line} ${given}` : line;
      start({ type: 'text', text: literal(whole, call) }, inner);
    }),
  );
}

/** Most files of Go that are read for their directives. */
const MOST_SOURCES = 256;

/** Judges the directives `//go:generate` in the files that the patterns name: each is a command in the folder of its file. */
function generate({ names, program }: Tasks, folder: string, frame: Frame): void {
  const { files } = frame.run.options;
  const texts = names.flatMap(name => knownText(name) ?? []);
  const open = (texts.length > 0 ? texts : ['.']).map(
    text => [absolutePath(text.replace(/\/?\.\.\.$/, '') || '.', folder), text.endsWith('...')] as const,
  );
  const sources: string[] = [];
  for (const [path, isTree] of open) {
    if (path === undefined || sources.length > MOST_SOURCES || !draw(frame.run.projectWork, 4)) return;
    if (path.endsWith('.go')) sources.push(path);
    for (const { name, kind } of files?.list(path) ?? []) {
      if (kind !== 'folder' && name.endsWith('.go')) sources.push(`${path}/${name}`);
      else if (kind === 'folder' && isTree && !/^(?:[._]|vendor$|node_modules$|testdata$)/.test(name))
        open.push([`${path}/${name}`, true]);
    }
  }
  for (const source of sources.slice(0, MOST_SOURCES)) {
    const lines = (projectText(source, frame) ?? '').matchAll(/^\/\/go:generate[ \t]+(.+)$/gm);
    for (const [, line = ''] of lines)
      readProject([source], frame, `${program} generate`, inner => {
        inner.state.cwd = parentOf(source);
        start({ type: 'text', text: literal(line, source) }, inner);
      });
  }
}
