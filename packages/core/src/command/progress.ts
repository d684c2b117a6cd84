import type { MaybePromise } from '../model/json.ts';
import { barText } from './text.ts';

const CLEAR = '\r\u001b[K';
const REDRAW_MS = 100;

/** Says how far the work is: what is done, of how much where that is known. */
export type Step = (done: number, of?: number) => void;

interface ProgressScreen {
  readonly isTTY?: boolean | undefined;
  write(text: string): unknown;
}

/**
 * Draws on standard error, if it is a terminal, what takes so long: how far it is, as a bar where the end is known, and for how many seconds
 * it runs. The line goes when the work is done or has failed. Work that never yields draws only when it calls `step`. Writes nothing where no
 * terminal is.
 */
export async function withProgress<T>(
  what: string,
  work: (step: Step) => MaybePromise<T>,
  screen: ProgressScreen = process.stderr,
): Promise<T> {
  if (screen.isTTY !== true) return work(() => undefined);
  const began = Date.now();
  let [far, drawn] = ['', 0];
  const draw = (): void => {
    drawn = Date.now();
    const seconds = Math.round((drawn - began) / 1_000);
    screen.write(`${CLEAR}${what} …${far}${seconds > 0 ? ` ${seconds} s` : ''}`);
  };
  draw();
  const timer = setInterval(draw, 1_000);
  try {
    return await work((done, of) => {
      far = of === undefined || of === 0 ? ` ${done}` : ` ${barText(done, of)} ${done} of ${of}`;
      if (Date.now() - drawn >= REDRAW_MS) draw();
    });
  } finally {
    clearInterval(timer);
    screen.write(CLEAR);
  }
}
