import type { Json } from '@licet/core';
import { escapeText } from '@licet/core';
import type { GroundingResult } from '../grounding/result.ts';
import { depthLabel } from '../model/depth.ts';
import type { Primitive } from '../model/primitive.ts';
import { contiguousDepth } from '../model/primitive.ts';
import { visible } from './escape.ts';

/** How long a summary may be, in UTF-16 units: what a model reads when it is denied. */
const MOST = 1_500;

/**
 * What is known of the concepts that were asked for, in one line: each with its depth and what its levels say, then the
 * edges between them. It is the trace for a reader who is denied, so that it can see what it does know; cut at 1,500
 * characters. Undefined when nothing is known.
 */
export function knowledgeText({ trace, resolved }: GroundingResult): string | undefined {
  const known = trace.primitives.filter(primitive => primitive.provenance.source !== 'synthetic');
  if (known.length === 0) return undefined;
  const asked = new Set(resolved);
  const own = new Set(known.filter(({ name }) => asked.has(name)).map(({ name }) => name));
  const edges = new Set(
    trace.pathway
      .filter(step => own.has(step.source) || own.has(step.target))
      .map(step => `${visible(step.source)} ${step.relation} ${visible(step.target)}@D${step.targetDepth}`),
  );
  const concepts = known.filter(({ name }) => own.has(name)).map(conceptText);
  const parts = [...concepts, ...(edges.size === 0 ? [] : [`edges: ${[...edges].join(', ')}`])];
  return parts.length === 0 ? undefined : escapeText(parts.join('; '), MOST);
}

function conceptText(primitive: Primitive): string {
  const said = primitive.depths.flatMap(({ level, properties }) =>
    Object.entries(properties).map(([key, value]) => `D${level} ${visible(key)}: ${valueText(value)}`),
  );
  const more = said.length === 0 ? '' : ` (${said.join('; ')})`;
  return `'${visible(primitive.name)}' is known to ${depthLabel(contiguousDepth(primitive))}${more}`;
}

function valueText(value: Json): string {
  if (Array.isArray(value)) return value.map(valueText).join(', ');
  return visible(typeof value === 'string' ? value : JSON.stringify(value));
}
