import type { FileTarget } from '@licet/core';
import { fileTarget, globTarget } from '../../places/target.ts';
import { spend } from '../words/frame.ts';
import type { Frame } from '../words/frame.ts';
import { hole } from '../words/field.ts';
import type { Field } from '../words/field.ts';
import { isWithin } from '../../places/lexical.ts';

/** A file name as a target, or why it is not known which file it names. */
export type Placed = { readonly file: FileTarget } | { readonly unplaced: string; readonly hidden: boolean };

/**
 * The file that a word names. A name with an unknown part is never placed, not even in a known folder: unknown text may hold
 * `..`.
 */
export function placeFile(field: Field, frame: Frame, recursive: boolean): Placed {
  const { cwd } = frame.state;
  if (field.text.includes(hole)) return { unplaced: field.source, hidden: false };
  const options = { cwd, files: frame.run.options.files, recursive, literal: true };
  const made = field.glob ? globTarget(field.text, options) : fileTarget(field.text, options);
  if (made.type === 'refusal') return { unplaced: field.source, hidden: made.code === 'control_character' };
  if (frame.run.links.size === 0) return { file: made };
  return { file: { ...made, resolved: followLinks(made.resolved, frame) } };
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
