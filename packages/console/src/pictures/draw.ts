import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** The width of every letter of a fixed-width font, in font sizes: what Graphviz reckons with for `Courier`. */
const LETTER = 0.6;

/** The font that a picture asks for, and those that other machines have in its place. */
const FAMILIES = 'DejaVu Sans Mono, Menlo, Consolas, monospace';

/**
 * Draws a graph in DOT as SVG. Graphviz does not know the fonts of the machine that will show it, so the letters are as wide as each
 * other, and every line says how wide it is: whatever font is taken, no text leaves its box.
 */
export async function drawSvg(dot: string): Promise<string> {
  const { Graphviz } = await import('@hpcc-js/wasm-graphviz');
  const drawn = (await Graphviz.load()).dot(dot.replaceAll('fontname="Helvetica"', 'fontname="Courier"'), 'svg');
  return fitted(drawn)
    .replaceAll(/<text [^>]*font-size="([\d.]+)"[^>]*>([^<]*)<\/text>/gu, (text, size: string, content: string) => {
      const letters = Array.from(content.replaceAll(/&[^;]+;/gu, 'x')).length;
      const width = (letters * LETTER * Number(size)).toFixed(2);
      return text.replace('<text ', `<text textLength="${width}" lengthAdjust="spacingAndGlyphs" `);
    })
    .replaceAll(/font-family="[^"]*"/gu, `font-family="${FAMILIES}"`)
    .trimEnd();
}

/** How wide a picture is at most, in pixels: one that is wider is drawn smaller, so that it fits a screen. */
const MOST_WIDE = 1_600;

/** Gives a drawing its size in pixels: Graphviz' points, as far as they fit. */
const fitted = (drawn: string): string =>
  drawn.replace(/<svg width="(\d+)pt" height="(\d+)pt"/u, (_svg, width: string, height: string) => {
    const scale = Math.min(1, MOST_WIDE / Number(width));
    return `<svg width="${Math.floor(Number(width) * scale)}" height="${Math.ceil(Number(height) * scale)}"`;
  });

/** Draws a graph in DOT as PNG, in DejaVu Sans Mono, whose font file the caller hands over. */
export async function drawPng(dot: string, font: Uint8Array): Promise<Uint8Array> {
  const svg = await drawSvg(dot);
  const { Resvg, initWasm } = await import('@resvg/resvg-wasm');
  const { resolve } = createRequire(import.meta.url);
  await initWasm(readFileSync(resolve('@resvg/resvg-wasm/index_bg.wasm')));
  const width = Math.min(MOST_WIDE, 2 * Number(/<svg width="(\d+)"/u.exec(svg)?.[1] ?? MOST_WIDE));
  const options = {
    fitTo: { mode: 'width', value: width },
    font: { fontBuffers: [font], defaultFontFamily: 'DejaVu Sans Mono' },
  };
  return new Resvg(svg, options as ConstructorParameters<typeof Resvg>[1]).render().asPng();
}
