import type { Effect } from '@licet/core';
import type { FileSystemPort } from '../../places/fileSystem.ts';
import type { Work } from '../../work.ts';

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
  /** Finds the effects of source code in another language. Without it such code is `unknown`. */
  readonly scanCode?: ((language: string, source: string) => readonly Effect[]) | undefined;
  /** Deepest nesting of substitutions, wrappers and function calls. Default 50. */
  readonly maxDepth?: number | undefined;
  /** The budget that the analysis draws on, where it shares one with others. Default: one of its own, of `mostWork` units. */
  readonly work?: Work | undefined;
}
