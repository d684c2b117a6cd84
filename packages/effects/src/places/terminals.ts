import type { Effect } from '@licet/core';

/** The keyboard of another program: what is written to it counts as typed by the user of that program. */
export const otherKeyboard = { type: 'named', category: 'keyboard', name: 'another program' } as const;

/** True for an effect that types into another program. */
export const typesIntoProgram = ({ kind, target }: Pick<Effect, 'kind' | 'target'>): boolean =>
  kind === 'write' && target?.type === 'named' && target.category === otherKeyboard.category;

/** A device that feeds keys to programs, a console, what makes a terminal, or the terminal or an open file of another process: not one's own terminal. */
export const isForeignTerminal = (path: string): boolean =>
  /^\/dev\/(?:pts\/(?:\d+|ptmx)|ptmx|tty\d+|ttys\d+|console|uinput|input\/.+|ptyp\w+|vcsa?\d*)$|^\/proc\/\d+\/fd\/\d+$/.test(
    path,
  );
