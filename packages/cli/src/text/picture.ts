import { existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import { drawPng, drawSvg } from '@licet/console/pictures';

import { UsageError, unusable } from '@licet/core/command';
import type { DrawingOptions, Terminal } from '@licet/core/command';

/** Prints a drawing, or writes it to a file. A PNG is bytes: without a file it goes into a pipe, and not to a terminal. */
export async function printDrawing(
  text: string,
  { format, out }: DrawingOptions,
  { print }: Pick<Terminal, 'print'>,
): Promise<void> {
  if (format === 'png' && out === undefined && process.stdout.isTTY)
    throw new UsageError('a PNG is no text: write it to a file with `--out graph.png`');
  const drawn = format === 'png' ? await drawPng(text, readFont()) : format === 'svg' ? await drawSvg(text) : text.trimEnd();
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

const FONT = 'DejaVuSansMono.ttf';

/** The font comes with the program: no machine needs one. */
function readFont(): Uint8Array {
  const packed = join(dirname(realpathSync(process.argv[1] ?? '.')), '..', 'fonts', FONT);
  return readFileSync(existsSync(packed) ? packed : createRequire(import.meta.url).resolve(`dejavu-fonts-ttf/ttf/${FONT}`));
}
