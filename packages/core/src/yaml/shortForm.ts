import type { LoadedNode, LoadRun } from './loadRun.ts';
import { loadNode } from './node.ts';
import { checkValue } from './params.ts';
import type { Place } from './issue.ts';
import type { SourceEntry, SourceNode } from './source.ts';
import { sourceOf } from './source.ts';
import type { ShortForm } from './options.ts';

/**
 * Loads the node that a short form means. What is wrong with the node is reported where the short form says the
 * same thing, else at its key.
 */
export function loadShortForm(form: ShortForm, entry: SourceEntry, run: LoadRun): LoadedNode | undefined {
  if (form.around !== undefined) return loadNode(wrapped(entry, form.around), run, 0);
  const schema = run.schemaOf(`short form ${form.key}`, form.schema);
  const { value } = checkValue(entry.value, schema, { at: entry.at, issues: run.issues });
  if (value === undefined) return undefined;
  const places = placesOf(entry.value);
  return loadNode(
    // The list of forms has forgotten the type: the schema of this form has checked the value.
    sourceOf(form.expand(value as never), data => placeOf(data, places) ?? entry.at),
    run,
    0,
  );
}

function wrapped({ at, value }: SourceEntry, keys: readonly string[]): SourceNode {
  return keys.reduceRight<SourceNode>((inner, key) => ({ type: 'map', at, entries: [{ key, at, value: inner }] }), value);
}

/** Finds where the short form says a value, or the beginning of it. */
function placeOf(data: unknown, places: ReadonlyMap<unknown, Place>): Place | undefined {
  if (typeof data !== 'string' || places.has(data)) return places.get(data);
  const begun = [...places.keys()].filter(key => typeof key === 'string' && key !== '' && data.startsWith(key));
  return places.get(begun.sort((a, b) => String(b).length - String(a).length)[0]);
}

function placesOf(node: SourceNode, places: Map<unknown, Place> = new Map()): Map<unknown, Place> {
  if (node.type === 'scalar' && !places.has(node.value)) places.set(node.value, node.at);
  if (node.type === 'list') for (const item of node.items) placesOf(item, places);
  if (node.type === 'map') for (const { value } of node.entries) placesOf(value, places);
  return places;
}
