import type { ProcessFile } from './processFiles.ts';

/** Files in which a project says what its tasks do: scripts of package managers, tasks of Deno, Task and mise, rules of make and just. */
export type TaskFile =
  | 'package.json'
  | 'deno.json'
  | 'composer.json'
  | 'Makefile'
  | 'justfile'
  | 'Taskfile.yml'
  | 'mise.toml'
  | 'compose.yaml'
  | 'go.mod'
  | ProcessFile;

/** Where tasks are looked for instead of the nearest file: upwards of a folder, in a file, or in packages of the workspace (`*` is all). */
export interface TaskPlace {
  readonly folder?: string | undefined;
  readonly from?: string | undefined;
  readonly packages?: readonly string[] | undefined;
  /** The rules are only printed: what make runs all the same is meant. */
  readonly isDry?: boolean | undefined;
}
