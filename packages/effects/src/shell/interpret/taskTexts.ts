import { absolutePath, isWithin, parentOf } from '../../places/lexical.ts';
import { isTemporaryFor } from '../../places/temporary.ts';
import { TASK_FILE_NAMES } from '../../programs/taskFiles.ts';
import type { TaskFile } from '../../programs/taskFile.ts';
import { draw } from '../../work.ts';
import type { Frame } from '../words/frame.ts';

/** Longer files of the project are not read for what they do; programs cost more to read than lines of a shell. */
const LONGEST = 65_536;

const LONGEST_PROGRAM = 16_384;

/** What a script of the project holds, where it can be read: a file below the root that is short enough. */
export function projectText(path: string | undefined, frame: Frame, language?: string): string | undefined {
  const { files, root } = frame.run.options;
  if (path === undefined || frame.place !== 'here' || !isWithin(path, root) || isTemporaryFor(root, path)) return undefined;
  const text = files?.text?.(path);
  const most = language === undefined ? LONGEST : LONGEST_PROGRAM;
  return text === undefined || text.length > most || text.includes('\0') ? undefined : text;
}

/** A file of the project with tasks, and those whose text it includes. */
export interface TaskText {
  readonly paths: readonly string[];
  readonly text: string;
}

/** The text of a task file. */
export function read(path: string | undefined, frame: Frame): TaskText | undefined {
  const text = projectText(path, frame);
  return path === undefined || text === undefined ? undefined : { paths: [path], text };
}

/** The nearest such file, from the folder upwards to the root of the project; make looks nowhere but where it runs. */
export function nearest(file: TaskFile, folder: string, frame: Frame): TaskText | undefined {
  const { root } = frame.run.options;
  for (let at = folder; isWithin(at, root); at = parentOf(at)) {
    for (const name of TASK_FILE_NAMES[file]) {
      const found = read(`${at}/${name}`, frame);
      if (found !== undefined) return found;
    }
    if (file === 'Makefile' || at === parentOf(at)) return undefined;
  }
  return undefined;
}

const INCLUDED: Readonly<Partial<Record<TaskFile, RegExp>>> = {
  Makefile: /^(?:-|s)?include[ \t]+([^\n#$]{1,400})$/gm,
  justfile: /^import\??[ \t]+["']([^"'\n]{1,400})["']/gm,
};

/** Most files that the rules of one call include. */
const MOST_INCLUDED = 32;

/** The rules with those that they include behind them: make looks for names where it runs, just beside the file. */
export function withIncluded(file: TaskFile, found: TaskText, folder: string, frame: Frame): TaskText {
  const paths = [...found.paths];
  const texts = [found.text];
  for (let at = 0; at < texts.length; at++) {
    const names = [...(texts[at]?.matchAll(INCLUDED[file] ?? /$^/g) ?? [])].flatMap(([, words = '']) =>
      words.trim().split(/\s+/),
    );
    for (const name of names) {
      const path = absolutePath(name, file === 'justfile' ? parentOf(paths[at] ?? '') : folder);
      const text =
        path === undefined || paths.includes(path) || paths.length > MOST_INCLUDED ? undefined : projectText(path, frame);
      if (path === undefined || text === undefined || !draw(frame.run.projectWork, text.length / 1024)) continue;
      paths.push(path);
      texts.push(text);
    }
  }
  return { paths, text: texts.join('\n') };
}
