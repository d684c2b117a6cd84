import type { Call, Family, Finding, FixedEffect, ProgramDescriptor, Use } from './descriptor.ts';
import { modeFindings } from './permissions.ts';
import { effect, loses, onWord, sharing } from './shapes.ts';

const lost: Use = { as: 'write', tags: ['destructive'] };

const mkdir = (): ProgramDescriptor => ({
  summary: 'makes folders',
  options: { '-m --mode': 'text', '-p --parents': 'flag', '-Z --context': { value: 'text', attachedOnly: true } },
  operands: { rest: 'write' },
  spares: {},
  inspect: call => call.values('-m').flatMap(({ text }) => modeFindings(text)),
  match: { 'mkdir -p a/b c': 'write /w/a/b; write /w/c', 'mkdir -m 755 d': 'write /w/d' },
  notMatch: { 'mkdir -m 755 d': 'write /w/755; * #destructive' },
});

const touch = (): ProgramDescriptor => ({
  summary: 'creates files or changes their times',
  options: { '-r --reference': { as: 'read', tags: ['metadata'] }, '-d -t --date --time': 'text' },
  operands: { rest: 'write' },
  spares: {},
  match: { 'touch a .env': 'write /w/a; write /w/.env', 'touch -d now f': 'write /w/f' },
  notMatch: { 'touch -d now f': 'write /w/now' },
});

const truncating = (call: Call): readonly Finding[] => {
  const [size] = call.values('-s');
  const keeps = size?.text !== undefined && /^(?:\+|>)|^0*[1-9]/.test(size.text);
  return call.operands.map(value => ({ use: keeps ? 'write' : lost, value }));
};

const truncate = (): ProgramDescriptor => ({
  summary: 'cuts or extends files',
  options: { '-s --size': 'text', '-r --reference': 'read' },
  inspect: truncating,
  match: { 'truncate -s 0 a.ts': 'write /w/a.ts #destructive', 'truncate --size=0 .env': 'write /w/.env #destructive #secret' },
  notMatch: { 'truncate -s 10M disk.img': '* #destructive', 'truncate -s 0 app.ts': 'write /w/0' },
});

const shred = (): ProgramDescriptor => ({
  summary: 'overwrites files so that nothing can be recovered',
  options: {
    '-n --iterations -s --size --random-source': 'text',
    '-u --remove': { operands: { rest: 'delete' } },
  },
  operands: { rest: lost },
  match: { 'shred a': 'write /w/a #destructive', 'shred -uvz -n 3 a': 'delete /w/a #destructive' },
  notMatch: { 'shred -n 3 a': '* /w/3', 'shred --help': 'write' },
});

const wipe = (): ProgramDescriptor => ({
  summary: 'erases files for good',
  options: { '-r -R --recursive': { recursive: true }, '-Q -l -S -X': 'text' },
  operands: { rest: 'delete' },
  match: { 'wipe -rfq a b': 'delete /w/a/** #destructive; delete /w/b/** #destructive' },
});

const ln = (): ProgramDescriptor => ({
  summary: 'makes links',
  options: {
    '-t --target-directory': { value: 'destination', suppliesLast: true },
    '-S --suffix': 'text',
    '-s --symbolic': 'flag',
    '--backup': { value: 'text', attachedOnly: true },
    '-f --force': 'flag',
  },
  operands: { rest: 'read', last: 'destination' },
  copies: 'link',
  spares: { none: ['-f'] },
  match: { 'ln -s a b': 'write /w/b', 'ln -sf ~/.ssh/id_rsa x': 'read /home/u/.ssh/id_rsa #secret; write /w/x' },
  notMatch: { 'ln -s ../lib lib': '* #destructive; unknown' },
});

const unlink = (): ProgramDescriptor => ({
  summary: 'removes a file',
  operands: { rest: 'delete' },
  match: { 'unlink a': 'delete /w/a #destructive' },
  notMatch: { 'unlink --help': 'delete' },
});

const rmdir = (): ProgramDescriptor => ({
  summary: 'removes empty folders',
  options: { '-p --parents': 'flag', '--ignore-fail-on-non-empty': 'flag' },
  operands: { rest: { as: 'delete', tags: ['recoverable'] } },
  match: { 'rmdir a': 'delete /w/a #recoverable' },
  notMatch: { 'rmdir --version': 'delete' },
});

