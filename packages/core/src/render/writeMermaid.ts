import { escapeText } from '../text/escapeText.ts';
import type { Drawing, Mark } from './drawing.ts';
import { MARKS, boxLabel } from './drawing.ts';

/**
 * Draws a tree as a Mermaid flowchart, thick arrows leading to what decided. Everything that could be syntax, mark-up or
 * an entity is written there as a character code.
 */
export function writeMermaid(root: Drawing): string {
  const lines = ['flowchart LR'];
  const marks = new Set<Mark>();
  let count = 0;
  const visit = (node: Drawing): string => {
    const id = `n${count++}`;
    marks.add(node.mark);
    lines.push(`  ${id}["${boxLabel(node, encode, '<br/>')}"]:::${node.mark}`);
    for (const child of node.children) {
      const arrow = child.deciding ? '==>' : '-->';
      const edge = child.edge === undefined ? '' : `|"${encode(child.edge)}"|`;
      const at = lines.length;
      const target = visit(child);
      lines.splice(at + 1, 0, `  ${id} ${arrow}${edge} ${target}`);
    }
    return id;
  };
  visit(root);
  for (const mark of marks) {
    const { fill, border } = MARKS[mark];
    const dashed = mark === 'skipped' || mark === 'not_evaluated' ? ',stroke-dasharray:4 3' : '';
    lines.push(`  classDef ${mark} fill:${fill},stroke:${border},color:#1b1b1b${dashed}`);
  }
  return `${lines.join('\n')}\n`;
}

function encode(text: string): string {
  return escapeText(text, 300).replace(/[^\p{L}\p{M}\p{N} _.,:/…-]/gu, character => `#${character.codePointAt(0) ?? 0};`);
}
