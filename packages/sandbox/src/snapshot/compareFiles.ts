import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, readSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { COMPARE } from './gitStore.ts';
import type { GitStore } from './gitStore.ts';

/** The files of a project, as far as a snapshot holds them. */
export interface FilesNow {
  /** Paths from the project that snapshots leave out. */
  readonly except: readonly string[];
  /** How many files a walk has found that are neither below `except` nor made again; undefined where none went through all of the project. */
  readonly count: number | undefined;
}

/** A comparison of the files with the newest snapshot that goes on beside this process. */
export interface Unchanged {
  /** Returns the tree of the newest snapshot if it holds exactly the files that are there now; otherwise undefined. Never rejects. */
  treeOf(now: FilesNow): Promise<string | undefined>;
}

/** Knows which snapshot the index of a store is of. */
export interface Comparison {
  readonly begin: () => Unchanged;
  /** Has `work` change the index and return the tree that it then holds. */
  renew(now: FilesNow, work: () => string): string;
  /** The index holds no snapshot any more that a comparison may rest on. */
  forget(): void;
}

/**
 * Opens the comparison of a store. Git tells whether each file of the index is as it was; a new file is found by counting: if all files of the index are
 * there and a walk has found as many, there is no other. Whatever cannot be told counts as a change.
 *
 * @param file - Holds which tree the index is of, and what it leaves out. It is away while the index changes.
 */
export function openComparison(store: GitStore, file: string): Comparison {
  const current = (): string | undefined => textOf(file);
  return {
    begin() {
      const before = current();
      const isClean = before === undefined ? Promise.resolve(false) : filesAreSame(store);
      return {
        async treeOf({ except, count }) {
          if (!(await isClean) || before === undefined || count === undefined || count !== filesIn(join(store.path, 'index')))
            return undefined;
          const [tree = ''] = before.split('\n', 1);
          return before === textFor(tree, except) && before === current() ? tree : undefined;
        },
      };
    },
    renew({ except }, work) {
      rmSync(file, { force: true });
      const tree = work();
      writeFileSync(file, textFor(tree, except), { mode: 0o600 });
      return tree;
    },
    forget: () => rmSync(file, { force: true }),
  };
}

const textFor = (tree: string, except: readonly string[]): string => [tree, JSON.stringify(except.toSorted())].join('\n');

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** Whether all files of the index are as they were. Git compares the content of those that changed when the index was written. */
function filesAreSame({ started }: GitStore): Promise<boolean> {
  const { args, options } = started([...COMPARE, '--quiet']);
  return new Promise(resolve => {
    const child = spawn('git', args, { ...options, stdio: 'ignore' });
    child.once('error', () => resolve(false)).once('exit', code => resolve(code === 0));
  });
}

/** How many files an index has, by its header. */
function filesIn(index: string): number | undefined {
  try {
    const file = openSync(index, 'r');
    try {
      const header = Buffer.alloc(12);
      readSync(file, header, 0, 12, 0);
      return header.toString('latin1', 0, 4) === 'DIRC' ? header.readUInt32BE(8) : undefined;
    } finally {
      closeSync(file);
    }
  } catch {
    return undefined;
  }
}
