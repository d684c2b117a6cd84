import type { Family, ProgramDescriptor } from './descriptor.ts';
import { backwards, decoding, fromBase64, fromHex, rewrites, translates } from './decoding.ts';
import { emptiesItself, lookAt, readers, sharing } from './shapes.ts';

const sort = (): ProgramDescriptor => ({
  summary: 'sorts lines',
  options: {
    '-k -t -S -T --key --field-separator --buffer-size --temporary-directory --batch-size --parallel --random-source': 'text',
    '-o --output': 'write',
    '--files0-from': 'read',
    '--compress-program': { as: 'program', tags: ['runs_code', 'dynamic'] },
    '--sort --check': { value: 'text', attachedOnly: true },
  },
  operands: { rest: 'read' },
  match: { 'sort -u a -o b': 'read /w/a; write /w/b', 'sort --compress-program=./x a': 'execute #runs_code' },
  notMatch: { 'sort -t , -k 2 a': 'read /w/,; write' },
});

const uniq = (): ProgramDescriptor => ({
  summary: 'drops repeated lines',
  options: { '-f -s -w --skip-fields --skip-chars --check-chars': 'text' },
  operands: { first: ['read', 'write'] },
  inspect: ({ operands: [from, ...to] }) => (from === undefined ? [] : emptiesItself([from], to.slice(0, 1))),
  match: { 'uniq a b': 'read /w/a; write /w/b' },
  notMatch: { 'uniq -c a': 'write' },
});

const xxd = (): ProgramDescriptor => ({
  summary: 'makes or undoes a hex dump',
  options: { '-l -s -c -g -o -n -len -seek -cols': 'text', '-r -p -u -i -b -ps': 'flag' },
  operands: { first: ['read', 'write'] },
  decodes: fromHex,
  match: { 'xxd .env': 'read /w/.env #secret', 'xxd -r a b': 'write /w/b' },
  notMatch: { 'xxd -l 16 a': 'write' },
});

const base64 = (): ProgramDescriptor => ({
  summary: 'encodes or decodes text',
  options: { '-w --wrap -b --break': 'text', '-i --input': 'read', '-o --output': 'write', '-d -D --decode': 'flag' },
  operands: { rest: 'read' },
  decodes: fromBase64,
  match: { 'base64 .env': 'read /w/.env #secret', 'base64 -i a -o b': 'write /w/b' },
  notMatch: { 'echo aGk= | base64 -d': 'read; unknown' },
});

const shuf = (): ProgramDescriptor => ({
  summary: 'shuffles lines',
  options: {
    '-i -n --input-range --head-count': 'text',
    '-o --output': 'write',
    '--random-source': 'read',
    '-e --echo': { operands: { rest: 'text' } },
  },
  operands: { rest: 'read' },
  match: { 'shuf -n 1 a': 'read /w/a', 'shuf a -o b': 'write /w/b' },
  notMatch: { 'shuf -e a b': 'read' },
});

const ls = (): ProgramDescriptor => ({
  summary: 'lists folders',
  options: {
    '-I -w -T --ignore --hide --width --tabsize --block-size': 'text',
    '-R --recursive': { recursive: true },
    '--color --format --sort --time --time-style --icons': { value: 'text', attachedOnly: true },
  },
  operands: { rest: lookAt, defaults: ['.'] },
  match: { 'ls -la src': 'read /w/src', 'ls -R /etc': 'read /etc/**' },
  notMatch: { 'ls ~/.ssh': '* #secret', 'ls --color=always': 'read /w/always' },
});

const tree = (): ProgramDescriptor => ({
  summary: 'lists folders as a tree',
  options: { '-L -P -I -H -T --filelimit --charset --timefmt --sort': 'text', '-o': 'write' },
  operands: { rest: { as: 'read', tags: ['metadata'], recursive: true }, defaults: ['.'] },
  match: { 'tree -o f src': 'write /w/f; read /w/src/**' },
  notMatch: { 'tree -L 2 -I node_modules': 'read /w/2/**; write; * #secret' },
});

const du = (): ProgramDescriptor => ({
  summary: 'tells how much space files take',
  options: {
    '-d -B -t -X --max-depth --block-size --threshold --exclude --exclude-from': 'text',
    '--files0-from': 'read',
    '--time': { value: 'text', attachedOnly: true },
  },
  operands: { rest: lookAt, defaults: ['.'] },
  match: { 'du -sh src': 'read /w/src' },
  notMatch: { 'du -d 1 .': 'read /w/1' },
});

