import { isRecord } from '@licet/core/nodes';
import type { OutputObligations, OutputShaper, ShapedOutput } from '@licet/core/policy';

/** A shaper that is loaded when there is an output to shape. */
export interface DeferredShaper extends Pick<OutputShaper, 'meets'> {
  shape(output: unknown, owed: OutputObligations): Promise<ShapedOutput>;
}

/** Stands for a text that may not be shown and could not be looked through. */
const WITHHELD = '[REDACTED:unscanned]';

/**
 * Puts changed texts into an output without changing its shape, because a runtime drops a replacement of another shape and
 * shows the original. What has lost its shape is withheld, text by text; so is what was cut from the end of a list.
 */
export function keepShape(original: unknown, changed: unknown): unknown {
  if (typeof original === 'string') return typeof changed === 'string' ? changed : WITHHELD;
  if (typeof original === 'number') return typeof changed === 'number' ? changed : 0;
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

/** What cannot be looked through is withheld. */
export async function shapedBy(
  shaper: OutputShaper | DeferredShaper,
  value: unknown,
  owed: Parameters<OutputShaper['shape']>[1],
): Promise<{ readonly rules: readonly string[]; readonly changed: boolean; readonly replacement: unknown }> {
  try {
    const { output, rules, changed = rules.length > 0 } = await shaper.shape(value, owed);
    return { rules, changed, replacement: changed ? keepShape(value, output) : value };
  } catch {
    return { rules: ['unscanned'], changed: true, replacement: withhold(value) };
  }
}
