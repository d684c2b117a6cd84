import type { Tty } from './tty.ts';

/** Keys that mean no wherever they are pressed: Ctrl-C, Ctrl-D, Escape, Ctrl-Z, Ctrl-\. */
const NO_KEYS = /[\u0003\u0004\u001b\u001a\u001c]/u;

/**
 * Asks one question and returns whether the line that is typed is `y` or `yes`. Anything else, an empty line, a key such as
 * Ctrl-C and the signal, is no. What was typed before the question stood there is not heard.
 */
export function readAnswer(tty: Tty, question: string, signal: AbortSignal, settleMs: number): Promise<boolean | undefined> {
  return new Promise(resolve => {
    let [typed, listens] = ['', false];
    const end = (answer: boolean | undefined): void => {
      clearTimeout(timer);
      stop();
      signal.removeEventListener('abort', giveUp);
      tty.write('\r\n');
      resolve(answer);
    };
    const giveUp = (): void => end(undefined);
    const stop = tty.onKeys(keys => {
      if (NO_KEYS.test(keys)) return end(false);
      if (!listens) return;
      for (const key of keys) {
        if (key === '\r' || key === '\n') return end(/^y(?:es)?$/iu.test(typed.trim()));
        if (key === '\u007f' || key === '\b') {
          if (typed !== '') tty.write('\b \b');
          typed = typed.slice(0, -1);
        } else if (/^[\x20-\x7e]$/u.test(key) && typed.length < 40) {
          typed += key;
          tty.write(key);
        }
      }
    });
    tty.write(`${question} [y/N] `);
    const timer = setTimeout(() => (listens = true), settleMs);
    signal.addEventListener('abort', giveUp, { once: true });
    if (signal.aborted) giveUp();
  });
}

/** Shows lines a page at a time. Returns false when the reader stops before the end. */
export async function showPages(tty: Tty, lines: readonly string[], signal: AbortSignal): Promise<boolean> {
  const columns = Math.max(20, tty.columns || 80);
  const room = Math.max(4, (tty.rows || 24) - 2);
  let used = 0;
  for (const line of lines) {
    const height = Math.max(1, Math.ceil(widthOf(line) / columns));
    if (used > 0 && used + height > room) {
      if (!(await nextPage(tty, signal))) return false;
      used = 0;
    }
    tty.write(`${line}\r\n`);
    used += height;
  }
  return true;
}

/** At most so many columns: what is not ASCII may take two. */
const widthOf = (line: string): number => (/^[\x20-\x7e]*$/u.test(line) ? line.length : 2 * line.length);

function nextPage(tty: Tty, signal: AbortSignal): Promise<boolean> {
  return new Promise(resolve => {
    const end = (goesOn: boolean): void => {
      stop();
      signal.removeEventListener('abort', giveUp);
      tty.write('\r\u001b[K');
      resolve(goesOn);
    };
    const giveUp = (): void => end(false);
    const stop = tty.onKeys(keys => {
      if (NO_KEYS.test(keys) || /q/iu.test(keys)) end(false);
      else if (/[ \r\n]/u.test(keys)) end(true);
    });
    tty.write('-- more: space; no: q --');
    signal.addEventListener('abort', giveUp, { once: true });
    if (signal.aborted) giveUp();
  });
}
