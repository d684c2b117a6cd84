import type { Condition, Family, CommandDescriptor, Use, Call, Finding, OptionTable } from './descriptor.ts';
import { rewrites, unpacks } from './decoding.ts';
import { sharing, unseen, unseenHere, option, sets } from './shapes.ts';
import { tree, below, over, members, printedMembers, printed, unseenMembers, extracting } from './archiveContents.ts';

/** What tar does with its archive and its words depends on the letter of its mode. */
function tarFindings(call: Call): readonly Finding[] {
  const creates = call.has('-c') || call.has('-r') || call.has('-u') || call.has('-A') || call.has('--delete');
  const archive: Use = { as: creates ? 'write' : 'read', beforeChange: true };
  const extracts = call.has('-x') && !call.has('-O');
  const actions = call.values('--checkpoint-action').flatMap(({ text }): Finding[] => {
    const command = /^exec=(.*)$/s.exec(text ?? '')?.[1];
    return command === undefined ? [] : [{ use: { as: 'shell', tags: ['runs_code'] }, value: command }];
  });
  return [
    ...call.values('-f').map(value => ({ use: archive, value })),
    ...actions,
    ...(extracts
      ? [
          { use: extracting(call), value: '.' },
          ...unseenMembers([...call.operands, ...call.values('--include')]),
          ...members(call.operands),
        ]
      : []),
    ...(call.has('-x') && !extracts ? printed(printedMembers(call) ?? [], call.has('-f')) : []),
    ...(creates && !call.has('--delete') ? call.operands.map(value => ({ use: below, value })) : []),
    ...(call.has('--remove-files')
      ? call.operands.map(value => ({ use: { as: 'delete', recursive: true } as const, value }))
      : []),
  ];
}

const tarOptions: OptionTable = {
  '-f --file': 'text',
  '-C --directory --cd': 'chdir',
  '-T --files-from -X --exclude-from': 'read',
  '--one-top-level': { value: 'write', attachedOnly: true },
  '-c --create': 'flag',
  '-x --extract --get': 'flag',
  '-t --list': 'flag',
  '-r --append': 'flag',
  '-u --update': 'flag',
  '-A --catenate': 'flag',
  '--delete': 'flag',
  '-O --to-stdout': 'flag',
  '--recursive-unlink -U --unlink-first': 'flag',
  '--remove-files': 'flag',
  '-P --absolute-names': option(sets('protection:archive_paths', 'weakens')),
  '--to-command': { as: 'shell', fed: true, tags: ['runs_code'] },
  '-I --use-compress-program -F --info-script --new-volume-script --rsh-command --rmt-command': {
    as: 'shell',
    tags: ['runs_code'],
  },
  '--checkpoint-action': 'text',
  '--include': 'text',
  '--exclude --strip-components --transform --xform -b --blocking-factor -H --format -V --label -g --listed-incremental -K -N --newer --mtime --mode --owner --group --sort --suffix --exclude-ignore -L --level --warning --pax-option':
    'text',
};

const tar = (): CommandDescriptor => ({
  archives: 'both',
  listed: { in: ['-T'], unless: '-x' },
  style: 'bundle',
  options: tarOptions,
  operands: { rest: 'text' },
  inspect: tarFindings,
});

const compress = (): CommandDescriptor => ({
  options: {
    '-c --stdout --to-stdout': { operands: { rest: 'read' } },
    '-l --list -t --test': { operands: { rest: 'read' } },
    '-d --decompress --uncompress': 'flag',
    '-r --recursive': { recursive: true },
    '-o --output': 'write',
    '-S -T -p -b --suffix --threads --format --memlimit --block-size -D': 'text',
    '-f --force': 'flag',
  },
  operands: { rest: 'update' },
});

/** Programs that unpack into the folder that they run in, or that an option names, in such calls. */
const unpacking = (names: string, when: Condition = {}, folder: string = '-d'): Family =>
  sharing(names, () => ({
    archives: 'both',
    options: { [folder]: 'text', '-f -F': 'read' },
    operands: { rest: 'read' },
    stdin: 'read',
    optionValue: [tree, unseen].flatMap(use => [
      { of: folder, to: 1, when, use },
      { value: '.', when: { ...when, not: { value: { [folder]: '' } } }, use },
    ]),
  }));

