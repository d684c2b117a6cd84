import { writeFileSync } from 'node:fs';

import type { Json } from '@licet/core';
import type { ConceptGraph, DepthLevel, Primitive, RelationType } from '../index.ts';
import { parseDepth, RELATION_TYPES } from '../model/index.ts';

import { didYouMean } from '@licet/core/text';
import { UsageError, unusable } from '@licet/core/command';

/** What every command of the group takes. */
export interface StoreOption {
  readonly store?: string;
}

/** Reads a depth from the command line. */
export function depthOption(flag: string, value: string): DepthLevel {
  try {
    return parseDepth(value);
  } catch {
    throw new UsageError(`\`${flag}\` must be a depth from D0 to D4, found \`${value}\``);
  }
}

/** The relation of a name, in either case; undefined where there is none. */
export function relationNamed(name: string): RelationType | undefined {
  return RELATION_TYPES.find(relation => relation === name.toUpperCase());
}

/** Reads a relation from the command line, in either case. */
export function relationOption(value: string): RelationType {
  const found = relationNamed(value);
  if (found !== undefined) return found;
  throw new UsageError(`the relation must be one of ${RELATION_TYPES.join(', ')}, found \`${value}\``);
}

/** Reads texts such as `key=value`. A value that is JSON is taken as such, and anything else as text. */
export function pairsOption(texts: readonly string[] = []): Readonly<Record<string, Json>> {
  return Object.fromEntries(texts.map(pairOf));
}

function pairOf(text: string): readonly [string, Json] {
  const at = text.indexOf('=');
  if (at < 1) throw new UsageError(`expected \`key=value\`, found \`${text}\``);
  return [text.slice(0, at), jsonOrText(text.slice(at + 1))];
}

function jsonOrText(raw: string): Json {
  try {
    return JSON.parse(raw) as Json;
  } catch {
    return raw;
  }
}

/** Writes a file that the command line names. */
export function writeNamed(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (error) {
    throw unusable(`the file \`${file}\``, 'written', error);
  }
}

/** Finds a concept by name, or says which one may have been meant. */
export async function conceptNamed(graph: ConceptGraph, name: string): Promise<Primitive> {
  const found = await graph.find({ name });
  if (found !== undefined) return found;
  const { names } = await graph.snapshot();
  throw new UsageError(`there is no concept \`${name}\`${didYouMean(name, names)}`);
}
