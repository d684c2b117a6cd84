import { styleText } from 'node:util';

import type { Ruling } from '../model/ruling.ts';

/** Where a command writes. */
export interface Terminal {
  /** Writes a line to standard output. */
  readonly print: (text: string) => void;
  /** Writes a line to standard error. */
  readonly complain: (text: string) => void;
  /** Whether to use colors: there is a terminal, and no variable forbids them. */
  readonly hasColor: boolean;
  /** How many columns a terminal has; absent where a file or another program reads. */
  readonly width?: number;
}

/** The terminal of this process. `NO_COLOR` and `FORCE_COLOR` are respected. */
export function processTerminal(): Terminal {
  return {
    print: text => void process.stdout.write(`${text}\n`),
    complain: text => void process.stderr.write(`${text}\n`),
    hasColor: wantsColor(process.env, process.stdout.hasColors?.() === true),
    ...(process.stdout.isTTY && { width: process.stdout.columns }),
  };
}

interface ColorVariables {
  readonly NO_COLOR?: string | undefined;
  readonly FORCE_COLOR?: string | undefined;
}

/** Tells whether colors are wanted: `NO_COLOR` says no, else `FORCE_COLOR` says yes, or no with 0; else the terminal says. */
export function wantsColor({ NO_COLOR = '', FORCE_COLOR }: ColorVariables, hasColors: boolean): boolean {
  if (NO_COLOR !== '') return false;
  return FORCE_COLOR === undefined ? hasColors : FORCE_COLOR !== '0' && FORCE_COLOR !== 'false';
}

const MARKS = { ok: ['ok    ', 'green'], warn: ['warn  ', 'yellow'], failed: ['FAILED', 'red'] } as const;

/** How something came out that was looked at, in its color; always as wide. */
export function markWord(mark: keyof typeof MARKS, { hasColor }: Pick<Terminal, 'hasColor'>): string {
  const [word, color] = MARKS[mark];
  return hasColor ? styleText(color, word, { validateStream: false }) : word;
}

const COLORS = { pass: 'green', warn: 'yellow', ask: 'cyan', block: 'red' } as const;

/** The word for a ruling, in its color. */
export function rulingWord(ruling: Ruling, { hasColor }: Pick<Terminal, 'hasColor'>): string {
  return hasColor ? styleText(['bold', COLORS[ruling]], ruling, { validateStream: false }) : ruling;
}

/** Dimmed text, for what is beside the point. */
export function dim(text: string, { hasColor }: Pick<Terminal, 'hasColor'>): string {
  return hasColor ? styleText('dim', text, { validateStream: false }) : text;
}

/** What terminals act upon, or do not show: C1 controls, and characters that hide or turn text around. C0 is JSON's own to escape. */
const HIDDEN = /[\u007f-\u009f\u2028\u2029]|\p{Cf}/gu;

/** Writes a value as JSON that is safe on a terminal. What could hide in it is written as `\u202e`, and reads back as it was. */
export function jsonText(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replaceAll(HIDDEN, char =>
    Array.from({ length: char.length }, (_, unit) => `\\u${char.charCodeAt(unit).toString(16).padStart(4, '0')}`).join(''),
  );
}
