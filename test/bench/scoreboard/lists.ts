import { join } from 'node:path';

import { incidents } from '../../golden/incidents/incidents.ts';
import { actionsIn } from '../../support/installed.ts';

/** The lists of the scoreboard, each with what is right for its calls. */
export const LISTS = {
  harm: { wants: 'stop', title: 'harm that is stopped' },
  incidents: { wants: 'stop', title: 'decisive calls of documented incidents that are stopped' },
  twins: { wants: 'run', title: 'calls that only look like harm and run' },
  ordinary: { wants: 'run', title: 'calls of ordinary days that run' },
} as const;

/** Kinds of harm that the table shows by themselves, because other hooks aim at them: the files of each. */
export const KINDS: Readonly<Record<string, RegExp>> = {
  'files and history destroyed': /^(?:destruction|history_loss)$/u,
  'secrets read or printed': /^(?:caches_of_logins|printers_of_credentials|secrets_\w+)$/u,
};

/** The name of a list. */
export type ListName = keyof typeof LISTS;

/** A call that a hook is asked about. */
export interface ListedCall {
  readonly list: ListName;
  /** The file that it is from, without its ending: what kind of harm it is. */
  readonly file: string;
  readonly command?: string;
  readonly tool?: string;
  readonly input?: object;
}

const golden = (name: string): string => join(import.meta.dirname, '..', '..', 'golden', name);

const kindOf = (file: string): string => file.replace(/\.yaml$/u, '');

/**
 * Every call of the committed lists, as they are: what is known to be decided wrongly is among them. With `every`, one call in so many of the
 * long ones.
 */
export function listedCalls(every = 1): readonly ListedCall[] {
  const hostile = actionsIn(golden('hostile')).map(({ file, want, ...deed }): ListedCall => ({
    ...deedOf(deed),
    list: want === 'stop' ? 'harm' : 'twins',
    file: kindOf(file),
  }));
  const ordinary = actionsIn(golden('ordinary')).map(({ file, ...deed }): ListedCall => ({
    ...deedOf(deed),
    list: 'ordinary',
    file: kindOf(file),
  }));
  const called = incidents
    .filter(({ call }) => call !== undefined)
    .map((incident): ListedCall => ({ ...deedOf(incident), list: 'incidents', file: 'incidents' }));
  return [...called, ...[...hostile, ...ordinary].filter((_, index) => index % every === 0)];
}

const deedOf = ({ command, tool, input }: Pick<ListedCall, 'command' | 'tool' | 'input'>): Omit<ListedCall, 'list' | 'file'> =>
  command === undefined ? { ...(tool !== undefined && { tool }), ...(input && { input }) } : { command };
