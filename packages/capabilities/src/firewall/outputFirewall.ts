import type { OutputObligations, OutputShaper } from '@licet/core/policy';
import { OUTPUT_OBLIGATIONS, isRecord } from '@licet/core/nodes';

import { shapeOutput } from './shapeOutput.ts';

/** A summary of a text is its beginning. */
const TEXT_OF_SUMMARY = 500;

type Shape = (value: unknown) => unknown;

/**
 * Carries out everything that a policy can demand of outputs, for adapters whose runtime lets an output be replaced. It looks into the
 * blocks of text that servers of tools answer with, and never changes what the runtime needs to know its own output again.
 *
 * A runtime keeps nothing that a handle could stand for: in the mode `handle` all of the output is withheld.
 *
 * @example
 * ```ts
 * import { outputFirewall } from '@licet/capabilities';
 *
 * const answer = { content: [{ type: 'text', text: '[{"id":1,"ssn":"078-05-1120"},{"id":2}]' }] };
 * outputFirewall.shape(answer, { fields: ['id'], maxRows: 1 }).output; // => { content: [{ type: 'text', text: '[{"id":1}]' }] }
 * ```
 */
export const outputFirewall: OutputShaper = Object.freeze<OutputShaper>({
  meets: OUTPUT_OBLIGATIONS,
  shape(output, owed) {
    if (owed.mode === 'handle') return { output: undefined, rules: [], changed: true };
    const rules = new Set<string>();
    let changed = false;
    const by =
      (demanded: OutputObligations): Shape =>
      value => {
        const shaped = shapeOutput(value, demanded);
        for (const rule of shaped.rules) rules.add(rule);
        changed ||= shaped.changed;
        return shaped.output;
      };
    try {
      const shown = shapeAnswer(output, owed, by);
      return { output: shown, rules: [...rules], changed };
    } catch {
      return { output: undefined, rules: [...rules, 'unscanned'], changed: true };
    }
  },
});

/** A list of more pieces is no answer of a server. */
const MOST_BLOCKS = 10_000;

interface Block {
  readonly type: string;
  readonly text?: unknown;
}

const isBlock = (value: unknown): value is Block => isRecord(value) && typeof value['type'] === 'string';

function shapeAnswer(output: unknown, owed: OutputObligations, by: (owed: OutputObligations) => Shape): unknown {
  const text: Shape = value => textOf(by(owed)(value));
  if (typeof output === 'string') return text(output);
  if (isBlocks(output)) return output.map(block => shapeBlock(block, owed, text, by));
  if (isRecord(output) && isBlocks(output['content'])) {
    const { content, ...others } = output;
    const { maxOutput: _once, ...rest } = inPlace(owed);
    const data = by(rest);
    const shaped = Object.entries(others).map(([key, value]) => [key, data(value)]);
    return { ...Object.fromEntries(shaped), content: content.map(block => shapeBlock(block, owed, text, by)) };
  }
  return by(inPlace(owed))(output);
}

const isBlocks = (value: unknown): value is readonly Block[] =>
  Array.isArray(value) && isBlock(value[0]) && value.length <= MOST_BLOCKS && value.every(isBlock);

/** A block keeps its type. What is no text may hold anything: where only some fields may be shown, it is withheld. */
function shapeBlock(block: Block, owed: OutputObligations, text: Shape, by: (owed: OutputObligations) => Shape): unknown {
  if (block.type === 'text' && typeof block.text === 'string') return { ...block, text: text(block.text) };
  const { type, ...others } = block;
  const shaped: unknown = by(inPlace(owed))(others);
  return { ...(isRecord(shaped) ? shaped : {}), type };
}

/** What stays in its own shape can be bounded, but is no table and no summary: its texts are cut as a summary would cut them. */
function inPlace({ mode, ...owed }: OutputObligations): OutputObligations {
  if (mode !== 'summary') return owed;
  return { ...owed, maxOutput: Math.min(owed.maxOutput ?? TEXT_OF_SUMMARY, TEXT_OF_SUMMARY) };
}

function textOf(shaped: unknown): string {
  if (typeof shaped === 'string') return shaped;
  return Array.isArray(shaped) && shaped.every(fact => typeof fact === 'string') ? shaped.join('\n') : JSON.stringify(shaped);
}
