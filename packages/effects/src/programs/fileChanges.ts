import { governedNames, isGovernedPath } from '../places/governed.ts';
import { baseName } from '../places/lexical.ts';
import { TEMPORARY } from '../places/temporary.ts';
import { dd, fallocate, lost } from './dd.ts';
import type { Argument, Call, Family, Finding, OptionValue, CommandDescriptor } from './descriptor.ts';
import { modeRows } from './permissions.ts';
import { effect, loses, onWord, sharing } from './shapes.ts';

/** Sizes at which nothing that lies in the file goes. */
const KEEPS = '^(?:[+]|>)|^0*[1-9]';

/** `truncate`: a file that is cut loses what lay behind. */
const truncate = (): CommandDescriptor => ({
  options: { '-s --size': 'text', '-r --reference': 'read' },
  optionValue: [
    { when: { value: { '-s': KEEPS } }, use: 'write' },
    { when: { not: { value: { '-s': KEEPS } } }, use: lost },
  ],
});

const shred = (): CommandDescriptor => ({
  options: { '-n --iterations -s --size --random-source': 'text', '-u --remove': { operands: { rest: 'delete' } } },
  operands: { rest: lost },
});

/** `wipe` and the programs like it. */
const wipe = (): CommandDescriptor => ({
  options: { '-r -R --recursive': { recursive: true }, '-Q -l -S -X': 'text' },
  operands: { rest: 'delete' },
});

/** Nothing comes in, so the files are empty afterwards. */
const emptied: OptionValue = { when: { empty: true, none: ['-a'] }, use: { as: 'write', clears: true } };

const tee = (): CommandDescriptor => ({
  prints: 'input',
  endless: 'passes',
  options: { '-a --append': { operands: { rest: 'update' } } },
  operands: { rest: 'write' },
  optionValue: [emptied],
  keeps: 'input',
});

const sponge = (): CommandDescriptor => ({
  prints: 'lines',
  endless: 'keeps',
  hides: true,
  operands: { rest: 'write' },
  optionValue: [emptied],
  keeps: 'input',
});

/** A name in place of the one that mktemp makes up. */
function temporaryName(call: Call): string {
  const template = call.operands[0]?.text;
  const name = (template ?? 'tmp.XXXXXXXXXX').replace(/X{3,}/g, marks => 'x'.repeat(marks.length));
  const folder = call.values('-p')[0]?.text ?? call.values('--tmpdir')[0]?.text;
  if (name.startsWith('/')) return name;
  const isElsewhere = template === undefined || call.has('-t') || folder !== undefined || call.has('--tmpdir');
  return isElsewhere ? `${folder ?? TEMPORARY}/${name}` : name;
}

/**
 * Governed files among the pieces, which are named by what the word begins, letters or numbers, and an ending. In a folder that is not known
 * a piece may be any governed file of such a name.
 */
const governedPieces = (prefixes: readonly Argument[], ending: string = ''): readonly Finding[] =>
  prefixes.flatMap(({ text, glob, ends = text ?? '' }) => {
    const use = { as: 'write', certainty: 'possible', tags: ['unlisted'] } as const;
    const [, folder = '.', name = ''] = /^(?:(.*)\/)?([^/]*)$/s.exec(text ?? '/') ?? [];
    if (text === undefined || glob) return piecesAnywhere(ends, ending).map(value => ({ use, value }) as const);
    const begun = name.length < 2 ? [] : governedNames.filter(one => !one.includes('/') && one.startsWith(name));
    return [
      ...(isGovernedPath(folder) ? [{ use: { ...use, recursive: true }, value: folder } as const] : []),
      ...begun.map(one => ({ use, value: `${folder}/${one}` }) as const),
    ];
  });

const piecesAnywhere = (ends: string, ending: string): readonly string[] => {
  const [folder, name] = [ends.lastIndexOf('/'), baseName(ends)];
  if (folder < 0 || name.length < 2) return [];
  const pieces = governedFolders.map(each => `${each}/${name}aa${ending}`).filter(isGovernedPath);
  return [...pieces, ...governedNames.filter(one => baseName(one).startsWith(name) && one.endsWith(ending))];
};