const install = (): ProgramDescriptor => ({
  summary: 'copies files and sets their attributes',
  options: {
    '-m --mode': 'text',
    '-o --owner -g --group -S --suffix': 'text',
    '-t --target-directory': { value: 'destination', suppliesLast: true },
    '-d --directory': { operands: { rest: 'write' } },
    '--strip-program': { as: 'program', tags: ['runs_code'] },
    '--backup': { value: 'text', attachedOnly: true },
  },
  operands: { rest: 'read', last: 'destination' },
  copies: 'copy',
  spares: { any: ['-b', '--backup'] },
  inspect: call => call.values('-m').flatMap(({ text }) => modeFindings(text)),
  match: {
    'install -m 4755 sh /tmp/x': 'privilege #privilege',
    'install -m 644 a /opt/b': 'read /w/a; write /opt/b',
    'install -d x/y': 'write /w/x/y',
    'install -Dm755 app /usr/local/bin/app': 'write /usr/local/bin/app',
  },
  notMatch: { 'install -m 644 a b': '* /w/644' },
});

/** Nothing comes in, so the files are empty afterwards. */
const emptied = (call: Call): readonly Finding[] =>
  call.input === '' && !call.has('-a') ? call.operands.map(value => ({ use: { as: 'write', clears: true }, value })) : [];

const tee = (): ProgramDescriptor => ({
  summary: 'copies its input to files',
  options: { '-a --append': { operands: { rest: 'update' } }, '--output-error': { value: 'text', attachedOnly: true } },
  operands: { rest: 'write' },
  inspect: emptied,
  keeps: 'input',
  match: { 'ls | tee a .env': 'write /w/a; write /w/.env', 'tee --append f': 'write /w/f' },
  notMatch: { 'tee --help': 'write', 'make 2>&1 | tee build.log': '* #destructive; unknown' },
});

const sponge = (): ProgramDescriptor => ({
  summary: 'writes its input to a file after reading all of it',
  operands: { rest: 'write' },
  inspect: emptied,
  keeps: 'input',
  match: { 'sort a | sponge a': 'write /w/a' },
  notMatch: { 'cat a | sponge': 'write' },
});

const BLANK = /^\/dev\/(?:zero|u?random|null|full)$/;
const UNITS: Readonly<Record<string, number>> = {
  '': 1,
  c: 1,
  w: 2,
  b: 512,
  k: 1024,
  K: 1024,
  M: 1024 ** 2,
  G: 1024 ** 3,
  T: 1024 ** 4,
  P: 1024 ** 5,
};

/** What a size of the core tools means in bytes (`10G`, `4k`, `1GiB`); endless for one that is only known at run time. */
export function bytesOf(text: string | undefined): number {
  const [, count, unit = ''] = /^(\d+)([cwbkKMGTP]?)(?:i?B)?$/.exec(text ?? '') ?? [];
  return count === undefined ? Number.POSITIVE_INFINITY : Number(count) * (UNITS[unit] ?? 1);
}

/** More than this fills the disk of an ordinary machine. */
export const MOST_BYTES: number = 20 * 1024 ** 3;
const fills: FixedEffect = { kind: 'configure', target: 'machine:disk', tags: ['disrupts'], note: 'fills the disk' };

/** Random bytes or zeros over a file, and as many as there is room for. */
function ddFindings(call: Call): readonly Finding[] {
  const [from] = call.values('if=');
  const keeps = call.values('conv=').some(({ text }) => text?.includes('notrunc') === true);
  const files = call.values('of=').filter(({ text }) => text !== undefined && !text.startsWith('/dev/'));
  if (from === undefined || !BLANK.test(from.text ?? '') || files.length === 0) return [];
  const [count] = call.values('count=');
  const size =
    (count === undefined ? Number.POSITIVE_INFINITY : bytesOf(count.text)) * bytesOf(call.values('bs=')[0]?.text ?? '512');
  return [
    ...files.map((value): Finding => ({ use: keeps ? lost : { as: 'write', clears: true }, value })),
    ...(size > MOST_BYTES && from.text !== '/dev/null' && !keeps ? [fills] : []),
  ];
}

const fallocate = (): ProgramDescriptor => ({
  summary: 'takes room on the disk for a file',
  options: {
    '-l --length': 'text',
    '-o --offset': 'text',
    '-p --punch-hole -z --zero-range -c --collapse-range': { operands: { rest: lost } },
  },
  operands: { rest: 'write' },
  spares: {},
  inspect: call => (call.values('-l').some(({ text }) => bytesOf(text) > MOST_BYTES) ? [fills] : []),
  match: { 'fallocate -l 900G x': 'configure #disrupts', 'fallocate -p -o 0 -l 4k a': 'write /w/a #destructive' },
  notMatch: { 'fallocate -l 1G disk.img': '* #disrupts; * #destructive' },
});

