/** Lets one in at a time: a judgement uses the world of one caller. */
export interface Turns {
  /** Waits for a turn, so long at most. Returns what gives it back, or undefined when it did not come. */
  take(waitMs: number): Promise<(() => void) | undefined>;
}

/** Makes turns; the first one is free. */
export function turns(): Turns {
  const waiting: (() => void)[] = [];
  let isTaken = false;
  const give = (): void => {
    isTaken = false;
    waiting.shift()?.();
  };
  const grant = (): (() => void) => {
    isTaken = true;
    let isHeld = true;
    return () => {
      if (isHeld) give();
      isHeld = false;
    };
  };
  return {
    async take(waitMs) {
      if (!isTaken) return grant();
      return new Promise(resolve => {
        const called = (): void => {
          clearTimeout(timer);
          resolve(grant());
        };
        const timer = setTimeout(() => {
          waiting.splice(waiting.indexOf(called), 1);
          resolve(undefined);
        }, waitMs);
        waiting.push(called);
      });
    },
  };
}
