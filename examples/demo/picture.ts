import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { runDemo } from './demo.ts';

/** The steps of the demo that the picture shows: a secret, a destruction, its disguise, and a push that a human agrees to. */
const SHOWN = [4, 8, 10, 14];
const MOST_COLUMNS = 100;
const [LINE, COLUMN, EDGE] = [19, 8.1, 18];

const COLORS: readonly (readonly [RegExp, string])[] = [
  [/^\s*\d+ {2}“/, '#e6edf3'],
  [/✗ BLOCK/, '#ff7b72'],
  [/✓ pass/, '#7ee787'],
  [/\? ASK/, '#79c0ff'],
  [/▲ warn/, '#e3b341'],
  [/human says/, '#79c0ff'],
  [/^ {6}(?:why|fix) {2}/, '#8b949e'],
];

/** The lines of the steps that are shown, each no longer than the picture is wide. */
function shownLines(lines: readonly string[]): readonly string[] {
  const all = lines.join('\n').split('\n');
  return SHOWN.flatMap(step => {
    const start = all.findIndex(line => new RegExp(`^ ?${step} {2}“`).test(line));
    const end = all.findIndex((line, index) => index > start && line.trim() === '');
    return [...(start < 0 ? [] : all.slice(start, end)), ''];
  })
    .slice(0, -1)
    .map(line => (line.length > MOST_COLUMNS ? `${line.slice(0, MOST_COLUMNS - 1)}…` : line));
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Draws what a run of the demo has printed. Text is set in a monospaced font of the reader's own, in a box that every such font fits. */
export function pictureOf(lines: readonly string[]): string {
  const shown = shownLines(lines);
  const width = Math.ceil(2 * EDGE + MOST_COLUMNS * COLUMN);
  const height = 2 * EDGE + shown.length * LINE;
  const rows = shown.map((line, index) => {
    const color = COLORS.find(([pattern]) => pattern.test(line))?.[1] ?? '#c9d1d9';
    const y = EDGE + (index + 0.75) * LINE;
    return line === '' ? '' : `<text x="${EDGE}" y="${y}" fill="${color}" xml:space="preserve">${escaped(line)}</text>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    '<title>a run of the demo: what the agent tries, and what the policy says</title>',
    `<rect width="${width}" height="${height}" rx="8" fill="#0d1117"/>`,
    '<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, monospace" font-size="13">',
    ...rows.filter(row => row !== ''),
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}

/** Where the picture lies. */
export const PICTURE: string = fileURLToPath(new URL('../../docs/demo.svg', import.meta.url));

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const lines: string[] = [];
  await runDemo(line => lines.push(line), false);
  writeFileSync(PICTURE, pictureOf(lines));
}
