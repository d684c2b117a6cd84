import type { Socket } from 'node:net';
import type { CallerWorld } from './world.ts';

/** A caller who has the turn, and whose event is still to come. */
export interface AwaitedCaller {
  readonly world: CallerWorld;
  /** Gives the turn back. */
  readonly leave: () => void;
}

/** The callers who were told that they are next: each is heard once. */
export interface AwaitedCallers {
  has(id: string): boolean;
  /** Waits for the event of a caller. One who hangs up, or says nothing for too long, loses the turn. */
  add(id: string, caller: AwaitedCaller, socket: Socket): void;
  /** The caller of an event; undefined for one who was not waited for, or not any more. */
  take(id: string): AwaitedCaller | undefined;
}

/** Makes the list of those who are waited for. */
export function awaitedCallers(eventMs: number): AwaitedCallers {
  const known = new Map<string, AwaitedCaller & { readonly forget: () => void }>();
  return {
    has: id => known.has(id),
    add(id, caller, socket) {
      const giveUp = (): void => {
        known.get(id)?.forget();
        known.delete(id);
        caller.leave();
      };
      const timer = setTimeout(giveUp, eventMs);
      socket.once('close', giveUp);
      const forget = (): void => {
        clearTimeout(timer);
        socket.off('close', giveUp);
      };
      known.set(id, { ...caller, forget });
    },
    take(id) {
      const caller = known.get(id);
      caller?.forget();
      known.delete(id);
      return caller;
    },
  };
}
