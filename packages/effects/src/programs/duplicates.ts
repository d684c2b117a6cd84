import type { Family, Use } from './descriptor.ts';
import { loses, sharing } from './shapes.ts';

/** Any file below a folder may go, or become a link to another one. */
const gone: Use = { as: 'delete', recursive: true, certainty: 'possible' };

/** Programs that find files with the same content, and remove or link them. */
export const duplicates: Family = {
  ...sharing('fdupes jdupes', () => ({
    options: {
      '-d --delete': 'flag',
      '-L --linkhard --link-hard': 'flag',
      '-l --linksoft --link-soft': 'flag',
      '-G -o --order --minsize --maxsize -x --xsize -X --ext-filter --extfilter -C --chunksize --chunk-size -P -y': 'text',
    },
    operands: { rest: { as: 'read', recursive: true, tags: ['metadata'] } },
    optionValue: [{ when: { any: ['-d', '-L', '-l'] }, use: gone }],
  })),
  rdfind: () => ({
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
    optionValue: [
      {
        when: {
          value: { '-deleteduplicates -makehardlinks -makesymlinks': '^(?!false$)' },
          not: { value: { '-dryrun': '^(?!false$)' } },
        },
        use: gone,
      },
    ],
  }),
  hardlink: () => ({
    options: { '-n --dry-run': 'flag', '-x --exclude -i --include -s --minimum-size -S --maximum-size -r -y --method': 'text' },
    operands: { rest: { as: 'read', recursive: true, tags: ['metadata'] } },
    optionValue: [{ when: { none: ['-n', '--help'] }, use: gone }],
  }),
  fclones: () => ({
    subcommands: {
      'remove link dedupe move': () => ({
        options: { '--dry-run': 'flag' },
        cases: [{ when: { none: ['--dry-run'] }, effects: [loses('tree:.')] }],
      }),
      group: () => ({ options: { '-o --output': 'write' } }),
    },
  }),
  ...sharing('czkawka_cli', () => ({
    options: {
      '-D --delete-method': 'text',
      '-d --directories': 'text',
      '-x -e -f': 'text',
      '--delete-files --delete-folders -X': 'flag',
      '--dry-run': 'flag',
    },
    optionValue: [
      {
        of: '-d',
        when: {
          none: ['--dry-run'],
          either: [{ value: { '-D': '^(?!NONE$)' } }, { any: ['--delete-files', '--delete-folders'] }],
        },
        use: gone,
      },
    ],
  })),
};
