import type { Effect } from '@licet/core';
import { GovernanceError, isGovernanceError } from '@licet/core';
import type { Mark } from '../../marks.ts';
import type { FileSystemPort } from '../../places/fileSystem.ts';
import { absolutePath } from '../../places/lexical.ts';
import type { DetailedUse, CommandDescriptor, TaskFile, TaskPlace } from '../../programs/descriptor.ts';
import type { Work } from '../../work.ts';
import { draw } from '../../work.ts';
import type { Draft } from './draft.ts';
import type { Field } from './field.ts';
import type { ParsedScript } from './parser.ts';
import type { ShellState } from './shellState.ts';
import { forkState } from './shellState.ts';
import type { Stream } from './stream.ts';

/**
 * Something that a command runs, as data. Its finder starts it; what it does is known only to the interpreter, which lies above:
 * so no room imports one above it.
 */
export type Inner =
  | { readonly type: 'script'; readonly script: Pick<ParsedScript, 'commands' | 'errors'> }
  | { readonly type: 'text'; readonly text: Field }
  /** An argument vector. */
  | { readonly type: 'words'; readonly words: readonly Field[] }
  /** Source text of another language. */
  | { readonly type: 'code'; readonly language: string; readonly source: Field; readonly program: string }
  /** A file that a program runs. */
  | {
      readonly type: 'file';
      readonly file: Field;
      readonly program: string;
      readonly args: readonly Field[];
      readonly use?: DetailedUse | undefined;
      /** The program loads it beside its own work: it is no call by itself. */
      readonly isBeside?: true;
    }
  /** Tasks of the project, by the file in which they are and the words that name them. */
  | ({
      readonly type: 'tasks';
      readonly file: TaskFile | 'commands';
      readonly names: readonly Field[];
      readonly program: string;
      /** The commands in a file that is no list of tasks: the first group of each match. */
      readonly commands?: RegExp;
    } & TaskPlace)
  /** The standard input, as shell text or as code. */
  | { readonly type: 'input'; readonly use: DetailedUse; readonly program: string; readonly tags?: readonly Mark[] };

/** One analysis: its options, its budget, what it found, and what the command has changed in the world so far. */
export interface Run {
  readonly options: ShellOptions & { readonly root: string };
  /** Does what something inside a command does, and returns what it prints. */
  readonly start: (inner: Inner, frame: Frame) => Stream;
  readonly effects: Map<string, Effect>;
  readonly maxDepth: number;
  readonly work: Work;
  /** What may be spent on scripts and tasks of the project; the rest of them is not read. */
  readonly projectWork: Work;
  /** Files the command wrote so far, with what is known of their content. */
  readonly files: Map<string, Stream>;
  /** Copies of and links to programs and other files, by absolute path. */
  readonly copies: Map<string, string>;
  /** Copies of what is known only at run time, by absolute path. */
  readonly unseenCopies: Set<string>;
  /** Folders that the command fetched: clones, archives from the network. */
  readonly fetched: Set<string>;
  /** Folders into which an archive from the network was unpacked, among what was there before. */
  readonly unpackedInto: Set<string>;
  /** Symbolic links the command made, by absolute path. */
  readonly links: Map<string, string>;
  /** Sessions of terminals that the command started, by program and name. */
  readonly sessions: Set<string>;
  /** What traps will do when the command has done everything else. */
  readonly traps: (() => void)[];
  /** Counts process substitutions, to give each its own name. */
  pipes: number;
  /** The command has opened a tunnel: what answers on this machine may be another one. */
  tunnels: boolean;
  /** Databases on this machine that the command has made. */
  readonly databases: Set<string>;
  /** Remotes of git to which the command has given an address, by name. */
  readonly remotes: Map<string, readonly string[]>;
  /** How the programs that it calls are described, by name. */
  readonly described: Map<string, CommandDescriptor | undefined>;
  /** Variables that a test looks at, or whose place of origin is not read: none of them counts as unset. `*` is all of them. */
  readonly guarded: Set<string>;
  /** A search of the command looks for credentials by what they look like. */
  aims: boolean;
  /** The key of the effect that said last that something runs. */
  execution: string;
  /** Programs that code of the project starts, by the key of the effect that says that this code runs. */
  readonly within: Map<string, (readonly string[])[]>;
}

