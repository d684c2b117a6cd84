import type { Json } from '@licet/core';
import type { GroundingResult } from '../grounding/result.ts';
import { depthLabel } from '../model/depth.ts';
import type { Depth, Primitive, Relatum } from '../model/primitive.ts';
import type { Provenance } from '../model/provenance.ts';
import { visible } from './escape.ts';
import { gapLine, noteText } from './gapText.ts';

/**
 * The grounding as text, for a system message or a terminal: what was asked for, every concept with what is known of
 * it, the edges relied on, the gaps; which words were read as which concepts. Deterministic; text from the graph is escaped. `label` names who is speaking.
 */
export function formatTrace(result: GroundingResult, label = 'Licet'): string {
  const title = result.grounded ? 'Grounded' : 'Not grounded';
  const lines = [
    `[${label}] ${title} — ${result.resolved.map(visible).join(', ')}`,
    ...result.notes.map(note => `  ${noteText(note)}`),
  ];
  if (result.grounded) lines.push('', 'This is your epistemic trace: what is known, and therefore what may be relied on.');
  const names = new Map(result.trace.primitives.map(primitive => [primitive.id, primitive.name] as const));
  for (const primitive of result.trace.primitives) lines.push('', ...primitiveLines(primitive, names));
  lines.push(...pathwayLines(result));
  if (result.gaps.length > 0) lines.push('', 'Gaps:', ...result.gaps.map(gap => `  ${gapLine(gap)}`));
  if (!result.grounded) lines.push('', 'Cannot execute until knowledge gaps are resolved.');
  return lines.join('\n');
}

type Names = ReadonlyMap<string, string>;

function primitiveLines(primitive: Primitive, names: Names): string[] {
  const name = visible(primitive.name);
  const header = `═══ ${name} ${'═'.repeat(Math.max(0, 50 - name.length))}`;
  if (primitive.provenance.source === 'synthetic') return [header];
  const lines = [header, originLine(primitive.provenance)];
  const bare = primitive.depths.every(depth => depth.relata.length === 0 && Object.keys(depth.properties).length === 0);
  if (bare) return [...lines, primitive.depths.map(depth => depthLabel(depth.level)).join(' → ')];
  return [...lines, ...primitive.depths.flatMap(depth => depthLines(depth, names))];
}

const originLine = ({ source, createdAt, peer }: Provenance): string =>
  `${source} (${createdAt.slice(0, 10)}${peer === undefined ? '' : `, by the peer ${visible(peer)}`})`;

function depthLines(depth: Depth, names: Names): string[] {
  const { source, peer } = depth.provenance;
  const lines = [`  ${depthLabel(depth.level)}  [${source}${peer === undefined ? '' : ` by ${visible(peer)}`}]`];
  const properties = Object.entries(depth.properties);
  if (properties.length > 0)
    lines.push('    properties:', ...properties.map(([key, value]) => `      ${visible(key)}: ${plain(value)}`));
  if (depth.relata.length > 0) lines.push('    relata:', ...depth.relata.flatMap(relatum => relatumLines(relatum, names)));
  return lines;
}

function relatumLines(relatum: Relatum, names: Names): string[] {
  const lines = [
    `      → ${visible(names.get(relatum.targetId) ?? relatum.targetId)}  [${relatum.relation}, target@D${relatum.targetDepth}]`,
  ];
  const metadata = Object.entries(relatum.metadata).map(([key, value]) => `${visible(key)}=${plain(value)}`);
  if (metadata.length > 0) lines.push(`        ${metadata.join(', ')}`);
  const count = relatum.policies.length;
  if (count > 0) lines.push(`        policies: ${count} ${count === 1 ? 'policy' : 'policies'}`);
  if (relatum.provenance.source !== 'authored') lines.push(`        ${originLine(relatum.provenance)}`);
  return lines;
}

function pathwayLines(result: GroundingResult): string[] {
  const shown = new Map<string, string>();
  for (const step of result.trace.pathway) {
    const key = `${step.sourceId}/${step.targetId}/${step.relation}`;
    const line = `  ${visible(step.source)} —[${step.relation}@D${step.targetDepth}]→ ${visible(step.target)}`;
    if (!shown.has(key)) shown.set(key, line);
  }
  return shown.size === 0 ? [] : ['', 'Pathway:', ...shown.values()];
}

const plain = (value: Json): string => visible(typeof value === 'string' ? value : JSON.stringify(value));
