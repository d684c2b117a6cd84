import type { Argument, Call, Family, Finding, OptionTable, ProgramDescriptor, Use } from './descriptor.ts';
import { rewrites, unpacks } from './decoding.ts';
import { option, sets, sharing } from './shapes.ts';

const tree: Use = { as: 'write', recursive: true };
const cleared: Use = { as: 'write', recursive: true, tags: ['destructive'] };
const below: Use = { as: 'read', recursive: true };

/** Unpacking over what is there, when nobody is asked: of the folder that one works in nobody can say what is lost. */
const over = (folder: Argument | undefined): Use => {
  if (folder === undefined || /^(?:\.\/?)?$/.test(folder.text ?? '')) return { ...cleared, certainty: 'possible' };
  return folder.text?.startsWith('/') === true ? { ...tree, clears: true, certainty: 'possible' } : tree;
};

/** The files that are named are written, where they come to lie below the folder that is unpacked into. */
function members(names: readonly Argument[], folder: string = '.'): readonly Finding[] {
  return names.flatMap(({ text, glob }) =>
    text === undefined || text.startsWith('/')
      ? []
      : [{ use: tree, value: { text: `${folder}/${text}`, glob: glob || /[*?[]/.test(text) } }],
  );
}

/** The words that name members which a call prints from an archive: none for all of them, `undefined` when it prints no content. */
export function printedMembers(call: Call): readonly Argument[] | undefined {
  const [first, ...rest] = call.operands;
  switch (call.path[0]) {
    case 'tar':
    case 'gtar':
    case 'bsdtar':
    case 'star':
      return call.has('-x') && (call.has('-O') || call.has('--to-command'))
        ? [...call.operands, ...call.values('--include')]
        : undefined;
    case 'unzip':
    case 'bsdunzip':
      return call.has('-p') || call.has('-c') ? rest : undefined;
    case '7z':
    case '7za':
    case '7zr':
    case '7zz':
    case 'p7zip':
    case 'rar':
    case 'unrar':
      return first?.text === 'p' || (/^[xe]$/.test(first?.text ?? '') && call.has('-so')) ? rest.slice(1) : undefined;
    case 'cpio':
      return call.has('-i') && call.has('--to-stdout') ? call.operands : undefined;
    case 'ar':
      return /^-?pv?$/.test(first?.text ?? '') ? rest.slice(1) : undefined;
    case 'unar':
      return call.values('-o').some(({ text }) => text === '-') ? rest : undefined;
    default:
      return undefined;
  }
}

/** Members that are printed: a secret in an archive is one. All of what comes through a pipe may be the project itself. */
function printed(names: readonly Argument[], isFile: boolean): readonly Finding[] {
  if (names.length > 0)
    return names.map(({ text, glob }) => ({ use: 'read', value: { text, glob: glob || /[*?[]/.test(text ?? '') } }));
  return isFile ? [] : [{ use: { as: 'read', recursive: true, searches: { except: [] } }, value: '.' }];
}

/** What lies where an archive is unpacked goes, or may go. */
const extracting = (call: Call): Use => {
  if (call.has('--recursive-unlink')) return cleared;
  return call.has('--overwrite') && call.operands.length === 0 ? over(call.values('-C').at(-1)) : tree;
};

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
    ...(extracts ? [{ use: extracting(call), value: '.' }, ...members(call.operands)] : []),
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
  '--checkpoint --totals': { value: 'text', attachedOnly: true },
  '--exclude --strip-components --transform --xform -b --blocking-factor -H --format -V --label -g --listed-incremental -K -N --newer --mtime --mode --owner --group --sort --suffix --exclude-ignore -L --level --warning --pax-option':
    'text',
};

const tar = (): ProgramDescriptor => ({
  summary: 'packs and unpacks archives',
  style: 'bundle',
  options: tarOptions,
  operands: { rest: 'text' },
  inspect: tarFindings,
  match: {
    'tar czf a.tgz .env': 'write /w/a.tgz; read /w/.env/** #secret',
    'tar xzf a.tgz -C /opt/x': 'read; write /opt/x/**',
    'tar -xf a.tar': 'read /w/a.tar; write /w/**',
    "tar xf a.tar --to-command='rm a'": 'delete /w/a #runs_code',
    "tar cf /dev/null x --checkpoint=1 --checkpoint-action=exec='rm a'": 'delete /w/a #runs_code',
    'tar -cf a/o.tar -C src .': 'write /w/a/o.tar; read /w/src/**',
    'tar cz ~/.ssh': 'read /home/u/.ssh/** #secret',
  },
  notMatch: {
    'tar tzf a.tgz': 'write',
    'tar -xzvf a.tgz': '* #weakens; unknown',
    'tar --exclude node_modules -czf o.tgz .': 'read /w/node_modules',
  },
});

const zip = (): ProgramDescriptor => ({
  summary: 'packs files',
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
  inspect: call =>
    call.has('-m') ? call.operands.slice(1).map(value => ({ use: { as: 'delete', recursive: true }, value }) as const) : [],
  match: {
    'zip -r o.zip src': 'write /w/o.zip; read /w/src/**',
    "zip o.zip f -T -TT 'rm a #'": 'delete /w/a #runs_code',
    'zip -m o.zip f': 'delete /w/f/**',
  },
  notMatch: { "zip -r o.zip . -x '*.git*'": '* #destructive; unknown' },
});

const unzip = (): ProgramDescriptor => ({
  summary: 'unpacks files',
  options: {
    '-d': 'text',
    '-x -P -O -I': 'text',
    '-l -t -v -z -Z': 'flag',
    '-p': 'flag',
    '-c': 'flag',
    '-o': 'flag',
    '-n -q -j -u -f -a -L -C': 'flag',
  },
  operands: { first: ['read'] },
  inspect: call => {
    const names = call.operands.slice(1);
    if (call.has('-l')) return [];
    if (call.has('-p') || call.has('-c')) return printed(names, true);
    const folder = call.values('-d')[0];
    return [
      { use: call.has('-o') && names.length === 0 ? over(folder) : tree, value: folder ?? '.' },
      ...members(names, folder === undefined ? '.' : folder.text),
    ];
  },
  match: { 'unzip a.zip -d /opt/x': 'read /w/a.zip; write /opt/x/**', 'unzip -o a.zip': 'write /w/**' },
  notMatch: { 'unzip -l a.zip': 'write' },
});

const compress = (): ProgramDescriptor => ({
  summary: 'compresses or unpacks files',
  options: {
    '-c --stdout --to-stdout': { operands: { rest: 'read' } },
    '-l --list -t --test': { operands: { rest: 'read' } },
    '-d --decompress --uncompress': 'flag',
    '-k --keep': 'flag',
    '-r --recursive': { recursive: true },
    '-o --output': 'write',
    '-S -T -p -b --suffix --threads --format --memlimit --block-size -D': 'text',
    '-f --force': 'flag',
  },
  operands: { rest: 'update' },
  match: { 'gzip a.log': 'write /w/a.log', 'gzip -c .env': 'read /w/.env #secret' },
  notMatch: { 'gzip -dc a.gz': 'write; unknown' },
});

const sevenZip = (): ProgramDescriptor => ({
  summary: 'packs and unpacks archives',
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
        ? [{ use: call.has('-y') || call.has('-aoa') ? over(call.values('-o')[0]) : tree, value: target }]
        : []),
      ...(/^[amuf]$/.test(letter) ? files.map(value => ({ use: below, value })) : []),
      ...(letter === 'm' || (/^[auf]$/.test(letter) && ['-sdel', '-df', '-dw'].some(option => call.has(option)))
        ? files.map(value => ({ use: { as: 'delete', recursive: true } as const, value }))
        : []),
    ];
  },
  match: {
    '7z x a.7z -o/opt/x': 'read /w/a.7z; write /opt/x/**',
    '7z a o.7z .env': 'write /w/o.7z; read /w/.env/** #secret',
    'rar m o.rar src': 'write /w/o.rar; delete /w/src/**',
    'rar a -df o.rar src': 'delete /w/src/**',
  },
  notMatch: { '7z l a.7z': 'write' },
});