/** Where the visitor is. Frames are never changed; the state in them is. */
export interface Frame {
  readonly run: Run;
  readonly state: ShellState;
  readonly via: readonly string[];
  /** True inside a branch or loop that may not run. */
  readonly possible: boolean;
  readonly stdin: Stream | undefined;
  readonly depth: number;
  /** Put on every effect: `container`, `remote_execution`, `detached`, … */
  readonly tags: readonly Mark[];
  /** Where file names belong. Away from here they are no targets on this machine. */
  readonly place: 'here' | 'container' | 'remote';
  /** Folders of this machine that a container sees under another name. */
  readonly mounts?: readonly { readonly from: string; readonly to: string }[] | undefined;
  /** The functions that are being called and the scripts that run, by absolute path, to notice recursion. */
  readonly calls: readonly string[];
  /** Where the client that runs works: on a database of tests or a copy, where what is lost is lost nowhere else, or on another machine. */
  readonly database?: 'own' | 'remote' | undefined;
  /** What it prints is an archive that the next stage of the pipeline takes apart. */
  readonly isUnpacked?: boolean | undefined;
  /** The words of the one call for which variables are set, as far as they are known. */
  readonly setsFor?: readonly string[] | undefined;
  /** The file that gets the standard output of this one command. */
  readonly printsInto?: string | undefined;
  /** In code that the project brings: which effects of it are said. */
  readonly says?: ((draft: Draft) => boolean) | undefined;
}

/** Starts something inside a command and returns what it prints. */
export function start(inner: Inner, frame: Frame): Stream {
  return frame.run.start(inner, frame);
}

/** Draws on the budget. The analysis ends when it is spent: what was found until then stays, and the rest is said to be unknown. */
export function spend(run: Run, units: number = 1): void {
  if (!draw(run.work, units)) throw new GovernanceError('work_exceeded', 'the budget of work is spent');
}

/** Tells whether an analysis has ended because its budget is spent. */
export const isOutOfWork = (error: unknown): boolean => isGovernanceError(error) && error.code === 'work_exceeded';

/** Where a command that a program starts is: tags say whether that is here, in a container or on another machine. */
export function frameChange(
  use: DetailedUse,
  context: { readonly frame: Frame; readonly tags: readonly Mark[] },
): Partial<Frame> {
  const own = [...(use.tags ?? []), ...context.tags];
  const { frame } = context;
  const place = own.includes('remote_execution') ? 'remote' : own.includes('container') ? 'container' : frame.place;
  const state = forkState(frame.state);
  if (place !== frame.place) state.cwd = typeof use.startsIn === 'string' ? use.startsIn : '/';
  return { state, place, tags: [...frame.tags, ...own], possible: frame.possible || use.certainty === 'possible' };
}

/** The folders that a container sees, by where they lie here. */
export function mounted({ mounts }: DetailedUse, frame: Frame): Partial<Frame> {
  if (mounts === undefined || typeof mounts === 'function' || frame.place !== 'here') return {};
  const known = mounts.flatMap(({ from, to }) => {
    const path = /^[./~]/.test(from) ? absolutePath(from, frame.state.cwd) : undefined;
    return path === undefined ? [] : [{ from: path, to }];
  });
  return { mounts: known };
}

/** What is known about the world in which a command would run. */
export interface ShellOptions {
  /** The working directory, absolute. */
  readonly cwd: string;
  /** The user's home, absolute. Without it `~` is not known. */
  readonly home?: string | undefined;
  /** The root of the project, absolute; default `cwd`. */
  readonly root?: string | undefined;
  /** Environment variables whose values are known. All others are unknown. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /** The file system; without it paths are judged as written. */
  readonly files?: FileSystemPort | undefined;
  /** Absolute paths that the agent wrote earlier in the session: running one of them runs untrusted code. */
  readonly untrusted?: ReadonlySet<string> | undefined;
  /** Finds the effects of source code in another language, on a budget. Without it such code is `unknown`. */
  readonly scanCode?:
    | ((language: string, source: string, work: Work, cwd?: string, from?: string) => readonly Effect[])
    | undefined;
  /** Deepest nesting of substitutions, wrappers and function calls. Default 50. */
  readonly maxDepth?: number | undefined;
  /** The budget that the analysis draws on, where it shares one with others. Default: its own, of `MOST_WORK` units. */
  readonly work?: Work | undefined;
  /** The budget for code of the project, where it is shared as well. */
  readonly projectWork?: Work | undefined;
}

/** A call of a builtin or wrapper. */
interface HandledCall {
  readonly name: string;
  readonly args: readonly Field[];
  readonly frame: Frame;
}

/** Does what a builtin or wrapper does and returns what it prints. */
export type Handler = (call: HandledCall) => Stream;
