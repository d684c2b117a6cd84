import type { FileTarget } from '@licet/core';
import { isWithin } from '../../places/lexical.ts';
import { isTemporaryFor } from '../../places/temporary.ts';
import { fileTarget, globTarget } from '../../places/target.ts';
import { HOLE } from '../words/field.ts';
import type { Field } from '../words/field.ts';
import { spend } from '../words/frame.ts';
import type { Frame } from '../words/frame.ts';
import { escapeGlob } from '../../places/segments.ts';

/** A known temporary folder, the known beginning of a name in it, and the first part that is not known. */
const BEGINS_INSIDE = /^(\/(?:private\/)?(?:var\/)?tmp\/(?:[^/*?[\uF8FE]+\/)*[^/*?[\uF8FE]*[\w-])\uF8FE[^/]*$/;

/**
 * A name of which the end is not known, in a temporary folder, as the pattern of all such names: `/tmp/feat-$f.log` in a loop. What
 * stands behind a beginning leads out of the folder only through another folder of that very beginning. Nothing is known of words
 * that come from outside of the command, over the network or out of an encoding.
 */
export function insideTemporary(field: Field, { run }: Frame): Field {
  const { text, many, likely, origins, glob } = field;
  if (many || glob || likely !== undefined || !BEGINS_INSIDE.test(text) || !isTemporaryFor(run.options.root, text)) return field;
  if (origins.some(origin => origin !== 'file' && origin !== 'clock' && origin !== 'own_process')) return field;
  return { ...field, text: escapeGlob(text).replaceAll(HOLE, '*'), glob: true };
}

/** A file name as a target, or why it is not known which file it names. */
export type Placed = { readonly file: FileTarget } | { readonly unplaced: string; readonly hidden: boolean };

/**
 * The file that a word names. A name with an unknown part is never placed, not even in a known folder: unknown text may hold
 * `..`.
 */
export function placeFile(field: Field, frame: Frame, recursive: boolean): Placed {
  const { cwd } = frame.state;
  if (field.text.includes(HOLE)) return { unplaced: field.source, hidden: false };
  const options = { cwd, files: frame.run.options.files, recursive, literal: true };
  const made = field.glob ? globTarget(field.text, options) : fileTarget(field.text, options);
  if (made.type === 'refusal') return { unplaced: field.source, hidden: made.code === 'control_character' };
  if (frame.run.links.size === 0) return { file: made };
  const resolved = followLinks(made.resolved, frame);
  if (made.glob === undefined) return { file: { ...made, resolved } };
  // A pattern below a link names what lies behind it.
  return { file: { ...made, resolved, lexical: followLinks(made.lexical, frame), glob: followLinks(made.glob, frame) } };
}

function followLink(path: string, links: ReadonlyMap<string, string>): string | undefined {
  for (const [from, to] of links) if (isWithin(path, from)) return to + path.slice(from.length);
  return undefined;
}

/** Follows the links that the command itself made. */
export function followLinks(path: string, frame: Frame): string {
  let at = path;
  for (let turns = 0; turns < 8; turns++) {
    spend(frame.run, frame.run.links.size / 64);
    const next = followLink(at, frame.run.links);
    if (next === undefined) return at;
    at = next;
  }
  return at;
}
