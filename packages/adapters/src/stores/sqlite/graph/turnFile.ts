import type { TurnLock } from '@licet/epistemic/store';

import type { OpenDriver, SqliteDriver } from '../driver.ts';
import { faultOf } from '../faults.ts';
import { createPrivate, isPlainFile } from '../fileIdentity.ts';

/**
 * The lock by which the writers of a graph in a file take turns: two empty databases beside it. The writer that has its turn has locked
 * `NAME-turn`, the one that comes next `NAME-next`, so that a writer that has just had its turn does not get ahead of those that wait. The
 * operating system frees both when a process ends, however it ends. Undefined for a graph that no other process can open.
 */
export function turnFile(path: string, open: OpenDriver): TurnLock | undefined {
  if (!isPlainFile(path)) return undefined;
  const [turn, next] = [fileLock(`${path}-turn`, open), fileLock(`${path}-next`, open)];
  return {
    take() {
      if (!next.take()) return 'taken';
      if (!turn.take()) return 'next';
      next.free();
      return 'mine';
    },
    release() {
      next.free();
      turn.free();
    },
  };
}

interface FileLock {
  /** True when this process has the lock, also when it had it before. */
  take(): boolean;
  free(): void;
}

function fileLock(file: string, open: OpenDriver): FileLock {
  let driver: SqliteDriver | undefined;
  let isHeld = false;
  const free = (): void => {
    driver?.close();
    driver = undefined;
    isHeld = false;
  };
  return {
    free,
    take() {
      if (isHeld) return true;
      try {
        if (driver === undefined) createPrivate(file, false);
        driver ??= open(file, { timeoutMs: 0 });
        driver.exec('begin exclusive');
        isHeld = true;
      } catch (error) {
        if (faultOf(error) === 'locked') return false;
        free();
        throw error;
      }
      return true;
    },
  };
}
