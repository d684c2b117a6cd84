import type { CommandDescriptor, Family, OptionTable } from './descriptor.ts';
import { backwards, fromBase64, fromHex, rewrites, translates } from './decoding.ts';
import type { Printed } from './output.ts';
import { lookAt, readers, sharing } from './shapes.ts';

/** Text in another form, which hides the words. */
const encoding: CommandDescriptor = { hides: true, endless: 'passes' };
const dumping: CommandDescriptor = { ...encoding, showsText: true };

const base64 = (): CommandDescriptor => ({
  options: { '-w --wrap -b --break': 'text', '-i --input': 'read', '-o --output': 'write', '-d -D --decode': 'flag' },
  operands: { rest: 'read' },
  decodes: fromBase64,
  ...encoding,
});

/** Takes the path in the first operand apart; of a pattern another pattern is left, unless only a name is printed. */
const pathWords =
  (part: (path: string) => Printed, otherwise?: Printed): (() => CommandDescriptor) =>
  () => ({
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

const ends: OptionTable = { '-n -c -s --lines --bytes --sleep-interval --pid --max-unchanged-stats': 'text' };

const measures: CommandDescriptor = { prints: 'word', operands: { rest: lookAt } };
const laysOut: CommandDescriptor = { prints: 'layout', endless: 'passes' };

/** Programs that read files, or their names, and print. */
export const fileReaders: Family = {
  ...readers('cat', { prints: 'input', endless: 'passes', options: paging }),
  ...readers('bat batcat', { prints: 'input', endless: 'passes', showsText: true, options: paging }),
  ...readers('tac', {
    prints: 'input',
    endless: 'keeps',
    showsText: true,
    options: { '-s --separator': 'text' },
  }),
  ...readers('nl', { prints: 'lines', endless: 'passes', options: paging }),
  ...readers('expand unexpand', { ...laysOut, options: paging }),
  ...readers('zless zmore', { prints: 'lines', showsText: true, options: paging }),
  ...readers('catdoc antiword', { options: paging }),
  ...readers('rev', { ...encoding, decodes: backwards }),
  ...readers('zcat bzcat xzcat zstdcat lzcat gzcat rot13', { decodes: rewrites }),
  ...readers('head', {
    prints: 'lines',
    endless: [{ when: { value: { '-c -n': `^(?!${SOON.slice(1)})` } }, endless: 'passes' }],
    options: ends,
  }),
  ...readers('tail', { prints: 'lines', endless: 'keeps', options: ends }),
  ...readers('od', {
    prints: 'word',
    ...dumping,
    options: { '-A -j -N -S -t --address-radix --skip-bytes --read-bytes --format': 'text' },
  }),
  ...readers('hexdump hd', {
    ...dumping,
    options: { '-e -n -s --length --skip --format': 'text', '-f --format-file': 'read' },
  }),
  ...readers('hexyl', { ...dumping, options: { '-n -s -c --length --skip --bytes': 'text' } }),
  ...readers('md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum b3sum shasum md5 cksum sum crc32 xxhsum', {
    ...measures,
    options: { '-a --algorithm -s': 'text' },
  }),
  ...readers('wc', { ...measures, options: { '--files0-from': 'read' } }),
  ...readers('df', {
    operands: { rest: lookAt },
    options: { '-B -t -x --block-size --type --exclude-type': 'text' },
  }),
  ...readers('tsort'),
  ...readers('strings', {
    showsText: true,
    endless: 'passes',
    options: { '-n -t -e -T -U --bytes --radix --encoding --target': 'text' },
  }),
  ...readers('fold fmt', {
    ...laysOut,
    decodes: rewrites,
    options: { '-w -p -g --width --goal --prefix': 'text' },
  }),
  ...readers('pr', { prints: 'layout', options: { '-D -h -l -N -o -w -W': 'text' } }),
  ...readers('paste', { prints: 'layout', decodes: rewrites, options: { '-d --delimiters': 'text' } }),
  ...readers('colrm', { decodes: rewrites }),
  ...readers('look', { prints: 'matches', decodes: rewrites, options: { '-t': 'text' } }),
  ...readers('join', { options: { '-1 -2 -j -a -e -o -t -v': 'text' } }),
  ...readers('comm cmp ptx', { options: { '-i -n --output-delimiter --bytes --ignore-initial': 'text' } }),
  ...readers('cut', {
    prints: 'columns',
    decodes: rewrites,
    options: { '-b -c -d -f --bytes --characters --delimiter --fields --output-delimiter': 'text' },
  }),
  ...readers('column', {
    prints: 'layout',
    options: { '-s -o -c -N -R -H -O -W -T --separator --output-separator --table-columns --output-width': 'text' },
  }),
  ...readers('iconv', {
    prints: 'layout',
    decodes: rewrites,
    options: { '-f -t --from-code --to-code': 'text', '-o --output': 'write' },
  }),
  ...readers('readelf objdump nm size otool ldd lddtree addr2line c++filt', { options: {} }),
  ...readers('pdftotext pdfinfo glow mdcat mdless', { options: { '-f -l -s -w': 'text' } }),
  ...readers('cloc tokei scc sloccount ncdu dust duf gdu', {
    options: { '--exclude-dir --include-lang --exclude-lang --out --report-file': 'text' },
  }),
  tr: () => ({ prints: 'columns', ...encoding, decodes: translates }),
  sort: () => ({
    prints: 'lines',
    endless: 'keeps',
    listed: { in: ['--files0-from'] },
    options: {
      '-k -t -S -T --key --field-separator --buffer-size --temporary-directory --batch-size --parallel --random-source': 'text',
      '-o --output': 'write',
      '--files0-from': 'read',
      '--compress-program': { as: 'program', tags: ['runs_code', 'dynamic'] },
    },
    operands: { rest: 'read' },
  }),
  uniq: () => ({
    prints: 'lines',
    endless: 'passes',
    options: { '-f -s -w --skip-fields --skip-chars --check-chars': 'text' },
    operands: { first: ['read', 'write'] },
    optionValue: [{ from: 1, to: 2, among: { to: 1 }, use: { as: 'write', clears: true } }],
  }),
  xxd: () => ({
    options: { '-l -s -c -g -o -n -len -seek -cols': 'text', '-r -p -u -i -b -ps': 'flag' },
    operands: { first: ['read', 'write'] },
    decodes: fromHex,
    ...dumping,
  }),
  base64,
  ...sharing('base32 basenc', () => ({ ...base64(), decodes: { when: ['-d'] } })),
  shuf: () => ({
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
    prints: 'listing',
    options: {
      '-I -w -T --ignore --hide --width --tabsize --block-size': 'text',
      '-R --recursive': { recursive: true },
    },
    operands: { rest: lookAt, defaults: ['.'] },
  })),
  tree: () => ({
    options: { '-L -P -I -H -T --filelimit --charset --timefmt --sort': 'text', '-o': 'write' },
    operands: { rest: { as: 'read', tags: ['metadata'], recursive: true }, defaults: ['.'] },
  }),
  du: () => ({
    prints: 'word',
    options: {
      '-d -B -t -X --max-depth --block-size --threshold --exclude --exclude-from': 'text',
      '--files0-from': 'read',
    },
    operands: { rest: lookAt, defaults: ['.'] },
  }),
  stat: () => ({
    prints: 'word',
    options: { '-c -f -t --format --printf': 'text' },
    operands: { rest: lookAt },
  }),
  file: () => ({
    options: { '-m -F -e -P --magic-file --separator --exclude': 'text', '-f --files-from': 'read' },
    operands: { rest: lookAt },
  }),
  basename,
  dirname,
  realpath,
  readlink: realpath,
  pathchk: () => ({}),
};
