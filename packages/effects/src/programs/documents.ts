import type { Family, OptionTable, CommandDescriptor, Argument, Call, Finding } from './descriptor.ts';
import { ADDRESS, effect, option, sharing, sourceOf } from './shapes.ts';

/** Ghostscript and the scripts that pass their options on to it. */
const GHOSTSCRIPT =
  'gs gsc gsx gswin32c gswin64c gswin32 gswin64 ps2pdf ps2pdf12 ps2pdf13 ps2pdf14 ps2pdfwr ps2ps ps2ps2 eps2eps pdf2ps pdf2dsc ps2ascii ps2epsi';

/** The files behind `--permit-file-…=`, of which an asterisk alone is any. */
const permitted = (call: Call, option: string): readonly Argument[] =>
  call.values(option).flatMap(({ text }) => (text ?? '*').split(':').map(path => ({ text: path, glob: path.includes('*') })));

const isAny = ({ text }: Argument): boolean => text === '*' || text === '/*' || text === '/' || text === '';

/** Whether the code that a call runs may open any file: it could write what governs the agent, or delete it. */
const isUnsafe = (call: Call): boolean =>
  call.has('-dNOSAFER') ||
  call.has('-dDELAYSAFER') ||
  ['--permit-file-all', '--permit-file-write', '--permit-file-control'].some(option => permitted(call, option).some(isAny));

/** What a page description does: by default it only draws, and opens no file but those that are named. */
function drawn(call: Call): readonly Finding[] {
  const code = call.values('-c').map((value): Finding => ({ use: { as: 'code', language: 'postscript' }, value }));
  const files = call.operands.map((value): Finding => ({ use: { as: 'execute', language: 'postscript' }, value }));
  const named = (option: string, use: 'read' | 'write'): readonly Finding[] =>
    permitted(call, option)
      .filter(value => !isAny(value))
      .map(value => ({ use: { as: use, certainty: 'possible' }, value }));
  return [
    ...(isUnsafe(call) ? [...code, ...files] : []),
    ...named('--permit-file-read', 'read'),
    ...['--permit-file-write', '--permit-file-all', '--permit-file-control'].flatMap(option => named(option, 'write')),
  ];
}

/** Ghostscript, which runs PostScript: a language that opens, writes and deletes files unless `-dSAFER` is on, as it is by default. */
const ghostscript = (): CommandDescriptor => ({
  style: 'long',
  options: {
    '-sOutputFile -o': 'text',
    '-c': 'text',
    '--permit-file-read': 'text',
    '--permit-file-write': 'text',
    '--permit-file-control': 'text',
    '--permit-file-all': 'text',
    '-dSAFER -dBATCH -dNOPAUSE -dNOSAFER -dDELAYSAFER -f': 'flag',
  },
  inspect: call => [
    ...call.values('-sOutputFile').map((value): Finding => {
      const command = /^(?:%pipe%|\|)(.*)$/s.exec(value.text ?? '')?.[1];
      return command === undefined ? { use: 'write', value } : { use: { as: 'shell', tags: ['runs_code'] }, value: command };
    }),
    ...drawn(call),
  ],
  operands: { rest: 'read' },
});

/** Reads its operands and writes the last of them. */
const converting = (options: OptionTable = {}): CommandDescriptor => ({
  options,
  operands: { rest: 'read', last: 'write' },
});
const toOutput = (options: OptionTable = {}): CommandDescriptor => ({
  options: { '-o --output -O --out --outfile --outputfile': 'write', ...options },
  operands: { rest: 'read' },
});

const imagemagick = (): CommandDescriptor => ({
  ...converting({
    '-resize -quality -crop -density -geometry -rotate -gravity -background -fill -font -pointsize -draw -annotate -format -define -colorspace -depth -type -size -extent -page -delay -loop -layers -blur -border -bordercolor -composite -append -threshold -path -thumbnail -scale -sample -colors -adaptive-resize -unsharp -modulate -level':
      'text',
  }),
  style: 'long',
  optionValue: [{ from: -1, among: { to: -1 }, use: { as: 'update', drops: true } }],
});

