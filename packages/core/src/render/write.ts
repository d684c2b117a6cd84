import { unseen, escapeText } from '../text/escapeText.ts';
import type { Drawing, RenderOptions, Paint, Mark } from './drawing.ts';
import { MARKS, painter, wrap, boxLabel } from './drawing.ts';

/** Writes a tree in the wanted format: as it is drawn, or its data. */
export function write(data: unknown, drawn: () => Drawing, options: RenderOptions): string {
  const { format = 'text', color = false, width = 100 } = options;
  if (format === 'json') return writeJson(data);
  if (format === 'mermaid') return writeMermaid(drawn());
  return format === 'dot' ? writeDot(drawn()) : writeText(drawn(), color, width);
}

/**
 * Writes data as indented JSON that is safe on a terminal: what would be invisible there is written as `\uXXXX`, so the
 * text still parses to the same data. The cause of a fault is left out, because it is for the developer's debugger and
 * may be no data at all; so is whatever else JSON cannot carry.
 */
function writeJson(value: unknown): string {
  const text = JSON.stringify(value, portable, 2);
  return `${text.replace(unseen(), encode)}\n`;
}

function portable(key: string, value: unknown): unknown {
  if (key === 'cause' || typeof value === 'function' || typeof value === 'symbol') return undefined;
  return typeof value === 'bigint' ? String(value) : value;
}

function encode(character: string): string {
  if (character === '\n') return character;
  let codes = '';
  for (let at = 0; at < character.length; at++) codes += `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`;
  return codes;
}

const LONGEST_NOTE = 1_000;

/** Draws a tree with box-drawing characters, a heavy line leading to what decided. Ends with a line break. */
function writeText(root: Drawing, color: boolean, width: number): string {
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

/** Draws a tree in Graphviz' DOT language, bold arrows leading to what decided. */
function writeDot(root: Drawing): string {
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
    lines.push(`  ${id} [label="${boxLabel(node, dotText, '\\n')}", fillcolor="${fill}", color="${border}"${dashed}];`);
    for (const child of node.children) {
      const target = visit(child);
      const edge = child.edge === undefined ? [] : [`label="${dotText(child.edge)}"`];
      const attributes = [...edge, ...(child.deciding ? ['penwidth=3'] : [])].join(', ');
      lines.push(`  ${id} -> ${target}${attributes === '' ? '' : ` [${attributes}]`};`);
    }
    return id;
  };
  visit(root);
  return `${lines.join('\n')}\n}\n`;
}

function dotText(text: string): string {
  return escapeText(text, 300).replaceAll('\\', '\\\\').replaceAll('"', '\\"');
}

/** Draws a tree as a Mermaid flowchart, thick arrows leading to what decided. What could be syntax is a character code. */
function writeMermaid(root: Drawing): string {
  const lines = ['flowchart LR'];
  const marks = new Set<Mark>();
  let count = 0;
  const visit = (node: Drawing): string => {
    const id = `n${count++}`;
    marks.add(node.mark);
    lines.push(`  ${id}["${boxLabel(node, mermaidText, '<br/>')}"]:::${node.mark}`);
    for (const child of node.children) {
      const arrow = child.deciding ? '==>' : '-->';
      const edge = child.edge === undefined ? '' : `|"${mermaidText(child.edge)}"|`;
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

function mermaidText(text: string): string {
  return escapeText(text, 300).replace(/[^\p{L}\p{M}\p{N} _.,:/…-]/gu, character => `#${character.codePointAt(0) ?? 0};`);
}