const governedFolders = [
  ...new Set(governedNames.filter(one => one.includes('/')).map(one => one.slice(0, one.lastIndexOf('/')))),
];

/** Making, linking, cutting, shredding files: what the file tools other than cp, mv and rm do. */
export const fileChanges: Family = {
  mkdir: () => ({
    options: { '-m --mode': 'text', '-p --parents': 'flag' },
    operands: { rest: 'write' },
    spares: {},
    optionValue: modeRows('-m'),
  }),
  touch: () => ({
    options: { '-r --reference': { as: 'read', tags: ['metadata'] }, '-d -t --date --time': 'text' },
    operands: { rest: 'write' },
    spares: {},
  }),
  truncate,
  shred,
  ...sharing('wipe srm sfill scrub', wipe),
  ...sharing('ln link', () => ({
    options: {
      '-t --target-directory': { value: 'destination', suppliesLast: true },
      '-S --suffix': 'text',
      '-f --force': 'flag',
    },
    operands: { rest: 'read', last: 'destination' },
    copies: 'link',
    spares: { none: ['-f'] },
  })),
  unlink: () => ({ operands: { rest: 'delete' } }),
  rmdir: () => ({
    options: { '-p --parents': 'flag', '--ignore-fail-on-non-empty': 'flag' },
    operands: { rest: { as: 'delete', tags: ['recoverable'] } },
  }),
  install: () => ({
    options: {
      '-m --mode': 'text',
      '-o --owner -g --group -S --suffix': 'text',
      '-t --target-directory': { value: 'destination', suppliesLast: true },
      '-d --directory': { operands: { rest: 'write' } },
      '--strip-program': { as: 'program', tags: ['runs_code'] },
    },
    operands: { rest: 'read', last: 'destination' },
    copies: 'copy',
    spares: { any: ['-b', '--backup'] },
    optionValue: modeRows('-m'),
  }),
  tee,
  sponge,
  dd,
  dcfldd: dd,
  fallocate,
  mkfile: () => ({ operands: { first: ['text'], rest: 'write' } }),
  ...sharing('mktemp tempfile', () => ({
    prints: call => ({ text: `${temporaryName(call)}\n` }),
    options: { '-p': 'text', '--suffix': 'text' },
    operands: { rest: 'write' },
    cases: [{ when: { any: ['-t', '-p', '--tmpdir'] }, operands: { rest: 'text' } }],
  })),
  mknod: () => ({
    options: { '-m --mode': 'text' },
    operands: { first: ['write'] },
    cases: [onWord('^[bcu]$', effect('privilege', 'device:node', 'privilege'))],
  }),
  mkfifo: () => ({ options: { '-m --mode': 'text' }, operands: { rest: 'write' }, spares: {} }),
  split: () => ({
    hides: true,
    options: {
      '-b -C -l -n -a -t --bytes --line-bytes --lines --number --suffix-length --separator --additional-suffix': 'text',
      '--filter': { as: 'shell', fed: true, tags: ['runs_code'] },
    },
    operands: { first: ['read', 'write'] },
    inspect: call => governedPieces(call.operands.slice(1, 2), call.values('--additional-suffix').at(-1)?.text),
  }),
  csplit: () => ({
    hides: true,
    options: {
      '-f --prefix -b --suffix-format -n --digits': 'text',
      '-k -s -z --keep-files --quiet --elide-empty-files': 'flag',
    },
    operands: { first: ['read'], rest: 'text' },
    optionValue: [
      { of: '-f', unless: '^[?]$', take: ['$', '*'], isPattern: true, use: { as: 'write', certainty: 'possible' } },
      { value: '*', isPattern: true, when: { value: { '-f': '^[?]$' } }, use: { as: 'write', certainty: 'possible' } },
      { value: 'xx*', isPattern: true, when: { none: ['-f'] }, use: { as: 'write', certainty: 'possible' } },
    ],
    inspect: call => governedPieces(call.values('-f')),
  }),
  ...sharing('trash trash-put rmtrash', () => ({ operands: { rest: { as: 'delete', tags: ['recoverable'] } } })),
  'trash-empty': () => ({ effects: [loses('tree:~/.local/share/Trash')] }),
};
