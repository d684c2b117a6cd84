import { turns } from './turns.ts';
import { awaitedCallers } from './awaitedCallers.ts';
import type { Turns } from './turns.ts';
import type { AwaitedCallers } from './awaitedCallers.ts';
import { watchdog } from './watchdog.ts';
import type { Watchdog } from './watchdog.ts';
import type { CallerWorld } from './world.ts';
import { worldReader } from './world.ts';
import type { ResidentOptions, ResidentLimits } from './residentOptions.ts';

/** A process that has grown so large is replaced; asking how large it is takes longer than the rest of the way to a decision. */
const MAX_MEMORY = 400 * 1024 * 1024;

const CALLS_A_LOOK = 64;

/** What the two steps of a call share. */
export interface Desk extends Pick<ResidentOptions, 'place' | 'isIntact' | 'accepts' | 'judge'> {
  readonly turn: Turns;
  readonly turnMs: number;
  readonly watch: Watchdog;
  readonly awaited: AwaitedCallers;
  readonly readWorld: (block: Uint8Array) => CallerWorld | undefined;
  /** Counts the time without a call from now on. */
  readonly rest: () => void;
  /** Takes no more calls. */
  readonly finish: () => void;
  /** Takes no more where the process has grown too large. */
  readonly lookAtMemory: () => void;
  isEnding(): boolean;
}

/** Opens the desk of a process: `end` is called after too long without a call, or when it is to be replaced. */
export function openDesk(options: ResidentOptions, limits: Required<ResidentLimits>, end: () => void): Desk {
  const turn = turns();
  let timers: readonly NodeJS.Timeout[] = [];
  let [isEnding, calls] = [false, 0];
  const quiet = async (): Promise<void> => {
    const leave = await turn.take(0);
    if (leave !== undefined) await options.release().finally(leave);
  };
  const finish = (): void => {
    isEnding = true;
    end();
  };
  return {
    ...options,
    turn,
    turnMs: limits.turnMs,
    watch: watchdog(limits.callMs),
    awaited: awaitedCallers(limits.eventMs),
    readWorld: worldReader(),
    rest() {
      if (isEnding) timers.forEach(clearTimeout);
      else if (timers.length > 0) for (const timer of timers) timer.refresh();
      else timers = [setTimeout(finish, limits.idleMs), setTimeout(() => void quiet(), limits.quietMs)];
    },
    finish,
    lookAtMemory() {
      calls += 1;
      if (calls % CALLS_A_LOOK === 0 && process.memoryUsage.rss() > MAX_MEMORY) finish();
    },
    isEnding: () => isEnding,
  };
}
