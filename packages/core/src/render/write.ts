import { unseen } from '../text/escapeText.ts';
import type { Drawing, RenderOptions } from './drawing.ts';
import { writeDot } from './writeDot.ts';
import { writeMermaid } from './writeMermaid.ts';
import { writeText } from './writeText.ts';

/** Writes a tree in the wanted format: as it is drawn, or its data. */
export function write(data: unknown, drawn: () => Drawing, options: RenderOptions): string {
  const { format = 'text', color = false, width = 100 } = options;
  if (format === 'json') return writeJson(data);
  if (format === 'mermaid') return writeMermaid(drawn());
  return format === 'dot' ? writeDot(drawn()) : writeText(drawn(), color, width);
}

/**
 * Writes data as indented JSON that is safe on a terminal: what would be invisible there is written as `\uXXXX`, so the
 * text still parses to the same data. The cause of a fault is left out, because it is for the developer's debugger and
 * may be no data at all; so is whatever else JSON cannot carry.
 */
function writeJson(value: unknown): string {
  const text = JSON.stringify(value, portable, 2);
  return `${text.replace(unseen(), encode)}\n`;
}

function portable(key: string, value: unknown): unknown {
  if (key === 'cause' || typeof value === 'function' || typeof value === 'symbol') return undefined;
  return typeof value === 'bigint' ? String(value) : value;
}

function encode(character: string): string {
  if (character === '\n') return character;
  let codes = '';
  for (let at = 0; at < character.length; at++) codes += `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`;
  return codes;
}
