import { absolutePath } from '../../places/lexical.ts';
import {
  libraryFiles,
  loadedBySettings,
  loadedLanguage,
  loadedModule,
  loadsSources,
  loadsWord,
  settingsThatLoad,
} from '../../programs/loadedFiles.ts';
import { knownText, literal } from '../words/field.ts';
import type { Field } from '../words/field.ts';
import { start } from '../words/frame.ts';
import type { Frame } from '../words/frame.ts';

/** Most files of one call that are read. */
const MOST_FILES = 16;

/** The file of a module of Python that is in a folder, as a source or as a package. */
export function moduleFile(name: string, frame: Frame, main: string = '__init__'): string | undefined {
  const { files } = frame.run.options;
  if (frame.place !== 'here' || frame.state.cwd === undefined || !/^[\w./]+$/.test(name)) return undefined;
  return [`${name}.py`, `${name}/${main}.py`].find(
    path => files?.text?.(absolutePath(path, frame.state.cwd) ?? path) !== undefined,
  );
}

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
export function readLoaded(program: string, args: readonly Field[], frame: Frame): void {
  if (!loadsSources(program)) return;
  const { files } = frame.run.options;
  const words = args.map(arg => knownText(arg));
  const found = words.flatMap((word, at) => (word === undefined ? [] : loadedBy(program, word, words[at - 1], frame)));
  for (const settings of settingsThatLoad(program)) {
    const text = files?.text?.(absolutePath(settings, frame.state.cwd) ?? settings);
    for (const path of text === undefined ? [] : loadedBySettings(program, text))
      found.push({ path, language: loadedLanguage(path) });
  }
  const isThere = ({ path, language }: Loaded): boolean => {
    const whole = absolutePath(path, frame.state.cwd);
    return language !== undefined && whole !== undefined && files?.text?.(whole) !== undefined;
  };
  for (const { path, language } of found.filter(isThere).slice(0, MOST_FILES))
    start({ type: 'file', file: literal(path), program, args: [], use: { as: 'execute', language: language ?? '' } }, frame);
}
