import { absolutePath, isWithin, parentOf } from '../../places/lexical.ts';
import { expandGlob } from '../../places/reach.ts';
import { loadedLanguage } from '../../programs/loadedFiles.ts';
import { namedByConfig, ownFilesOf } from '../../programs/ownFiles.ts';
import type { OwnFiles } from '../../programs/ownFiles.ts';
import { draw } from '../../work.ts';
import { knownText, literal } from '../words/field.ts';
import type { Field } from '../words/field.ts';
import { start } from '../words/frame.ts';
import type { Frame } from '../words/frame.ts';

/** Most files of one call that are read. */
const MOST_FILES = 24;

/** The files of a row that are there, in a folder or in the nearest one above it. */
function filesOf({ names, isUpward, isNew }: OwnFiles, folder: string, frame: Frame): readonly string[] {
  const { files, root, cwd } = frame.run.options;
  const top = root ?? cwd;
  if (files === undefined || !isWithin(folder, top) || !draw(frame.run.projectWork, 1)) return [];
  const found = names.split(' ').flatMap(name => {
    const path = name.startsWith(HOOKS) ? name.replace(HOOKS, hooksFolder(folder, frame) ?? '/nowhere') : `${folder}/${name}`;
    if (/[*{]/.test(name)) return expandGlob(path, files, MOST_FILES * 64).paths;
    return files.identity(path) === undefined ? [] : [path];
  });
  const wanted = isNew === true ? found.filter(path => files.isHeldByGit?.([path]) !== true) : found;
  if (wanted.length > 0 || isUpward !== true || folder === top || folder === '/') return wanted.slice(0, MOST_FILES);
  return filesOf({ names, isUpward }, parentOf(folder), frame);
}

const HOOKS = '{hooks}';

/** The folder that the settings of the repository name for its hooks; git's own is no part of the project, and protected by itself. */
function hooksFolder(folder: string, { run }: Frame): string | undefined {
  const { files, root, cwd } = run.options;
  for (let at = folder; isWithin(at, root ?? cwd) && at !== '/'; at = parentOf(at)) {
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

/** Looks through the files of the project that a program loads by itself: configurations that are code, hooks of tests, build scripts. */
export function readOwn(program: string, args: readonly Field[], frame: Frame): void {
  const words = args.map(knownText);
  const rows = ownFilesOf(program, words);
  const { cwd } = frame.state;
  if (rows.length === 0 || cwd === undefined || frame.place !== 'here') return;
  const nested = /^py\.?test$/.test(program) ? foldersOf(words, cwd, frame).map(folder => `${folder}/conftest.py`) : [];
  for (const path of nested) readBeside(path, 'python', program, frame);
  for (const row of rows) for (const path of filesOf(row, cwd, frame)) readOne(path, row, program, frame);
  if (program === 'jest') readNamed(absolutePath('package.json', cwd) ?? '', program, frame);
}

function readOne(path: string, { language, commands, isUpward }: OwnFiles, program: string, frame: Frame): void {
  if (commands === undefined) readBeside(path, language ?? loadedLanguage(path), program, frame);
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
