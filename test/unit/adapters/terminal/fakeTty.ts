import type { Tty } from '@licet/adapters/terminal';

/** A terminal whose human is a script. */
export interface FakeTty extends Tty {
  /** Everything that was written. */
  readonly screen: () => string;
  readonly isClosed: () => boolean;
}

/**
 * Types `keys` one after the other, each when something is written that contains its `after`, and after a turn of the event
 * loop, so that the caller listens already.
 */
export function fakeTty(
  keys: readonly { readonly after: string; readonly type: string; readonly wait?: number }[],
  size = { rows: 24, columns: 80 },
): FakeTty {
  const waiting = [...keys];
  let [screen, isClosed] = ['', false];
  const listeners = new Set<(keys: string) => void>();
  return {
    ...size,
    screen: () => screen,
    isClosed: () => isClosed,
    write(text) {
      screen += text;
      const [next] = waiting;
      if (next === undefined || !text.includes(next.after)) return;
      waiting.shift();
      const type = (): void => {
        for (const take of listeners) take(next.type);
      };
      // Counted from when the writer is done: on a busy machine, its own timers would otherwise begin too late.
      setImmediate(() => setTimeout(type, next.wait ?? 5));
    },
    onKeys(take) {
      listeners.add(take);
      return () => void listeners.delete(take);
    },
    close: () => void (isClosed = true),
  };
}
