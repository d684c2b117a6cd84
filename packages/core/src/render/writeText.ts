import { escapeText } from '../text/escapeText.ts';
import type { Drawing, Paint } from './drawing.ts';
import { MARKS, painter, wrap } from './drawing.ts';

const LONGEST_NOTE = 1_000;

/** Draws a tree with box-drawing characters, a heavy line leading to what decided. Ends with a line break. */
export function writeText(root: Drawing, color: boolean, width: number): string {
  const lines: string[] = [];
  draw(root, '', '', { lines, paint: painter(color), width });
  return `${lines.join('\n')}\n`;
}

interface Page {
  readonly lines: string[];
  readonly paint: Paint;
  readonly width: number;
}

function draw(node: Drawing, branch: string, indent: string, page: Page): void {
  page.lines.push(branch + headline(node, page.paint));
  const children = node.mark === 'not_evaluated' ? [] : node.children;
  const below = children.length > 0 ? '│' : ' ';
  for (const [label, text] of node.notes) note(label, text, `${indent}${below}    `, page);
  const last = children.length - 1;
  for (const [index, child] of children.entries()) {
    const [tee, gap] = index === last ? [child.deciding ? '┕━ ' : '└─ ', '   '] : [child.deciding ? '┝━ ' : '├─ ', '│  '];
    draw(child, indent + tee, indent + gap, page);
  }
}

function headline(node: Drawing, paint: Paint): string {
  const { sign, word, ansi } = MARKS[node.mark];
  const marked = sign === '' ? '' : `${paint(ansi, `${sign} ${escapeText(node.word ?? word)}`)}  `;
  const edge = node.edge === undefined ? '' : paint('2', `${escapeText(node.edge)}: `);
  const title = paint(node.deciding || node.mark === 'plain' ? '1' : '', escapeText(node.title, 200));
  const left = node.mark === 'not_evaluated' && node.children.length > 0 ? [`and ${countBelow(node)} below`] : [];
  const asides = [...node.asides, ...left].map(aside => `  ${paint('2', escapeText(aside, 200))}`).join('');
  const decides =
    node.deciding && node.mark !== 'pass' && !node.children.some(child => child.deciding) ? `  ${paint('1', '◀ decides')}` : '';
  return `${marked}${edge}${title}${asides}${decides}`;
}

/** What was not evaluated has nothing to tell: its nodes are only counted. */
function countBelow({ children }: Drawing): number {
  return children.reduce((sum, child) => sum + 1 + countBelow(child), 0);
}

function note(label: string, text: string, indent: string, { lines, paint, width }: Page): void {
  const lead = `${escapeText(label, 100)} `.padEnd(5);
  const room = Math.max(30, width - indent.length - lead.length);
  for (const [index, line] of wrap(escapeText(text, LONGEST_NOTE), room).entries()) {
    lines.push(`${indent}${index === 0 ? paint('2', lead) : ' '.repeat(lead.length)}${line}`);
  }
}
