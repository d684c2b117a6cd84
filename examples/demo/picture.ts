import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { runDemo } from './demo.ts';

/** The steps of the demo that the picture shows: a gate, what earns it, a destruction, the gate again, and a push that a human agrees to. */
const SHOWN = [7, 8, 9, 14, 15];
/** How many characters a line has: in the picture of pages, and in that for phones. */
const [WIDE, NARROW] = [84, 44];
const [LINE, COLUMN, EDGE, BAR] = [19, 8.1, 18, 34];
const titleOf = (columns: number): string => `npx -y pnpm@12 demo${columns < WIDE ? '' : ': five steps of a scripted agent'}`;

const COLORS: readonly (readonly [RegExp, string])[] = [
  [/^\s*\d+ {2}“/, '#e6edf3'],
  [/✗ BLOCK/, '#ff7b72'],
  [/✓ pass/, '#7ee787'],
  [/\? ASK/, '#79c0ff'],
  [/▲ warn/, '#e3b341'],
  [/human says/, '#79c0ff'],
  [/→ earned/, '#7ee787'],
  [/^ {6}(?:why|fix) {2}|^ {11}|→ ran/, '#9ea7b3'],
];

/** Breaks a line between words where the picture ends; what follows begins below the text of its first line. */
function wrap(line: string, columns: number): readonly string[] {
  if (line.length <= columns) return [line];
  const end = line.lastIndexOf(' ', columns);
  const [before = '    '] = /^(?: {6}(?:why|fix) {2}| {4}\w+ +\$ | {7,})/u.exec(line) ?? [];
  const indent = ' '.repeat(before.length);
  return [line.slice(0, end), ...wrap(indent + line.slice(end + 1), columns)];
}

/** The lines of the steps that are shown, each no longer than the picture is wide. */
function shownLines(lines: readonly string[], columns: number): readonly string[] {
  const all = lines.join('\n').split('\n');
  return SHOWN.flatMap(step => {
    const start = all.findIndex(line => new RegExp(`^ ?${step} {2}“`).test(line));
    const end = all.findIndex((line, index) => index > start && line.trim() === '');
    return [...(start < 0 ? [] : all.slice(start, end)), ''];
  })
    .slice(0, -1)
    .flatMap(line => wrap(line, columns));
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** The head of a window, so that the reader sees what was typed. */
function titleBar(width: number, title: string): readonly string[] {
  const dots = ['#ff5f57', '#febc2e', '#28c840'].map(
    (color, index) => `<circle cx="${EDGE + 6 + index * 20}" cy="${BAR / 2}" r="6" fill="${color}"/>`,
  );
  return [
    `<path d="M0 ${BAR}h${width}" stroke="#30363d"/>`,
    ...dots,
    `<text x="${width / 2}" y="${BAR / 2 + 5}" fill="#9ea7b3" font-size="13" text-anchor="middle" font-family="system-ui, sans-serif">${title}</text>`,
  ];
}

/** Draws what a run of the demo has printed, in the reader's own monospaced font, in a box that every such font fits. */
export function pictureOf(lines: readonly string[], columns: number = WIDE): string {
  const shown = shownLines(lines, columns);
  const width = Math.ceil(2 * EDGE + columns * COLUMN);
  const height = BAR + 2 * EDGE + shown.length * LINE;
  const rows = shown.map((line, index) => {
    const color = COLORS.find(([pattern]) => pattern.test(line))?.[1] ?? '#c9d1d9';
    const y = BAR + EDGE + (index + 0.75) * LINE;
    const weight = /“|✗|✓ pass|\? ASK|→ earned|human says/u.test(line) ? ' font-weight="600"' : '';
    return line === '' ? '' : `<text x="${EDGE}" y="${y}" fill="${color}"${weight} xml:space="preserve">${escaped(line)}</text>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    '<title>a run of the demo: what the agent tries, and what the policy says</title>',
    `<rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8" fill="#0d1117" stroke="#30363d"/>`,
    ...titleBar(width, titleOf(columns)),
    '<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, monospace" font-size="13">',
    ...rows.filter(row => row !== ''),
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}

const fileOf = (name: string): string => fileURLToPath(new URL(`../../docs/${name}`, import.meta.url));

/** Where the pictures lie, each with its columns. */
export const PICTURES: readonly (readonly [file: string, columns: number])[] = [
  [fileOf('demo.svg'), WIDE],
  [fileOf('demo-narrow.svg'), NARROW],
];

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const lines: string[] = [];
  await runDemo(line => lines.push(line), false);
  for (const [file, columns] of PICTURES) writeFileSync(file, pictureOf(lines, columns));
}
