import type { Effect, EffectKind } from '@licet/core';
import type { Mark } from './marks.ts';

/** Who may say a use: a word of a command line, an argument of a tool, an argument of a function in code. */
type Place = 'word' | 'tool' | 'code';

/**
 * What something that is given is to its receiver: one list for the words of a command line, the arguments of a tool and
 * those of library functions. Behind each are the effects that it becomes.
 */
interface UsesByPlace {
  /** A pattern, a number, a message, content, an identity: none. */
  readonly text: Place;

  /** A file or folder that is read: `read`. */
  readonly read: Place;
  /** A file that is created or overwritten: `write`. */
  readonly write: Place;
  /** A file that is read and changed in place, or appended to: `read`, `write`. */
  readonly update: Place;
  /** A file or folder that goes away: `delete` + `destructive`. */
  readonly delete: Place;
  /** A file or folder that goes elsewhere: `read`, `delete` + `moved`. */
  readonly move: Place;
  /** A file or folder of which only existence, mode, owner or times change: `write`. */
  readonly make: 'tool' | 'code';
  /** A folder that is read with everything below: `read`, recursive, `possible`. On a command line an option does: `OptionSpec.recursive`. */
  readonly tree: 'tool' | 'code';
  /** A folder that is written with everything below: `write`, recursive, `possible`. */
  readonly write_tree: 'tool' | 'code';
  /** A file or folder that goes away with everything below: `delete`, recursive. */
  readonly delete_tree: 'tool' | 'code';
  /** A folder whose names are listed: `read` + `metadata`. */
  readonly list: 'tool';
  /** A tree whose files are searched, and secrets in it are said one by one: `read`, recursive, `possible`. */
  readonly search: 'tool';
  /** A pattern of files that are read: `read`, `possible`. */
  readonly glob: 'tool';
  /** Where the sources go, a file or a folder that gets them: `write`, of `folder/name` when it is a folder. */
  readonly destination: 'word';
  /** A file that gets another name, and what is written to that name may be written to it: `read`, and `write`, `possible`. */
  readonly linked: 'code';
  /** A patch that names its files; on a command line, for the standard input: `read`, `write`, `delete` of each. */
  readonly patch: 'word' | 'tool';
  /** A folder the program works in, where later relative paths of the same call start: none. */
  readonly chdir: 'word';

  /** A program or script file that runs: `read`, `execute` (`untrusted` when the agent wrote it). */
  readonly execute: 'word' | 'code';
  /** The name of a program that will be run; in code the next list is its arguments: `execute`. */
  readonly program: 'word' | 'code';
  /** The argument vector of another command, this word and all that follow or a list; in code a text alone is a shell command: that command's effects. */
  readonly command: 'word' | 'code';
  /** The text of a shell command, for a tool also its words: that command's effects. */
  readonly shell: Place;
  /** Text typed into a running shell: the command's, `possible`. */
  readonly input: 'tool';
  /** Source text in a language (`javascript`, `python`, `perl`, `ruby`, `php`, `awk`, `sql`, …): the code scanner's, else `unknown`. */
  readonly code: Place;
  /** A module by name or path: none, `unknown` when it is not known which. */
  readonly module: 'code';
  /** A statement for a database: `read`, `write` or `delete` of a named `database`. */
  readonly sql: 'tool';

  /** `NAME=value`: `environment`. */
  readonly environment: 'word';
  /** An address that is fetched, on a command line also `host[:port]`: `network` in `direction` (default `download`), or `read` for `file:`. */
  readonly url: Place;
  /** An address or a service that receives data: `network` upload. */
  readonly upload: 'tool' | 'code';
  /** A host to connect to, as text or `(host, port)`: `network` both ways. */
  readonly host: 'code';
  /** What rsync and scp copy from: `host:path` or a local path: `network` download, or `read`. */
  readonly source: 'word';
  /** What rsync and scp copy to: `network` upload, or as `destination`. */
  readonly target: 'word';
  /** What is sent: `@file`, `name@file` and `name=@file` read a file and send it, all else is text: `read`, `network` upload. */
  readonly data: 'word';

  /** A thing that is no file: the use's `effect`, with a named target of its `category`. */
  readonly named: 'word';
  /** A word that cannot be judged: `unknown`. */
  readonly unknown: 'tool';
}

type UsesIn<Where extends Place> = {
  [Name in keyof UsesByPlace]: Where extends UsesByPlace[Name] ? Name : never;
}[keyof UsesByPlace];

/** How a word of a command line may be used. */
export type WordUse = UsesIn<'word'>;

/** How an argument of a tool may be used. */
export type ToolUse = UsesIn<'tool'>;

/** How an argument of a library function may be used. */
export type CodeUse = UsesIn<'code'>;

/** What is done to a file. */
export interface FileChange {
  readonly kind: EffectKind;
  readonly recursive?: boolean;
  readonly glob?: boolean;
  readonly certainty?: Effect['certainty'];
  readonly tags?: readonly Mark[];
  /** The file is written as a whole: nothing of what was in it stays. */
  readonly replaces?: boolean;
}

/** What the uses that speak of one file do to it, in order. Each place adds what it knows of the file and of the call. */
export const FILE_CHANGES = Object.freeze({
  read: [{ kind: 'read' }],
  write: [{ kind: 'write', replaces: true }],
  make: [{ kind: 'write' }],
  update: [{ kind: 'read' }, { kind: 'write' }],
  delete: [{ kind: 'delete', tags: ['destructive'] }],
  delete_tree: [{ kind: 'delete', recursive: true, tags: ['destructive'] }],
  write_tree: [{ kind: 'write', recursive: true, certainty: 'possible' }],
  move: [{ kind: 'read' }, { kind: 'delete', tags: ['moved'] }],
  list: [{ kind: 'read', tags: ['metadata'] }],
  glob: [{ kind: 'read', glob: true, certainty: 'possible' }],
} satisfies Partial<Record<keyof UsesByPlace, readonly FileChange[]>>);

/** What a use does to the one file that it speaks of; nothing for all other uses. */
export const fileChanges = (use: keyof UsesByPlace): readonly FileChange[] | undefined =>
  (FILE_CHANGES as Partial<Record<typeof use, readonly FileChange[]>>)[use];
