import type { Drawing, RenderOptions } from './drawing.ts';
import { writeDot } from './writeDot.ts';
import { writeMermaid } from './writeMermaid.ts';
import { writeText } from './writeText.ts';

/** Writes a drawing in the wanted format; `json` is not a drawing. */
export function writeDrawing(drawing: Drawing, { format = 'text', color = false, width = 100 }: RenderOptions): string {
  if (format === 'mermaid') return writeMermaid(drawing);
  if (format === 'dot') return writeDot(drawing);
  return writeText(drawing, color, width);
}