const stat = (): ProgramDescriptor => ({
  summary: 'tells about files',
  options: { '-c -f -t --format --printf': 'text' },
  operands: { rest: lookAt },
  match: { 'stat -c %s a': 'read /w/a' },
  notMatch: { 'stat .env': '* #secret' },
});

const file = (): ProgramDescriptor => ({
  summary: 'tells what sort of file it is',
  options: { '-m -F -e -P --magic-file --separator --exclude': 'text', '-f --files-from': 'read' },
  operands: { rest: lookAt },
  match: { 'file a': 'read /w/a', 'file -f list': 'read /w/list' },
  notMatch: { 'file .env': '* #secret' },
});

const pathWords = (): ProgramDescriptor => ({
  summary: 'takes paths apart or resolves them',
  options: { '-s --suffix --relative-to --relative-base': 'text' },
});

/** Programs that read files, or their names, and print. */
export const fileReaders: Family = {
  ...readers('cat tac batcat bat nl expand unexpand zless zmore catdoc antiword', 'prints files', {
    '--pager': { as: 'shell', tags: ['runs_code'] },
    '-H -r -m --language --line-range --style --theme --paging --wrap --tabs --color --decorations --map-syntax --file-name --highlight-line':
      'text',
  }),
  ...decoding(backwards, readers('rev', 'prints lines backwards')),
  ...decoding(rewrites, readers('zcat bzcat xzcat zstdcat lzcat gzcat uudecode rot13', 'prints what is packed or encoded')),
  ...readers('head tail', 'prints one end of files', {
    '-n -c -s --lines --bytes --sleep-interval --pid --max-unchanged-stats': 'text',
    '--follow': { value: 'text', attachedOnly: true },
  }),
  ...readers('od', 'dumps files', { '-A -j -N -S -t --address-radix --skip-bytes --read-bytes --format': 'text' }),
  ...readers('hexdump hd', 'dumps files', { '-e -n -s --length --skip --format': 'text', '-f --format-file': 'read' }),
  ...readers('hexyl', 'dumps files', { '-n -s -c --length --skip --bytes': 'text' }),
  ...readers(
    'md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum b3sum shasum md5 cksum sum crc32 xxhsum',
    'checksums files',
    { '-a --algorithm -s': 'text' },
    lookAt,
  ),
  ...readers('wc', 'counts lines and words', { '--files0-from': 'read' }, lookAt),
  ...readers('tsort', 'orders text'),
  ...readers('strings', 'prints the text in files', { '-n -t -e -T -U --bytes --radix --encoding --target': 'text' }),
  ...decoding(rewrites, readers('fold fmt', 'breaks lines', { '-w -p -g --width --goal --prefix': 'text' })),
  ...readers('pr', 'lays out pages', { '-D -h -l -N -o -w -W': 'text' }),
  ...decoding(rewrites, readers('paste colrm look', 'puts lines side by side', { '-d --delimiters -t': 'text' })),
  ...readers('join', 'joins lines', { '-1 -2 -j -a -e -o -t -v': 'text' }),
  ...readers('comm cmp ptx', 'compares files', { '-i -n --output-delimiter --bytes --ignore-initial': 'text' }),
  ...decoding(
    rewrites,
    readers('cut', 'takes columns out of lines', {
      '-b -c -d -f --bytes --characters --delimiter --fields --output-delimiter': 'text',
    }),
  ),
  ...readers('column', 'lays text out in columns', {
    '-s -o -c -N -R -H -O -W -T --separator --output-separator --table-columns --output-width': 'text',
    '-t --table': 'flag',
  }),
  ...decoding(
    rewrites,
    readers('iconv', 'converts text between encodings', { '-f -t --from-code --to-code': 'text', '-o --output': 'write' }),
  ),
  ...readers('readelf objdump nm size otool ldd lddtree addr2line c++filt', 'looks into binaries', {
    '--section --disassemble': { value: 'text', attachedOnly: true },
  }),
  ...readers('pdftotext pdfinfo glow mdcat mdless', 'shows documents', { '-f -l -s -w': 'text' }),
  ...readers('cloc tokei scc sloccount ncdu dust duf gdu', 'measures source trees', {
    '--exclude-dir --include-lang --exclude-lang --out --report-file': 'text',
  }),
  tr: () => ({ summary: 'replaces characters', decodes: translates, notMatch: { 'tr a b': 'read; unknown' } }),
  sort,
  uniq,
  xxd,
  base64,
  ...sharing('base32 basenc', () => ({ ...base64(), decodes: { when: ['-d'] } })),
  shuf,
  ...sharing('ls dir vdir lsd exa eza gls', ls),
  tree,
  du,
  stat,
  file,
  ...sharing('basename dirname realpath readlink pathchk', pathWords),
};
