import { existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import { UsageError } from '../exit.ts';
import type { Terminal } from './terminal.ts';
import { unusable } from './inputFile.ts';

/** How a drawing leaves the program. */
export interface DrawingOptions {
  /** `svg` and `png` take a text in DOT; every other format is printed as it is. */
  readonly format: string;
  /** The file to write; otherwise it is printed. */
  readonly out?: string | undefined;
}

/** Prints a drawing, or writes it to a file. A PNG is bytes: without a file it goes into a pipe, and not to a terminal. */
export async function printDrawing(
  text: string,
  { format, out }: DrawingOptions,
  { print }: Pick<Terminal, 'print'>,
): Promise<void> {
  if (format === 'png' && out === undefined && process.stdout.isTTY)
    throw new UsageError('a PNG is no text: write it to a file with `--out graph.png`');
  const drawn = format === 'png' ? await drawPng(text) : format === 'svg' ? await drawSvg(text) : text.trimEnd();
  if (out !== undefined) writeTo(out, typeof drawn === 'string' ? `${drawn}\n` : drawn);
  else if (typeof drawn === 'string') print(drawn);
  else await new Promise<void>((done, fail) => process.stdout.write(drawn, error => (error ? fail(error) : done())));
}

function writeTo(file: string, drawn: string | Uint8Array): void {
  try {
    writeFileSync(file, drawn);
  } catch (error) {
    throw unusable(`\`${file}\``, 'written', error);
  }
}

/** The width of every letter of a fixed-width font, in font sizes: what Graphviz reckons with for `Courier`. */
const LETTER = 0.6;

/** The font that a picture asks for, and those that other machines have in its place. */
const FAMILIES = 'DejaVu Sans Mono, Menlo, Consolas, monospace';

/**
 * Draws a graph in DOT as SVG. Graphviz does not know the fonts of the machine that will show it, so the letters are as wide as each
 * other, and every line says how wide it is: whatever font is taken, no text leaves its box.
 */
async function drawSvg(dot: string): Promise<string> {
  const { Graphviz } = await import('@hpcc-js/wasm-graphviz');
  const drawn = (await Graphviz.load()).dot(dot.replaceAll('fontname="Helvetica"', 'fontname="Courier"'), 'svg');
  return drawn
    .replaceAll(/<text [^>]*font-size="([\d.]+)"[^>]*>([^<]*)<\/text>/gu, (text, size: string, content: string) => {
      const letters = Array.from(content.replaceAll(/&[^;]+;/gu, 'x')).length;
      const width = (letters * LETTER * Number(size)).toFixed(2);
      return text.replace('<text ', `<text textLength="${width}" lengthAdjust="spacingAndGlyphs" `);
    })
    .replaceAll(/font-family="[^"]*"/gu, `font-family="${FAMILIES}"`)
    .trimEnd();
}

const FONT = 'DejaVuSansMono.ttf';

/** How many dots a point of the drawing gets. */
const ZOOM = 2;

/** Draws a graph in DOT as PNG, with a font that comes with the program: no machine needs one. */
async function drawPng(dot: string): Promise<Uint8Array> {
  const svg = await drawSvg(dot);
  const { Resvg, initWasm } = await import('@resvg/resvg-wasm');
  const { resolve } = createRequire(import.meta.url);
  await initWasm(readFileSync(resolve('@resvg/resvg-wasm/index_bg.wasm')));
  const packed = join(dirname(realpathSync(process.argv[1] ?? '.')), '..', 'fonts', FONT);
  const font = readFileSync(existsSync(packed) ? packed : resolve(`dejavu-fonts-ttf/ttf/${FONT}`));
  const options = { fitTo: { mode: 'zoom', value: ZOOM }, font: { fontBuffers: [font], defaultFontFamily: 'DejaVu Sans Mono' } };
  return new Resvg(svg, options as ConstructorParameters<typeof Resvg>[1]).render().asPng();
}
