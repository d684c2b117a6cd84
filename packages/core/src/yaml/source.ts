import type { Place, SourcePlace } from './issue.ts';
import { foundValue } from './names.ts';

/** A single value of a policy file. */
interface SourceScalar {
  readonly type: 'scalar';
  readonly at: SourcePlace;
  readonly value: string | number | boolean | null;
}

/** A list of a policy file. */
interface SourceList {
  readonly type: 'list';
  readonly at: Place;
  readonly items: readonly SourceNode[];
}

/** One `key: value` of a mapping. `at` is the place of the key. */
export interface SourceEntry {
  readonly key: string;
  readonly at: Place;
  readonly value: SourceNode;
}

/** A mapping of a policy file. Keys are texts and differ. */
export interface SourceMap {
  readonly type: 'map';
  readonly at: Place;
  readonly entries: readonly SourceEntry[];
}

/** The content of a policy file with the place of every part: what the loader reads instead of a YAML library's own tree. */
export type SourceNode = SourceScalar | SourceList | SourceMap;

/** Says what a part of a file is, for a message. */
export function foundText(node: SourceNode): string {
  return foundValue(node.type === 'list' ? [] : node.type === 'map' ? {} : node.value);
}

/** Makes a source tree of plain data. `placeOf` gives the place of every part. */
export function sourceOf(data: unknown, placeOf: (data: unknown) => Place): SourceNode {
  const at = placeOf(data);
  if (Array.isArray(data)) return { type: 'list', at, items: data.map(item => sourceOf(item, placeOf)) };
  if (typeof data !== 'object' || data === null) return { type: 'scalar', at, value: data as SourceScalar['value'] };
  const entries = Object.entries(data).filter(([, value]) => value !== undefined);
  return { type: 'map', at, entries: entries.map(([key, value]) => ({ key, at, value: sourceOf(value, placeOf) })) };
}
