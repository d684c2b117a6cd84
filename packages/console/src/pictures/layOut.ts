import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';

import type { Boxes, Layout } from './layoutRoute.ts';

/** How long one picture may take, in milliseconds; a policy takes a fifth of a second, most of it to load Graphviz. */
const LIMIT_MS = 5_000;

/** Graphviz reckons in inches, from the lower left corner. */
const DPI = 72;

/** Bounds for the search for a layout with few crossings: without them a dense graph of forty boxes takes seconds. */
const BOUNDS = 'mclimit=0.3, nslimit=1, nslimit1=1';

const DRAW = `
const { parentPort, workerData } = require('node:worker_threads');
import(workerData.library)
  .then(({ Graphviz }) => Graphviz.load())
  .then(graphviz => parentPort.postMessage(graphviz.dot(workerData.dot, 'plain')));
`;

let latest: Promise<unknown> = Promise.resolve();

/**
 * Lays the boxes of a picture out from left to right with Graphviz: one picture after the other, in a separate thread that ends with
 * it, so that decisions wait for none, and one that takes too long can be given up.
 */
export async function layOut(picture: Boxes): Promise<Layout | undefined> {
  const drawn = latest.then(() => draw(dotOf(picture)));
  latest = drawn.catch(() => undefined);
  const plain = await drawn;
  return plain === undefined ? undefined : layoutOf(plain, picture);
}

async function draw(dot: string): Promise<string | undefined> {
  const library = pathToFileURL(createRequire(import.meta.url).resolve('@hpcc-js/wasm-graphviz')).href;
  const worker = new Worker(DRAW, { eval: true, execArgv: [], env: {}, workerData: { library, dot } });
  const timer = setTimeout(() => void worker.terminate(), LIMIT_MS);
  try {
    return await new Promise<string | undefined>((done, fail) => {
      worker.once('message', done);
      worker.once('error', fail);
      worker.once('exit', () => done(undefined));
    });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}

/** The picture in DOT: numbers only. */
function dotOf({ boxes, lines }: Boxes): string {
  const inches = (pixels: number): string => (pixels / DPI).toFixed(4);
  const isTree = new Set(lines.map(([, to]) => to)).size === lines.length && lines.every(([from, to]) => from < to);
  return [
    `digraph { graph [rankdir=LR, nodesep=0.17, ranksep=0.5, ${BOUNDS}];`,
    'node [shape=box, fixedsize=true, label=""];',
    // In a tree every line goes from side to side; elsewhere some must lead back.
    `edge [arrowhead=none${isTree ? ', tailport=e, headport=w' : ''}];`,
    ...boxes.map(([width, height], at) => `n${at} [width=${inches(width)}, height=${inches(height)}];`),
    ...lines.map(([from, to]) => `n${from} -> n${to};`),
    '}',
  ].join('\n');
}

/** Reads Graphviz' plain format: `graph scale width height`, `node name x y …`, `edge tail head count x y …`. */
function layoutOf(plain: string, { boxes, lines }: Boxes): Layout {
  const found = new Map<string, readonly number[]>();
  for (const line of plain.split('\n')) {
    const [what, first = '', ...rest] = line.split(' ');
    const numbers = rest.map(Number);
    if (what === 'graph') found.set('graph', numbers.slice(0, 2));
    else if (what === 'node') found.set(first, numbers.slice(0, 2));
    else if (what === 'edge') found.set(`${first} ${rest[0]}`, numbers.slice(2, 2 + 2 * (numbers[1] ?? 0)));
  }
  const [width = 0, height = 0] = found.get('graph') ?? [];
  const pixels = (inches: number): number => Math.round(inches * DPI * 10) / 10;
  const points = (name: string): number[] =>
    (found.get(name) ?? []).map((each, at) => pixels(at % 2 === 0 ? each : height - each));
  return {
    width: pixels(width),
    height: pixels(height),
    boxes: boxes.map((_, at) => points(`n${at}`) as [number, number]),
    lines: lines.map(([from, to]) => points(`n${from} n${to}`)),
  };
}
