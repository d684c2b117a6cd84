import type { CommandDescriptor, Family, OptionTable, ProgramDescriptor } from './descriptor.ts';
import { backwards, fromBase64, fromHex, rewrites, translates } from './decoding.ts';
import type { Printed } from './output.ts';
import { lookAt, readers, sharing } from './shapes.ts';

/** Text in another form, in which nobody sees the words. */
const encoding: CommandDescriptor = { hides: true, endless: 'passes' };
const dumping: CommandDescriptor = { ...encoding, showsText: true };

const base64 = (): ProgramDescriptor => ({
  summary: 'encodes or decodes text',
  options: { '-w --wrap -b --break': 'text', '-i --input': 'read', '-o --output': 'write', '-d -D --decode': 'flag' },
  operands: { rest: 'read' },
  decodes: fromBase64,
  ...encoding,
});

/** Takes the path in the first operand apart; of a pattern another pattern is left, unless only a name is printed. */
const pathWords =
  (part: (path: string) => Printed, otherwise?: Printed): (() => ProgramDescriptor) =>
  () => ({
    summary: 'takes paths apart or resolves them',
    options: { '-s --suffix --relative-to --relative-base': 'text' },
    prints: ({ operands: [first] }) => {
      if (first?.text === undefined || (first.glob && otherwise !== undefined)) return otherwise;
      return first.glob ? { names: [first.text] } : part(first.text);
    },
  });

const lastSlash = (path: string): number => path.replace(/\/+$/, '').lastIndexOf('/');
const dirname = pathWords(path => ({ text: lastSlash(path) < 0 ? '.\n' : `${path.slice(0, lastSlash(path)) || '/'}\n` }));
const basename = pathWords(path => ({ text: `${path.slice(lastSlash(path) + 1)}\n` }), 'name');

const realpath = pathWords(path => ({ path }));

/** Numbers of lines and bytes at which `head` stops soon: `head -c 100G` stops too late. */
const SOON = '^(?:\\d{1,10}c?|\\d{1,9}w|\\d{1,7}[bkK]|\\d{1,4}M|(?:1?\\d|20)G)(?:i?B)?$';

/** Options of programs that print files, as they stand or page by page. */
const paging: OptionTable = {
  '--pager': { as: 'shell', tags: ['runs_code'] },
  '-H -r -m --language --line-range --style --theme --paging --wrap --tabs --color --decorations --map-syntax --file-name --highlight-line':
    'text',
};

const ends: OptionTable = {
  '-n -c -s --lines --bytes --sleep-interval --pid --max-unchanged-stats': 'text',
  '--follow': { value: 'text', attachedOnly: true },
};

const measures: CommandDescriptor = { prints: 'word', operands: { rest: lookAt } };
const laysOut: CommandDescriptor = { prints: 'layout', endless: 'passes' };

