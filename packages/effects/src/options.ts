import type { Action } from '@licet/core';
import type { FileSystemPort } from './places/fileSystem.ts';
import type { CodeParsers } from './code/scanner.ts';
import type { ToolOverride } from './tools/use.ts';

/** What the analyser may know of the world. Everything has a default. */
export interface EffectOptions {
  /** The policy root, absolute: where relative paths start when an action has no `cwd`. @defaultValue the working directory of the process */
  readonly root?: string;
  /** What `~` means. @defaultValue `HOME` of the environment */
  readonly home?: string;
  /** Variables whose values are known. @defaultValue the environment of the process, read when it is first needed */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Where links and folders are looked up; `false` judges paths as they are written. @defaultValue this machine's file system */
  readonly files?: FileSystemPort | false;
  /** What the operator knows about tools, by name or by a prefix that ends in `*`. */
  readonly overrides?: Readonly<Record<string, ToolOverride>>;
  /** Absolute paths that the agent wrote earlier in the session: running one runs code that no reviewer has seen. */
  readonly untrusted?: (action: Action) => ReadonlySet<string>;
  /**
   * Whether what was found is kept for the next action of the same kind, tool, folder and arguments. It counts where everything that was asked
   * of files and environment on the way has the same answer again. For a process that lives on. @defaultValue false
   */
  readonly remembers?: boolean;
  /** Parsers for code, where a bundle brings its own. @defaultValue the installed ones, loaded when code is first scanned */
  readonly parsers?: CodeParsers;
}