/** Programs that pack and unpack. */
export const archivers: Family = {
  ...sharing('tar gtar bsdtar star', tar),
  zip: () => ({
    archives: 'packs',
    listed: { onInput: ['-@', '--names-stdin'] },
    options: {
      '-r --recurse-paths': { recursive: true },
      '-TT --unzip-command': { as: 'shell', tags: ['runs_code'] },
      '-m --move': 'flag',
      '-x --exclude -i --include -n -b -t -tt -P --password -s -Z --out -O': 'text',
      '-d --delete': { operands: { first: ['update'], rest: 'text' } },
      '-q -9 -0 -1 -j -u -y -T -e -v -X -D -@': 'flag',
    },
    operands: { first: [{ as: 'write', recursive: false }], rest: 'read' },
    spares: {},
    optionValue: [{ from: 1, when: { any: ['-m'] }, use: { as: 'delete', recursive: true } }],
  }),
  ...sharing('unzip bsdunzip unar', () => ({
    archives: 'unpacks',
    options: { '-d': 'text', '-x -P -O -I': 'text', '-l -t -v -z -Z': 'flag' },
    operands: { first: ['read'] },
    inspect: call => {
      const names = call.operands.slice(1);
      if (call.has('-l')) return [];
      if (call.has('-p') || call.has('-c')) return printed(names, true);
      const folder = call.values('-d')[0];
      return [
        { use: call.has('-o') && names.length === 0 ? over(folder) : tree, value: folder ?? '.' },
        ...unseenMembers(names, folder),
        ...members(names, folder === undefined ? '.' : folder.text),
      ];
    },
  })),
  ...sharing('gzip bzip2 xz lzma zstd lz4 brotli pigz pbzip2 compress uncompress pzstd lzip', () => ({
    ...compress(),
    decodes: unpacks,
    hides: true,
    endless: 'passes',
  })),
  ...sharing('gunzip bunzip2 unxz unlzma unzstd unlz4', () => ({ ...compress(), decodes: rewrites })),
  ...sharing('7z 7za 7zr 7zz p7zip rar unrar', () => ({
    archives: 'both',
    spares: {},
    options: { '-o': 'text', '-so': 'flag', '-sdel -df -dw': { value: 'text', attachedOnly: true } },
    inspect: call => {
      const [mode, archive, ...files] = call.operands;
      const letter = mode?.text ?? '';
      const use: Use = /^[admuf]$/.test(letter) ? 'write' : 'read';
      const target = call.values('-o')[0] ?? '.';
      return [
        ...(archive === undefined ? [] : [{ use, value: archive }]),
        ...(printedMembers(call) !== undefined ? printed(files, true) : []),
        ...(/^[xe]$/.test(letter) && !call.has('-so')
          ? [
              { use: call.has('-y') || call.has('-aoa') ? over(call.values('-o')[0]) : tree, value: target },
              ...unseenMembers(files, target),
            ]
          : []),
        ...(/^[amuf]$/.test(letter) ? files.map(value => ({ use: below, value })) : []),
        ...(letter === 'm' || (/^[auf]$/.test(letter) && ['-sdel', '-df', '-dw'].some(option => call.has(option)))
          ? files.map(value => ({ use: { as: 'delete', recursive: true } as const, value }))
          : []),
      ];
    },
  })),
  ...sharing('cpio bsdcpio', () => ({
    archives: 'both',
    listed: { onInput: ['-o', '--create', '-p', '--pass-through'] },
    options: {
      '-i --extract': 'flag',
      '-p --pass-through': { operands: { first: ['write'] } },
      '-F -I --file': 'read',
      '-O': 'write',
      '-D --directory': 'chdir',
      '--rsh-command': { as: 'shell', tags: ['runs_code'] },
      '-H -R -C -E -M': 'text',
      '--to-stdout': 'flag',
      '-t --list': 'flag',
      '-o -d -m -u -v --create': 'flag',
    },
    inspect: call => {
      const names = printedMembers(call);
      if (names !== undefined) return printed(names, true);
      return call.has('-i') && !call.has('-t') ? [{ use: tree, value: '.' }, unseenHere] : [];
    },
  })),
  ...sharing('uudecode', () => ({
    options: { '-o --output-file': 'write', '-p': 'flag', '-c -s -i': 'flag' },
    operands: { rest: 'read' },
    decodes: rewrites,
    // The text itself names the file that is written.
    optionValue: [{ value: '.', when: { none: ['-p', '--help'], not: { value: { '-o': '' } } }, use: unseen }],
  })),
  // It hands the file to a shell, which is what such an archive is for.
  unshar: () => ({
    options: { '-d --directory': 'chdir', '-E --split-at': 'text' },
    operands: { rest: 'execute' },
    stdin: 'shell',
    optionValue: [{ value: '.', use: unseen }],
  }),
  'dpkg-deb': () => ({
    archives: 'both',
    options: {
      '-x --extract -X --vextract -R --raw-extract -e --control': { operands: { first: ['read', tree] } },
      '-b --build': { operands: { first: [{ as: 'read', recursive: true }], last: 'write' } },
      '-Z -z -S': 'text',
    },
    operands: { first: ['read'], rest: 'text' },
    optionValue: [{ from: 1, to: 2, when: { any: ['-x', '-X', '-R', '--extract'] }, use: unseen }],
  }),
  ...unpacking('munpack cabextract lha unzoo unace unsquashfs dtrx aunpack'),
  ...unpacking('pax', { any: ['-r'] }),
  ...unpacking('xar', { any: ['-x'] }, '-C'),
  ...unpacking('atool', { any: ['-x', '--extract'] }, '-X'),
  ...unpacking('jar', { either: [{ first: '^-?-?x' }, { any: ['-x', '--extract'] }] }, '-C'),
  ...unpacking('ouch', { first: '^(?:d|decompress)\\b' }),
  ar: () => ({
    archives: 'both',
    operands: { first: ['text', 'write'], rest: 'read' },
    spares: {},
    cases: [{ when: { operand: '^-?[tpx]v?o?$' }, operands: { first: ['text', 'read'] } }],
    optionValue: [{ value: '.', when: { first: '^-?x', atMost: 2 }, use: unseen }],
  }),
};