/** Programs that read files, or their names, and print. */
export const fileReaders: Family = {
  ...readers('cat', 'prints files', { prints: 'input', endless: 'passes', options: paging }),
  ...readers('bat batcat', 'prints files', { prints: 'input', endless: 'passes', showsText: true, options: paging }),
  ...readers('tac', 'prints lines from the last to the first', {
    prints: 'input',
    endless: 'keeps',
    showsText: true,
    options: { '-s --separator': 'text' },
  }),
  ...readers('nl', 'numbers lines', { prints: 'lines', endless: 'passes', options: paging }),
  ...readers('expand unexpand', 'turns tabs into blanks, or back', { ...laysOut, options: paging }),
  ...readers('zless zmore', 'prints files', { prints: 'lines', showsText: true, options: paging }),
  ...readers('catdoc antiword', 'prints files', { options: paging }),
  ...readers('rev', 'prints lines backwards', { ...encoding, decodes: backwards }),
  ...readers('zcat bzcat xzcat zstdcat lzcat gzcat rot13', 'prints what is packed or encoded', { decodes: rewrites }),
  ...readers('head', 'prints the beginning of files', {
    prints: 'lines',
    endless: [{ when: { value: { '-c -n': `^(?!${SOON.slice(1)})` } }, endless: 'passes' }],
    options: ends,
  }),
  ...readers('tail', 'prints the end of files', { prints: 'lines', endless: 'keeps', options: ends }),
  ...readers('od', 'dumps files', {
    prints: 'word',
    ...dumping,
    options: { '-A -j -N -S -t --address-radix --skip-bytes --read-bytes --format': 'text' },
  }),
  ...readers('hexdump hd', 'dumps files', {
    ...dumping,
    options: { '-e -n -s --length --skip --format': 'text', '-f --format-file': 'read' },
  }),
  ...readers('hexyl', 'dumps files', { ...dumping, options: { '-n -s -c --length --skip --bytes': 'text' } }),
  ...readers(
    'md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum b3sum shasum md5 cksum sum crc32 xxhsum',
    'checksums files',
    { ...measures, options: { '-a --algorithm -s': 'text' } },
  ),
  ...readers('wc', 'counts lines and words', { ...measures, options: { '--files0-from': 'read' } }),
  ...readers('df', 'tells how much room is left', {
    operands: { rest: lookAt },
    options: { '-B -t -x --block-size --type --exclude-type': 'text' },
  }),
  ...readers('tsort', 'orders text'),
  ...readers('strings', 'prints the text in files', {
    showsText: true,
    endless: 'passes',
    options: { '-n -t -e -T -U --bytes --radix --encoding --target': 'text' },
  }),
  ...readers('fold fmt', 'breaks lines', {
    ...laysOut,
    decodes: rewrites,
    options: { '-w -p -g --width --goal --prefix': 'text' },
  }),
  ...readers('pr', 'lays out pages', { prints: 'layout', options: { '-D -h -l -N -o -w -W': 'text' } }),
  ...readers('paste', 'puts lines side by side', { prints: 'layout', decodes: rewrites, options: { '-d --delimiters': 'text' } }),
  ...readers('colrm', 'cuts columns out', { decodes: rewrites }),
  ...readers('look', 'prints lines that begin so', { prints: 'matches', decodes: rewrites, options: { '-t': 'text' } }),
  ...readers('join', 'joins lines', { options: { '-1 -2 -j -a -e -o -t -v': 'text' } }),
  ...readers('comm cmp ptx', 'compares files', { options: { '-i -n --output-delimiter --bytes --ignore-initial': 'text' } }),
  ...readers('cut', 'takes columns out of lines', {
    prints: 'columns',
    decodes: rewrites,
    options: { '-b -c -d -f --bytes --characters --delimiter --fields --output-delimiter': 'text' },
  }),
  ...readers('column', 'lays text out in columns', {
    prints: 'layout',
    options: {
      '-s -o -c -N -R -H -O -W -T --separator --output-separator --table-columns --output-width': 'text',
      '-t --table': 'flag',
    },
  }),
  ...readers('iconv', 'converts text between encodings', {
    prints: 'layout',
    decodes: rewrites,
    options: { '-f -t --from-code --to-code': 'text', '-o --output': 'write' },
  }),
  ...readers('readelf objdump nm size otool ldd lddtree addr2line c++filt', 'looks into binaries', {
    options: { '--section --disassemble': { value: 'text', attachedOnly: true } },
  }),
  ...readers('pdftotext pdfinfo glow mdcat mdless', 'shows documents', { options: { '-f -l -s -w': 'text' } }),
  ...readers('cloc tokei scc sloccount ncdu dust duf gdu', 'measures source trees', {
    options: { '--exclude-dir --include-lang --exclude-lang --out --report-file': 'text' },
  }),
  tr: () => ({ summary: 'replaces characters', prints: 'columns', ...encoding, decodes: translates }),
  sort: () => ({
    summary: 'sorts lines',
    prints: 'lines',
    endless: 'keeps',
    listed: { in: ['--files0-from'] },
    options: {
      '-k -t -S -T --key --field-separator --buffer-size --temporary-directory --batch-size --parallel --random-source': 'text',
      '-o --output': 'write',
      '--files0-from': 'read',
      '--compress-program': { as: 'program', tags: ['runs_code', 'dynamic'] },
      '--sort --check': { value: 'text', attachedOnly: true },
    },
    operands: { rest: 'read' },
  }),
  uniq: () => ({
    summary: 'drops repeated lines',
    prints: 'lines',
    endless: 'passes',
    options: { '-f -s -w --skip-fields --skip-chars --check-chars': 'text' },
    operands: { first: ['read', 'write'] },
    optionValue: [{ from: 1, to: 2, among: { to: 1 }, use: { as: 'write', clears: true } }],
  }),
  xxd: () => ({
    summary: 'makes or undoes a hex dump',
    options: { '-l -s -c -g -o -n -len -seek -cols': 'text', '-r -p -u -i -b -ps': 'flag' },
    operands: { first: ['read', 'write'] },
    decodes: fromHex,
    ...dumping,
  }),
  base64,
  ...sharing('base32 basenc', () => ({ ...base64(), decodes: { when: ['-d'] } })),
  shuf: () => ({
    summary: 'shuffles lines',
    prints: 'lines',
    endless: 'keeps',
    options: {
      '-i -n --input-range --head-count': 'text',
      '-o --output': 'write',
      '--random-source': 'read',
      '-e --echo': { operands: { rest: 'text' } },
    },
    operands: { rest: 'read' },
  }),
  ...sharing('ls dir vdir lsd exa eza gls', () => ({
    summary: 'lists folders',
    prints: 'listing',
    options: {
      '-I -w -T --ignore --hide --width --tabsize --block-size': 'text',
      '-R --recursive': { recursive: true },
      '--color --format --sort --time --time-style --icons': { value: 'text', attachedOnly: true },
    },
    operands: { rest: lookAt, defaults: ['.'] },
  })),
  tree: () => ({
    summary: 'lists folders as a tree',
    options: { '-L -P -I -H -T --filelimit --charset --timefmt --sort': 'text', '-o': 'write' },
    operands: { rest: { as: 'read', tags: ['metadata'], recursive: true }, defaults: ['.'] },
  }),
  du: () => ({
    summary: 'tells how much space files take',
    prints: 'word',
    options: {
      '-d -B -t -X --max-depth --block-size --threshold --exclude --exclude-from': 'text',
      '--files0-from': 'read',
      '--time': { value: 'text', attachedOnly: true },
    },
    operands: { rest: lookAt, defaults: ['.'] },
  }),
  stat: () => ({
    summary: 'tells about files',
    prints: 'word',
    options: { '-c -f -t --format --printf': 'text' },
    operands: { rest: lookAt },
  }),
  file: () => ({
    summary: 'tells what sort of file it is',
    options: { '-m -F -e -P --magic-file --separator --exclude': 'text', '-f --files-from': 'read' },
    operands: { rest: lookAt },
  }),
  basename,
  dirname,
  realpath,
  readlink: realpath,
  pathchk: () => ({ summary: 'checks the names of files' }),
};
