import type { GroundingResult } from '../grounding/result.ts';
import { subjectOfGap } from '../model/gap.ts';
import { visible } from './escape.ts';
import { asksTooMuch } from './gapText.ts';

/** The justified subgraph as a Mermaid flow chart; concepts with a gap have the class `gap`. */
export function formatMermaid(result: GroundingResult): string {
  const { ids, gapped } = survey(result);
  const lines = ['flowchart LR'];
  for (const primitive of result.trace.primitives) {
    const label = mermaidText(primitive.name);
    lines.push(`  ${ids.get(primitive.id)!}["${label}"]${gapped.has(primitive.id) ? ':::gap' : ''}`);
  }
  for (const step of result.trace.pathway) {
    const arrow = asksTooMuch(result.gaps, step) ? '-.' : '--';
    const head = arrow === '-.' ? '.->' : '-->';
    lines.push(
      `  ${ids.get(step.sourceId)!} ${arrow} "${step.relation} D${step.targetDepth}" ${head} ${ids.get(step.targetId)!}`,
    );
  }
  lines.push('  classDef gap stroke:#c00,stroke-width:2px,stroke-dasharray:4');
  return lines.join('\n');
}

/** Letters of one font, so that a box is as wide as its name, and lines that step back behind the boxes. */
const LOOK = [
  '  rankdir=LR; ranksep=0.3; nodesep=0.12;',
  '  node [shape=box, style=rounded, fontname="Helvetica", fontsize=12, height=0.3, margin="0.12,0.05"];',
  '  edge [fontname="Helvetica", fontsize=8, color="#78909c", arrowsize=0.6];',
];

/** The justified subgraph as a Graphviz digraph; concepts with a gap and edges to a too shallow target are red and dashed. */
export function formatDot(result: GroundingResult): string {
  const { ids, gapped } = survey(result);
  const lines = ['digraph concepts {', ...LOOK];
  for (const primitive of result.trace.primitives) {
    const style = gapped.has(primitive.id) ? ', color=red, style=dashed' : '';
    lines.push(`  ${ids.get(primitive.id)!} [label=${dotText(primitive.name)}${style}];`);
  }
  for (const step of result.trace.pathway) {
    const style = asksTooMuch(result.gaps, step) ? ', color=red, style=dashed' : '';
    const label = dotText(`${step.relation} D${step.targetDepth}`);
    lines.push(`  ${ids.get(step.sourceId)!} -> ${ids.get(step.targetId)!} [label=${label}${style}];`);
  }
  lines.push('}');
  return lines.join('\n');
}

function survey(result: GroundingResult): { ids: ReadonlyMap<string, string>; gapped: ReadonlySet<string> } {
  const ids = new Map(result.trace.primitives.map((primitive, at) => [primitive.id, `n${at}`] as const));
  return { ids, gapped: new Set(result.gaps.flatMap(gap => (gap.kind === 'AMBIGUITY' ? [] : [subjectOfGap(gap).id]))) };
}

const mermaidText = (text: string): string => visible(text).replace(/[&<>"#`\\[\]{}|]/g, char => `#${char.codePointAt(0)!};`);

const dotText = (text: string): string => `"${visible(text).replace(/["\\]/g, char => `\\${char}`)}"`;
