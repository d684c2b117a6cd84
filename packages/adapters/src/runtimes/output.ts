import { GovernanceError } from '@licet/core';
import { isRecord } from '@licet/core/nodes';
import type { OutputObligations, OutputShaper, ShapedOutput } from '@licet/core/policy';

import { copyOfTexts } from './ownCopy.ts';

/** A shaper that is loaded when there is an output to shape. */
export interface DeferredShaper extends Pick<OutputShaper, 'meets'> {
  shape(output: unknown, owed: OutputObligations): Promise<ShapedOutput>;
}

/** Replaces a text that may not be shown and could not be looked through. */
const WITHHELD = '[REDACTED:unscanned]';

/**
 * Puts changed texts into an output without changing its shape, because a runtime drops a replacement of another shape and
 * shows the original. What has lost its shape is withheld, text by text; so is what was cut from the end of a list.
 */
export function keepShape(original: unknown, changed: unknown): unknown {
  if (typeof original === 'string') return typeof changed === 'string' ? changed : WITHHELD;
  if (typeof original === 'number') return typeof changed === 'number' ? changed : 0;
  if (typeof original === 'function') return WITHHELD;
  if (typeof original !== 'object' || original === null) return original;
  if (Array.isArray(original)) {
    const list: readonly unknown[] = Array.isArray(changed) && changed.length <= original.length ? changed : [];
    return original.map((item, index) => keepShape(item, list[index]));
  }
  const members = isRecord(changed) ? changed : {};
  return Object.fromEntries(Object.entries(original).map(([key, value]) => [key, keepShape(value, members[key])]));
}

/** Returns an output of the same shape with every text withheld; one text in its place where it cannot even be walked through. */
export function withhold(original: unknown): unknown {
  try {
    return keepShape(original, undefined);
  } catch {
    return WITHHELD;
  }
}

/**
 * Returns a copy of an output that can be looked through: data as they are, an object of a class as the JSON that a model would see of
 * it. What a getter or a later change of the original would show stays behind. Throws for what has its content still to come: a
 * promise, a stream, an iterator, a function.
 */
export function lookableCopy(output: unknown): unknown {
  if (isToCome(output)) throw new GovernanceError('invalid_param', 'the output is no value yet: it cannot be looked through');
  try {
    return copyOfTexts(output);
  } catch {
    const text: unknown = JSON.stringify(output);
    if (typeof text !== 'string')
      throw new GovernanceError('invalid_param', 'the output has no text: it cannot be looked through');
    return JSON.parse(text);
  }
}

/** Members that only things have whose content is still to come. */
const TO_COME = ['then', 'next', 'pipe', 'getReader', Symbol.asyncIterator] as const;

function isToCome(output: unknown): boolean {
  if (typeof output === 'function') return true;
  if (typeof output !== 'object' || output === null) return false;
  return TO_COME.some(name => typeof (output as Readonly<Record<PropertyKey, unknown>>)[name] === 'function');
}

/** What cannot be looked through is withheld. */
export async function shapedBy(
  shaper: OutputShaper | DeferredShaper,
  value: unknown,
  owed: Parameters<OutputShaper['shape']>[1],
): Promise<{ readonly rules: readonly string[]; readonly changed: boolean; readonly replacement: unknown }> {
  try {
    const seen = lookableCopy(value);
    const { output, rules, changed = rules.length > 0 } = await shaper.shape(seen, owed);
    return { rules, changed, replacement: changed ? keepShape(seen, output) : seen };
  } catch {
    return { rules: ['unscanned'], changed: true, replacement: withhold(value) };
  }
}