/** Programs for pictures, sound, documents and numbers. */
export const documents: Family = {
  ...sharing('convert magick montage composite gm', imagemagick),
  mogrify: () => ({
    ...imagemagick(),
    operands: { rest: { as: 'update', drops: true } },
    cases: [{ when: { any: ['-format', '-path'] }, operands: { rest: 'read' } }],
  }),
  ...sharing('ffmpeg avconv', () => ({
    style: 'long',
    options: {
      '-i': 'read',
      '-c -c:v -c:a -vcodec -acodec -b:v -b:a -r -s -ss -t -to -vf -af -f -map -crf -preset -filter_complex -pix_fmt -loglevel -ar -ac -frames:v -vframes -metadata -profile:v -movflags -q:v -q:a -g -threads -aspect -codec -safe -hls_time -framerate':
        'text',
      '-y -n -an -vn -sn -hide_banner -nostdin -shortest': 'flag',
    },
    spares: { none: ['-y'] },
    optionValue: [
      { fits: ADDRESS, use: { as: 'url', direction: 'upload', tags: ['uploads'] } },
      { unless: ADDRESS, use: 'write' },
    ],
  })),
  ...sharing('ffprobe identify mediainfo exiv2 soxi pdffonts pdfimages', () => ({
    operands: { rest: 'read' },
    options: { '-i': 'read', '-show_entries -of -v -select_streams -print_format': 'text' },
    style: 'long',
  })),
  exiftool: () => ({
    style: 'long',
    options: {
      '-o -out': 'write',
      '-if -if2 -if3': { as: 'code', language: 'perl' },
      '-config': { as: 'execute', language: 'perl' },
      '-d -p -ext -tagsFromFile -csv -json': 'text',
    },
    operands: { rest: 'read' },
    // Values that are set, removed or copied go into each file, unless another file gets the result.
    optionValue: [
      {
        when: { either: [{ assigned: true }, { any: ['-tagsFromFile', '-overwrite_original'] }], not: { value: { '-o': '' } } },
        use: 'update',
      },
    ],
  }),
  ...sharing('sox lame flac oggenc opusenc', () => converting()),
  ...sharing('pandoc asciidoctor rst2html markdown cmark', () =>
    toOutput({
      '-f -t --from --to -s --standalone --template -V -M --metadata --toc-depth': 'text',
      '--filter -F --lua-filter': 'execute',
    }),
  ),
  ...sharing('tex biber', () => ({
    style: 'long',
    options: {
      '-output-directory -jobname -interaction': 'text',
      '--shell-escape -shell-escape -enable-write18': option(effect('execute', 'document:code', 'runs_code', 'dynamic')),
    },
    operands: { rest: 'read' },
  })),
  ...sharing(GHOSTSCRIPT, ghostscript),
  ...sharing('pdftk img2pdf cwebp', () => toOutput()),
  ...sharing('qpdf pdfunite pdfcrop ebook-convert wkhtmltopdf weasyprint', () => converting()),
  ...sharing('pngquant optipng jpegoptim svgo', () => ({
    options: { '-o --output -out -dir -d --dest': 'write', '--ext --quality -s --speed -m --max -i --input': 'text' },
    operands: { rest: 'update' },
  })),
  ...sharing('soffice libreoffice unoconv', () => ({
    ...toOutput({ '--convert-to --outdir --infilter': 'text' }),
    keyword: [
      { when: { operand: '^(?:macro|vnd[.]sun[.]star[.]script):' }, effects: [effect('unknown', 'program:macro', 'runs_code')] },
    ],
  })),
  ...sharing('dot neato circo fdp sfdp mmdc plantuml', () => ({
    options: { '-o --output --outfile': 'write', '-O': 'flag', '-T -K -G -N -E': 'text', '-i --input': 'read' },
    operands: { rest: 'read' },
    // Each output lies beside its input, under its name and an ending.
    optionValue: [
      { when: { any: ['-O'] }, unless: '^[?]$', take: ['$', '.*'], isPattern: true, use: { as: 'write', certainty: 'possible' } },
    ],
  })),
  ...sharing('xsltproc', () => toOutput({ '--xpath --schema --stringparam --param --encode': 'text' })),
  ...sharing('csvtool csvcut csvgrep csvstat csvsql csvjson csvlook xsv qsv in2csv datamash', () => ({
    options: { '-I': { operands: { rest: 'update' } }, '-o --output': 'write' },
    operands: { rest: 'read' },
  })),
  ...sharing('mlr miller', () => ({
    options: {
      '-I': { operands: { rest: 'update' } },
      '--prepipe --prepipex': { as: 'shell', fed: true, tags: ['runs_code'] },
      '--from --mfrom': 'read',
      '-f --load --mload': { as: 'execute', language: 'miller' },
      '--ifs --ofs --fs --ips --ops --ps --irs --ors --rs --ofmt --nr-progress-mod': 'text',
    },
    operands: { rest: { as: 'read', certainty: 'possible' } },
    keyword: [
      {
        when: { word: sourceOf(/^\?$|\b(?:system|exec)\s*\(|\b(?:tee|emit\w*|print|dump)\b[^;]*[>|]/) },
        effects: [effect('unknown', 'text:an expression', 'inline_code')],
      },
    ],
  })),
  ...sharing('ocrmypdf tesseract', () => converting()),
  ...sharing('lp lpr', () => ({
    options: { '-d -P -n -o': 'text' },
    operands: { rest: 'read' },
    effects: [effect('execute', 'printer:job')],
  })),
};
