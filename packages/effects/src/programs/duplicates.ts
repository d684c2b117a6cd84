import type { Call, Family, Finding, ProgramDescriptor, Use } from './descriptor.ts';
import { loses, sharing } from './shapes.ts';

/** Any file below a folder may go, or become a link to another one. */
const gone: Use = { as: 'delete', recursive: true, certainty: 'possible' };

const below = (call: Call): readonly Finding[] => call.operands.map(value => ({ use: gone, value }));

/** Whether an option is given with any other value than `false`. */
const isOn = (call: Call, option: string): boolean => call.values(option).some(({ text }) => text !== 'false');

const byFlags = (): ProgramDescriptor => ({
  summary: 'finds files with the same content, and removes them',
  options: {
    '-d --delete': 'flag',
    '-L --linkhard --link-hard': 'flag',
    '-l --linksoft --link-soft': 'flag',
    '-N --noprompt --no-prompt -r --recurse -R --recurse: -s --symlinks -H --hardlinks -q --quiet -I --immediate': 'flag',
    '-B --dedupe': 'flag',
    '-G -o --order --minsize --maxsize -x --xsize -X --ext-filter --extfilter -C --chunksize --chunk-size -P -y': 'text',
  },
  operands: { rest: { as: 'read', recursive: true, tags: ['metadata'] } },
  inspect: call => (['-d', '-L', '-l'].some(option => call.has(option)) ? below(call) : []),
  match: { 'fdupes -rdN src': 'delete /w/src/**', 'jdupes -L src': 'delete /w/src/**' },
  notMatch: { 'fdupes -r src': 'delete' },
});

const rdfind = (): ProgramDescriptor => ({
  summary: 'finds files with the same content, and removes them',
  style: 'long',
  options: {
    '-deleteduplicates': 'text',
    '-makehardlinks': 'text',
    '-makesymlinks': 'text',
    '-dryrun -n': 'text',
    '-ignoreempty -minsize -maxsize -followsymlinks -removeidentinode -checksum -makeresultsfile -outputname -sleep -deterministic':
      'text',
  },
  operands: { rest: { as: 'read', recursive: true, tags: ['metadata'] } },
  inspect: call =>
    !isOn(call, '-dryrun') && ['-deleteduplicates', '-makehardlinks', '-makesymlinks'].some(option => isOn(call, option))
      ? below(call)
      : [],
  match: { 'rdfind -deleteduplicates true src': 'delete /w/src/**' },
  notMatch: { 'rdfind -dryrun true -deleteduplicates true src': 'delete', 'rdfind src': 'delete' },
});

const hardlink = (): ProgramDescriptor => ({
  summary: 'makes files with the same content one file',
  options: { '-n --dry-run': 'flag', '-x --exclude -i --include -s --minimum-size -S --maximum-size -r -y --method': 'text' },
  operands: { rest: { as: 'read', recursive: true, tags: ['metadata'] } },
  inspect: call => (call.has('-n') || call.has('--help') ? [] : below(call)),
  match: { 'hardlink src': 'delete /w/src/**' },
  notMatch: { 'hardlink -n src': 'delete' },
});

/** Programs that find files with the same content, and remove or link them. */
export const duplicates: Family = {
  ...sharing('fdupes jdupes', byFlags),
  rdfind,
  hardlink,
  fclones: () => ({
    summary: 'finds files with the same content, and removes them',
    subcommands: {
      'remove link dedupe move': () => ({
        options: { '--dry-run': 'flag' },
        cases: [{ when: { none: ['--dry-run'] }, effects: [loses('tree:.')] }],
      }),
      group: () => ({ options: { '-o --output': 'write' } }),
    },
    match: { 'fclones remove': 'delete #destructive' },
    notMatch: { 'fclones group src': 'delete', 'fclones remove --dry-run': 'delete' },
  }),
  ...sharing('czkawka_cli', () => ({
    summary: 'finds files that nobody needs, and removes them',
    options: {
      '-D --delete-method': 'text',
      '-d --directories': 'text',
      '-x -e -f': 'text',
      '--delete-files --delete-folders -X': 'flag',
      '--dry-run': 'flag',
    },
    inspect: call =>
      !call.has('--dry-run') &&
      (call.values('-D').some(({ text }) => text !== 'NONE') || call.has('--delete-files') || call.has('--delete-folders'))
        ? call.values('-d').map(value => ({ use: gone, value }))
        : [],
    match: { 'czkawka_cli dup -d src -D AEN': 'delete /w/src/**' },
    notMatch: { 'czkawka_cli dup -d src': 'delete' },
  })),
};
