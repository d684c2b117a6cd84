import type { Family, OptionTable, ProgramDescriptor } from './descriptor.ts';
import { effect, option, sharing } from './shapes.ts';

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
    '-resize -quality -crop -density -geometry -rotate -gravity -background -fill -font -pointsize -draw -annotate -format -define -colorspace -depth -type -size -extent -page -delay -loop -layers -blur -border -bordercolor -composite -append -threshold':
      'text',
    '-strip -flatten -trim -negate -auto-orient -monochrome': 'flag',
  }),
  style: 'long',
  notMatch: { 'convert a.png -resize 50% b.jpg': 'delete; unknown' },
});

const ffmpeg = (): ProgramDescriptor => ({
  summary: 'converts sound and video',
  style: 'long',
  options: {
    '-i': 'read',
    '-c -c:v -c:a -vcodec -acodec -b:v -b:a -r -s -ss -t -to -vf -af -f -map -crf -preset -filter_complex -pix_fmt -loglevel -ar -ac -frames:v -vframes -metadata -profile:v -movflags -q:v -q:a -g -threads -aspect -codec -safe -hls_time -framerate':
      'text',
    '-y -n -an -vn -sn -hide_banner -nostdin -shortest': 'flag',
  },
  operands: { rest: 'write' },
  match: { 'ffmpeg -i a.mp4 -vn b.mp3': 'read /w/a.mp4; write /w/b.mp3' },
  notMatch: { 'ffmpeg -i a.mp4 -vn b.mp3': 'delete; unknown' },
});

/** Programs for pictures, sound, documents and numbers. */
export const documents: Family = {
  ...sharing('convert magick montage composite gm', imagemagick),
  mogrify: () => ({ ...imagemagick(), summary: 'changes images in place', operands: { rest: 'update' } }),
  ...sharing('ffmpeg avconv', ffmpeg),
  ...sharing('ffprobe identify mediainfo exiv2 soxi pdffonts pdfimages', () => ({
    summary: 'looks at a media file',
    operands: { rest: 'read' },
    options: { '-i': 'read', '-show_entries -of -v -select_streams -print_format': 'text' },
    style: 'long',
  })),
  exiftool: () => ({
    summary: 'reads and changes the data of pictures',
    style: 'long',
    options: { '-o -out': 'write', '-if -d -p -ext -tagsFromFile -csv -json': 'text' },
    operands: { rest: 'read' },
  }),
  ...sharing('sox lame flac oggenc opusenc', () => converting('converts sound')),
  ...sharing('pandoc asciidoctor rst2html markdown cmark wkhtmltopdf weasyprint', () =>
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
  ...sharing('gs ps2pdf', () => ({
    summary: 'interprets PostScript',
    style: 'long',
    options: { '-sOutputFile -o': 'write', '-dSAFER -dBATCH -dNOPAUSE': 'flag' },
    operands: { rest: 'read' },
  })),
  ...sharing('qpdf pdftk pdfunite img2pdf pdfcrop cwebp pngquant optipng jpegoptim svgo', () =>
    toOutput('changes documents and pictures'),
  ),
  ...sharing('ebook-convert soffice libreoffice unoconv', () =>
    toOutput('converts documents', { '--convert-to --outdir --infilter': 'text' }),
  ),
  ...sharing('dot neato circo fdp sfdp mmdc plantuml', () =>
    toOutput('draws diagrams', { '-T -K -G -N -E': 'text', '-i --input': 'read' }),
  ),
  ...sharing('xsltproc', () => toOutput('reads XML', { '--xpath --schema --stringparam --param --encode': 'text' })),
  ...sharing('csvtool csvcut csvgrep csvstat csvsql csvjson csvlook mlr miller xsv qsv in2csv datamash', () => ({
    summary: 'reads tables',
    options: { '-I': { operands: { rest: 'update' } }, '-o --output': 'write' },
    operands: { rest: 'read' },
  })),
  ...sharing('ocrmypdf tesseract', () => converting('reads text from pictures')),
  ...sharing('lp lpr', () => ({
    summary: 'prints',
    options: { '-d -P -n -o': 'text' },
    operands: { rest: 'read' },
    effects: [effect('execute', 'printer:job')],
  })),
};
