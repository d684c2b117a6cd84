import type { GroundingResult } from '../grounding/result.ts';
import type { DepthGap, FadedGap, Gap } from '../model/gap.ts';
import type { Primitive } from '../model/primitive.ts';
import { grounds } from '../model/primitive.ts';
import { visible } from './escape.ts';
import { gapLine, noteText, asksTooMuch } from './gapText.ts';

/** Colors the marks of a tree, for a terminal. Each function gets the mark and returns it, wrapped or not. */
export interface TreeColors {
  readonly good: (text: string) => string;
  readonly bad: (text: string) => string;
  readonly dim: (text: string) => string;
}

const plain: TreeColors = { good: text => text, bad: text => text, dim: text => text };

/**
 * The grounding as a tree: how words were read, where that is not plain; then the concepts with a dot per depth (`●` known, `✗` required and missing, `○` not known), a branch
 * per edge (`✗` where the target is too shallow), then the gaps and the outcome.
 */
export function formatTree(result: GroundingResult, colors: TreeColors = plain): string {
  const { primitives } = result.trace;
  const names = new Map(primitives.map(primitive => [primitive.id, primitive.name] as const));
  const lines = [`Epistemic trace — ${result.resolved.map(visible).join(', ')}`];
  for (const note of result.notes) lines.push(`├─ ${colors.dim(noteText(note))}`);
  for (const primitive of primitives) {
    lines.push(`├─ ◈ ${visible(primitive.name)} ${dots(primitive, result.gaps, colors)}`);
    for (const relatum of primitive.depths.flatMap(depth => depth.relata)) {
      const target = visible(names.get(relatum.targetId) ?? relatum.targetId);
      const mark = asksTooMuch(result.gaps, { ...relatum, sourceId: primitive.id }) ? ` ${colors.bad('✗')}` : '';
      lines.push(`│  ├─ ${colors.dim(relatum.relation)} → ${target} (target D${relatum.targetDepth})${mark}`);
    }
  }
  for (const gap of result.gaps) lines.push(`├─ ${colors.bad('⚠')} ${gapLine(gap)}`);
  lines.push(result.grounded ? `└─ ${colors.good('✓ grounded')}` : `└─ ${colors.bad('✗ not grounded')}`);
  return lines.join('\n');
}

function dots(primitive: Primitive, gaps: readonly Gap[], colors: TreeColors): string {
  const gap = gaps.find(
    (each): each is DepthGap | FadedGap => (each.kind === 'DEPTH' || each.kind === 'FADED') && each.primitive.id === primitive.id,
  );
  const known = new Set<number>(primitive.depths.filter(grounds).map(depth => depth.level));
  const count = Math.max(4, Math.max(-1, ...known) + 1, (gap?.requiredDepth ?? 0) + 1);
  const marks = Array.from({ length: count }, (_, level) => {
    if (known.has(level)) return colors.good('●');
    return gap?.requiredDepth === level ? colors.bad('✗') : colors.dim('○');
  });
  return marks.join('');
}
