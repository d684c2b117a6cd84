import type { CommandDescriptor, Finding, FixedEffect, Use } from './descriptor.ts';
import { deviceOf, isHostFolder } from './mounts.ts';
import { effect, loses } from './shapes.ts';

/** What containers keep is gone. */
export const losesData: FixedEffect = loses('container:data');

/** Everything that is not in use goes. */
export const pruned = (): CommandDescriptor => ({
  options: { '--filter': 'text', '-a --all -f --force': 'flag' },
  effects: [losesData],
});

/** Removing containers or images by name; all of them is more than that. */
export const removal =
  (category: string): (() => CommandDescriptor) =>
  () => ({
    options: { '-v --volumes': 'flag', '--all -a': 'flag', '-f --force -l --link': 'flag' },
    operands: { rest: { as: 'named', effect: 'delete', category, tags: ['regenerable'] } },
    keyword: [
      { when: { any: ['-v'], not: { ownNames: '' } }, effects: [losesData] },
      { when: { either: [{ any: ['--all'] }, { origin: 'listed' }] }, effects: [loses(`${category}:every one`)] },
    ],
  });

const destroyed: Use = { as: 'named', effect: 'delete', category: 'volume', tags: ['destructive'] };

/** `docker volume`: what a volume holds is lost with it. */
export const volume = (): CommandDescriptor => ({
  subcommands: {
    'rm remove': () => ({
      options: { '-f --force': 'flag' },
      optionValue: [{ isOwnName: false, use: destroyed }],
    }),
    prune: pruned,
    create: () => ({
      options: { '-o --opt -d --driver --label --scope --group': 'text' },
      inspect: call =>
        call.values('-o').flatMap(({ text }): readonly Finding[] => {
          const folder = deviceOf(text);
          if (folder === undefined || !/^[/~]/.test(folder)) return [];
          return [
            { use: { as: 'write', recursive: true, certainty: 'possible', tags: ['unlisted'] }, value: folder },
            ...(isHostFolder(folder, call.home) ? [effect('privilege', 'container:host', 'privilege')] : []),
          ];
        }),
    }),
    'ls inspect list': () => ({}),
  },
});