const cpio = (): ProgramDescriptor => ({
  summary: 'packs and unpacks archives',
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
    return call.has('-i') && !call.has('-t') ? [{ use: tree, value: '.' }] : [];
  },
  match: { 'cpio -idmv -F a.cpio': 'read /w/a.cpio; write /w/**' },
  notMatch: { 'ls | cpio -o': 'write' },
});

const ar = (): ProgramDescriptor => ({
  summary: 'makes libraries',
  operands: { first: ['text', 'write'], rest: 'read' },
  spares: {},
  cases: [{ when: { operand: '^-?[tp]v?$' }, operands: { first: ['text', 'read'] } }],
  match: { 'ar rcs l.a x.o': 'write /w/l.a; read /w/x.o' },
});

/** Programs that pack and unpack. */
export const archivers: Family = {
  ...sharing('tar gtar bsdtar star', tar),
  zip,
  ...sharing('unzip bsdunzip unar', unzip),
  ...sharing('gzip bzip2 xz lzma zstd lz4 brotli pigz pbzip2 compress uncompress pzstd lzip', () => ({
    ...compress(),
    decodes: unpacks,
  })),
  ...sharing('gunzip bunzip2 unxz unlzma unzstd unlz4', () => ({ ...compress(), decodes: rewrites })),
  ...sharing('7z 7za 7zr 7zz p7zip rar unrar', sevenZip),
  cpio,
  ar,
};
