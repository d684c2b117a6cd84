import { parseShell } from '../words/parser.ts';
import { emitUnknown, spend } from '../words/frame.ts';
import type { Frame } from '../words/frame.ts';
import type { Stream } from '../words/stream.ts';
import { hole, isKnown } from '../words/field.ts';
import type { Field } from '../words/field.ts';
import { unescapeGlob } from '../words/glob.ts';
import { visitScript } from './script.ts';

/**
 * Parses shell text that a command carries and visits it. Where parts of the text are not known it is visited all the same, for
 * what can be seen, and recorded as unknown.
 */
export function visitText(source: Field, frame: Frame): Stream {
  const text = source.glob ? unescapeGlob(source.text) : source.text;
  if (!isKnown(source) && !harmlessHoles(source))
    emitUnknown(frame, 'shell text known only at run time', ['dynamic'], source.source);
  if (text.replaceAll(hole, '').trim() === '') return { text: '', origins: [] };
  spend(frame.run, Math.ceil(text.length / 64));
  const parsed = parseShell(text);
  if (!parsed.ok) emitUnknown(frame, `shell text that cannot be parsed: ${parsed.reason}`);
  return parsed.script === undefined ? { origins: [] } : visitScript({ ...parsed.script, errors: undefined }, frame);
}

/** A value from a token (a count, a date) cannot hold code. */
function harmlessHoles(source: Field): boolean {
  return source.glob && !source.text.includes(hole);
}
