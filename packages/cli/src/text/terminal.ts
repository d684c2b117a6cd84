import { styleText } from 'node:util';

import type { Ruling } from '@licet/core';

/** Where a command writes. */
export interface Terminal {
  /** Writes a line to standard output. */
  readonly print: (text: string) => void;
  /** Writes a line to standard error. */
  readonly complain: (text: string) => void;
  /** Whether colours are wanted: there is a terminal, and nobody has said no. */
  readonly hasColor: boolean;
}

/** The terminal of this process. `NO_COLOR` and `FORCE_COLOR` are respected. */
export function processTerminal(): Terminal {
  return {
    print: text => void process.stdout.write(`${text}\n`),
    complain: text => void process.stderr.write(`${text}\n`),
    hasColor: process.stdout.hasColors?.() === true && (process.env['NO_COLOR'] ?? '') === '',
  };
}

const COLORS = { pass: 'green', warn: 'yellow', ask: 'cyan', block: 'red' } as const;

/** The word for a ruling, in its colour. */
export function rulingWord(ruling: Ruling, { hasColor }: Pick<Terminal, 'hasColor'>): string {
  return hasColor ? styleText(['bold', COLORS[ruling]], ruling, { validateStream: false }) : ruling;
}

/** Dimmed text, for what is beside the point. */
export function dim(text: string, { hasColor }: Pick<Terminal, 'hasColor'>): string {
  return hasColor ? styleText('dim', text, { validateStream: false }) : text;
}
