import { escapeText } from '../text/escapeText.ts';
import type { Drawing } from './drawing.ts';
import { MARKS, boxLabel } from './drawing.ts';

/** Draws a tree in Graphviz' DOT language, bold arrows leading to what decided. */
export function writeDot(root: Drawing): string {
  const lines = [
    'digraph licet {',
    '  rankdir=LR;',
    '  ranksep=0.3; nodesep=0.12;',
    '  node [shape=box, style="rounded,filled", fontname="Helvetica", fontsize=12, height=0.3, margin="0.12,0.06"];',
    '  edge [fontname="Helvetica", fontsize=10];',
  ];
  let count = 0;
  const visit = (node: Drawing): string => {
    const id = `n${count++}`;
    const { fill, border } = MARKS[node.mark];
    const dashed = node.mark === 'skipped' || node.mark === 'not_evaluated' ? ', style="rounded,filled,dashed"' : '';
    lines.push(`  ${id} [label="${boxLabel(node, encode, '\\n')}", fillcolor="${fill}", color="${border}"${dashed}];`);
    for (const child of node.children) {
      const target = visit(child);
      const edge = child.edge === undefined ? [] : [`label="${encode(child.edge)}"`];
      const attributes = [...edge, ...(child.deciding ? ['penwidth=3'] : [])].join(', ');
      lines.push(`  ${id} -> ${target}${attributes === '' ? '' : ` [${attributes}]`};`);
    }
    return id;
  };
  visit(root);
  return `${lines.join('\n')}\n}\n`;
}

function encode(text: string): string {
  return escapeText(text, 300).replaceAll('\\', '\\\\').replaceAll('"', '\\"');
}