const dd = (): ProgramDescriptor => ({
  summary: 'copies blocks',
  style: 'keyed',
  options: {
    'if=': 'read',
    'of=': 'write',
    'bs=': 'text',
    'count=': 'text',
    'conv=': 'text',
    'ibs= obs= cbs= skip= seek= iflag= oflag= status= iseek= oseek=': 'text',
  },
  inspect: ddFindings,
  match: {
    'dd if=/dev/zero of=/dev/sda bs=1M': 'write /dev/sda #catastrophic',
    'dd of=.env': 'write /w/.env',
    'dd if=.env bs=1': 'read /w/.env #secret',
    'dd if=/dev/urandom of=a.db bs=4k count=64 conv=notrunc': 'write /w/a.db #destructive',
    'dd if=/dev/zero of=/tmp/x bs=1M': 'configure #disrupts',
  },
  notMatch: { 'dd if=/dev/zero of=test.img bs=1M count=10': '* #disrupts; unknown' },
});

const mktemp = (): ProgramDescriptor => ({
  summary: 'makes a temporary file',
  options: {
    '-p': 'text',
    '--tmpdir': { value: 'text', attachedOnly: true },
    '--suffix': 'text',
    '-t': 'flag',
    '-d -u -q': 'flag',
  },
  operands: { rest: 'write' },
  cases: [{ when: { any: ['-t', '-p', '--tmpdir'] }, operands: { rest: 'text' } }],
  match: { 'mktemp /tmp/x.XXXX': 'write /tmp/x.XXXX' },
  notMatch: { 'mktemp -d': 'write', 'mktemp -t foo.XXXX': 'write' },
});

const mknod = (): ProgramDescriptor => ({
  summary: 'makes a device file or a pipe',
  options: { '-m --mode': 'text' },
  operands: { first: ['write'] },
  cases: [onWord('^[bcu]$', effect('privilege', 'device:node', 'privilege'))],
  match: { 'mknod d b 8 0': 'privilege #privilege', 'mknod p p': 'write /w/p' },
  notMatch: { 'mknod p p': 'privilege' },
});

const mkfifo = (): ProgramDescriptor => ({
  summary: 'makes named pipes',
  options: { '-m --mode': 'text' },
  operands: { rest: 'write' },
  spares: {},
  match: { 'mkfifo /tmp/f': 'write /tmp/f' },
  notMatch: { 'mkfifo --help': 'write' },
});

const split = (): ProgramDescriptor => ({
  summary: 'cuts a file into pieces',
  options: {
    '-b -C -l -n -a -t --bytes --line-bytes --lines --number --suffix-length --separator --additional-suffix': 'text',
    '--numeric-suffixes --hex-suffixes': { value: 'text', attachedOnly: true },
    '--filter': { as: 'shell', fed: true, tags: ['runs_code'] },
  },
  operands: { first: ['read', 'write'] },
  match: { 'split -b 1M big part_': 'read /w/big; write /w/part_', "split --filter='rm a' f": 'delete /w/a' },
  notMatch: { 'split -l 100 f': '* /w/100; * #destructive' },
});

const trash = (): ProgramDescriptor => ({
  summary: 'moves files to the trash',
  operands: { rest: { as: 'delete', tags: ['recoverable'] } },
  match: { 'trash a': 'delete /w/a #recoverable' },
  notMatch: { 'trash --help': 'delete' },
});

/** Making, linking, cutting, shredding files: what the file tools besides cp, mv and rm do. */
export const fileChanges: Family = {
  mkdir,
  touch,
  truncate,
  shred,
  ...sharing('wipe srm sfill scrub', wipe),
  ln,
  link: ln,
  unlink,
  rmdir,
  install,
  tee,
  sponge,
  dd,
  dcfldd: dd,
  fallocate,
  mkfile: () => ({ summary: 'makes a file of a size', operands: { first: ['text'], rest: 'write' } }),
  mktemp,
  tempfile: mktemp,
  mknod,
  mkfifo,
  split,
  csplit: split,
  ...sharing('trash trash-put rmtrash', trash),
  'trash-empty': () => ({
    summary: 'empties the trash',
    effects: [loses('tree:~/.local/share/Trash')],
    match: { 'trash-empty': 'delete #destructive' },
  }),
};
