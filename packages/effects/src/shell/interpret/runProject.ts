import type { Mark } from '../../marks.ts';
import { isGovernedPath } from '../../places/governed.ts';
import { absolutePath, isWithin, parentOf } from '../../places/lexical.ts';
import { isTemporaryFor } from '../../places/temporary.ts';
import { taskCommands, taskFileNames } from '../../programs/taskFiles.ts';
import type { TaskFile } from '../../programs/descriptor.ts';
import { isKnown, knownText, literal } from '../words/field.ts';
import { descend, OutOfWork, start } from '../words/frame.ts';
import type { Draft, Frame, Inner } from '../words/frame.ts';
import { forkState } from '../words/shellState.ts';
import { quoteFields } from './running.ts';

/** Longer files of the project are not read for what they do; programs cost more to read than lines of a shell. */
const longest = 65_536;
const longestProgram = 16_384;

/** What a script of the project holds, where it can be read: a file below the root that is short enough. */
export function projectText(path: string | undefined, frame: Frame, language?: string): string | undefined {
  const { files, root, cwd } = frame.run.options;
  const top = root ?? cwd;
  if (path === undefined || frame.place !== 'here' || !isWithin(path, top) || isTemporaryFor(top, path)) return undefined;
  const text = files?.text?.(path);
  const most = language === undefined ? longest : longestProgram;
  return text === undefined || text.length > most || text.includes('\0') ? undefined : text;
}

/**
 * Looks through code that the project brings: in a shell of its own, on a budget of its own, and for what can be told. What such code
 * computes stays what it was before, code of the project.
 */
export function readProject(path: string, frame: Frame, via: string, look: (inner: Frame) => void): void {
  const run = { ...frame.run, work: frame.run.projectWork, traps: [] as (() => void)[] };
  try {
    const inner = descend({ ...frame, run }, via, { state: forkState(frame.state), says: toldOf(path, frame) });
    if (inner === undefined) return;
    look(inner);
    for (const trap of run.traps) trap();
  } catch (error) {
    if (!(error instanceof OutOfWork)) throw error;
  }
}

/** Marks for code that nobody has seen, and for ruin: said of all code. */
const alwaysSaid: ReadonlySet<Mark> = new Set([
  'downloaded_code',
  'obfuscated',
  'untrusted_code',
  'catastrophic',
  'history_loss',
]);

/** Marks that say how a program runs, and no harm. */
const harmless: ReadonlySet<Mark> = new Set(['unlisted', 'inline_code', 'runs_code', 'dynamic', 'package_scripts']);

/** Programs that read settings to run something with them, and print none. */
const loading =
  /^(?:\.|source|node|tsx|ts-node|bun|deno|dotenv|dotenvx|dotenv-cli|env-cmd|python[\d.]*|uv|uvicorn|flask|docker|podman|docker-compose|kubectl|helm|vite|next|nuxt|prisma|drizzle-kit|vitest|jest)$/;

/** What belongs to the project: its files, and the environment in which its code runs. */
const isOwn = (target: Draft['target'], root: string): boolean =>
  target?.type === 'file' ? isWithin(target.lexical, root) : target?.type === 'named' && target.category === 'variable';

/**
 * What is said of code of the project: harm that can be told from its text. What it runs, how it sets its own environment, what it computes, and
 * what it makes or makes again in the project is its own matter, and so is that it loads the project's settings. What it removes and
 * prints there is too, once git holds the code as it is.
 */
function toldOf(path: string, { run: { options } }: Frame): (draft: Draft) => boolean {
  const root = options.root ?? options.cwd;
  let held: boolean | undefined;
  const isHeld = (): boolean => (held ??= options.files?.isHeldByGit?.([path]) === true);
  return ({ kind, target, program = '', tags = [] }) => {
    if (tags.some(tag => alwaysSaid.has(tag))) return true;
    const isMarked = tags.some(tag => !harmless.has(tag));
    if (kind === 'unknown' || kind === 'environment') return false;
    if (kind === 'execute' || kind === 'configure') return isMarked;
    if (target?.type === 'network' && target.direction === 'download') return isMarked;
    if (kind === 'read') return !isOwn(target, root) || (!loading.test(program) && !isHeld());
    if (kind !== 'write' && kind !== 'delete') return true;
    if (target?.type !== 'file') return kind === 'write' || tags.includes('remote_change') || !isHeld();
    if (isGovernedPath(target.lexical) || target.lexical === root) return true;
    if (!isWithin(target.lexical, root)) return kind === 'delete' || isMarked || !isHeld();
    return kind === 'delete' && !tags.includes('regenerable') && !isHeld();
  };
}

/** Judges what the tasks do that a call names, by the file of the project in which they stand. */
export function runTasks({ file, names, folder, program }: Extract<Inner, { type: 'tasks' }>, frame: Frame): void {
  const words = names.map(knownText).filter(word => word !== undefined);
  const from = folder === undefined ? frame.state.cwd : absolutePath(folder, frame.state.cwd);
  const found = from === undefined ? undefined : taskFileFrom(file, from, frame);
  if (found === undefined) return;
  const [task = ''] = words;
  const via = `${program} ${task}`.trimEnd();
  const call = `${found.path} ${words.join(' ')}`;
  if (frame.calls.includes(call)) return;
  const lines = taskCommands(file, found.text, file === 'Makefile' ? words : [task]);
  const isHandedOn = file === 'package.json' || file === 'deno.json';
  const given = isHandedOn ? quoteFields(names.slice(1).filter(word => isKnown(word) && word.text !== '--')) : '';
  lines.forEach((line, at) =>
    readProject(found.path, { ...frame, calls: [...frame.calls, call] }, via, inner => {
      inner.state.cwd = parentOf(found.path);
      const text = at === lines.length - 1 && given !== '' ? `${line} ${given}` : line;
      start({ type: 'text', text: literal(text, call) }, inner);
    }),
  );
}

/** The nearest such file, from the folder upwards to the root of the project. */
function taskFileFrom(
  file: TaskFile,
  folder: string,
  frame: Frame,
): { readonly path: string; readonly text: string } | undefined {
  const top = frame.run.options.root ?? frame.run.options.cwd;
  for (let at = folder; isWithin(at, top); at = parentOf(at)) {
    for (const name of taskFileNames[file]) {
      const path = `${at}/${name}`;
      const text = projectText(path, frame);
      if (text !== undefined) return { path, text };
    }
    if (file === 'Makefile' || at === parentOf(at)) return undefined;
  }
  return undefined;
}
