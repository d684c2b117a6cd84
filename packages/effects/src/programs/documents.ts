import type { Family, OptionTable, ProgramDescriptor } from './descriptor.ts';
import { ghostscript, GHOSTSCRIPT } from './ghostscript.ts';
import { ADDRESS, effect, option, sharing, sourceOf } from './shapes.ts';

/** Reads its operands and writes the last of them. */
const converting = (summary: string, options: OptionTable = {}): ProgramDescriptor => ({
  summary,
  options,
  operands: { rest: 'read', last: 'write' },
});
const toOutput = (summary: string, options: OptionTable = {}): ProgramDescriptor => ({
  summary,
  options: { '-o --output -O --out --outfile --outputfile': 'write', ...options },
  operands: { rest: 'read' },
});

const imagemagick = (): ProgramDescriptor => ({
  ...converting('converts images', {
    '-resize -quality -crop -density -geometry -rotate -gravity -background -fill -font -pointsize -draw -annotate -format -define -colorspace -depth -type -size -extent -page -delay -loop -layers -blur -border -bordercolor -composite -append -threshold -path -thumbnail -scale -sample -colors -adaptive-resize -unsharp -modulate -level':
      'text',
    '-strip -flatten -trim -negate -auto-orient -monochrome': 'flag',
  }),
  style: 'long',
  optionValue: [{ from: -1, among: { to: -1 }, use: { as: 'update', drops: true } }],
});

/** Programs for pictures, sound, documents and numbers. */
export const documents: Family = {
  ...sharing('convert magick montage composite gm', imagemagick),
  mogrify: () => ({
    ...imagemagick(),
    summary: 'changes images in place',
    operands: { rest: { as: 'update', drops: true } },
    cases: [{ when: { any: ['-format', '-path'] }, operands: { rest: 'read' } }],
  }),
  ...sharing('ffmpeg avconv', () => ({
    summary: 'converts sound and video',
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
    summary: 'looks at a media file',
    operands: { rest: 'read' },
    options: { '-i': 'read', '-show_entries -of -v -select_streams -print_format': 'text' },
    style: 'long',
  })),
  exiftool: () => ({
    summary: 'reads and changes the data of pictures',
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
  ...sharing('sox lame flac oggenc opusenc', () => converting('converts sound')),
  ...sharing('pandoc asciidoctor rst2html markdown cmark', () =>
    toOutput('converts documents', {
      '-f -t --from --to -s --standalone --template -V -M --metadata --toc-depth': 'text',
      '--filter -F --lua-filter': 'execute',
    }),
  ),
  ...sharing('tex biber', () => ({
    summary: 'sets documents',
    style: 'long',
    options: {
      '-output-directory -jobname -interaction': 'text',
      '--shell-escape -shell-escape -enable-write18': option(effect('execute', 'document:code', 'runs_code', 'dynamic')),
    },
    operands: { rest: 'read' },
  })),
  ...sharing(GHOSTSCRIPT, ghostscript),
  ...sharing('pdftk img2pdf cwebp', () => toOutput('changes documents and pictures')),
  ...sharing('qpdf pdfunite pdfcrop ebook-convert wkhtmltopdf weasyprint', () => converting('makes one document of others')),
  ...sharing('pngquant optipng jpegoptim svgo', () => ({
    summary: 'makes pictures smaller, in place',
    options: { '-o --output -out -dir -d --dest': 'write', '--ext --quality -s --speed -m --max -i --input': 'text' },
    operands: { rest: 'update' },
  })),
  ...sharing('soffice libreoffice unoconv', () => ({
    ...toOutput('converts documents', { '--convert-to --outdir --infilter': 'text' }),
    keyword: [
      { when: { operand: '^(?:macro|vnd[.]sun[.]star[.]script):' }, effects: [effect('unknown', 'program:macro', 'runs_code')] },
    ],
  })),
  ...sharing('dot neato circo fdp sfdp mmdc plantuml', () => ({
    summary: 'draws diagrams',
    options: { '-o --output --outfile': 'write', '-O': 'flag', '-T -K -G -N -E': 'text', '-i --input': 'read' },
    operands: { rest: 'read' },
    // Each output lies beside its input, under its name and an ending.
    optionValue: [
      { when: { any: ['-O'] }, unless: '^[?]$', take: ['$', '.*'], isPattern: true, use: { as: 'write', certainty: 'possible' } },
    ],
  })),
  ...sharing('xsltproc', () => toOutput('reads XML', { '--xpath --schema --stringparam --param --encode': 'text' })),
  ...sharing('csvtool csvcut csvgrep csvstat csvsql csvjson csvlook xsv qsv in2csv datamash', () => ({
    summary: 'reads tables',
    options: { '-I': { operands: { rest: 'update' } }, '-o --output': 'write' },
    operands: { rest: 'read' },
  })),
  ...sharing('mlr miller', () => ({
    summary: 'reads tables',
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
  ...sharing('ocrmypdf tesseract', () => converting('reads text from pictures')),
  ...sharing('lp lpr', () => ({
    summary: 'prints',
    options: { '-d -P -n -o': 'text' },
    operands: { rest: 'read' },
    effects: [effect('execute', 'printer:job')],
  })),
};
