import type { CommandDescriptor, FixedEffect, Runs } from './descriptor.ts';
import { losesData } from './containerRemoval.ts';
import { option } from './shapes.ts';
import { runOptions, run, exec, shared, copy } from './containerRuns.ts';

/** What prints the variables of a container may print a secret. */
export const PRINTS_VARIABLES: readonly FixedEffect[] = [
  { kind: 'read', target: 'variable:*', certainty: 'possible', tags: ['secret', 'among'] },
];

/** What the services of the project's file reach and run, when a call starts them. */
const services = (verb: string): Runs => ({ tasks: 'compose.yaml', from: '-f', before: [verb] });

/** `docker compose`. */
export const compose = (): CommandDescriptor => ({
  options: {
    '-f --file': 'text',
    '--env-file': 'text',
    '-p --project-name --profile --project-directory --progress --ansi --parallel': 'text',
  },
  subcommands: {
    down: () => ({
      options: { '-v --volumes': 'flag', '--rmi -t --timeout': 'text', '--remove-orphans': 'flag' },
      keyword: [{ when: { any: ['-v'], not: { ownNames: '-p' } }, effects: [losesData] }],
    }),
    rm: () => ({ options: { '-v': option(losesData), '-f -s': 'flag' } }),
    exec,
    run: () => ({
      ...run(),
      options: { ...runOptions, '--service-ports --no-deps --build': 'flag' },
      runs: [services('run')],
    }),
    'up start restart create': () => ({
      options: { '-d --build --wait -t --tail -n --scale --timeout': 'text' },
      runs: [services('up')],
    }),
    push: shared,
    cp: copy,
    'config convert': () => ({
      options: {
        '-q --quiet --services --images --volumes --profiles --hash --networks': 'flag',
        '--format -o --output': 'text',
      },
      cases: [{ when: { none: ['-q'] }, effects: PRINTS_VARIABLES }],
      // It fills the values in.
      optionValue: [{ of: '--env-file', when: { none: ['-q'] }, use: 'read' }],
    }),
    'stop pause unpause kill logs watch ps scale port images top events pull build ls version attach': () => ({
      options: { '-d --build --wait -t --tail -n --scale --timeout': 'text' },
    }),
  },
});
