import { signal, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

import { send } from './api.ts';
import { cut, messageOf, visible } from './words.ts';

/** A box of a picture. */
export interface Box {
  readonly key: string;
  /** What the box is to the one that leads to it: `then`. */
  readonly role?: string | undefined;
  readonly title: string;
  readonly note: string;
  /** A number in its corner; 0 for none. */
  readonly count?: number;
  /** What else is said of it to those who do not see it. */
  readonly label?: string;
  readonly look: string;
}

/** A line between two boxes, by their places. */
export interface Line {
  readonly from: number;
  readonly to: number;
  readonly look: string;
}

interface Layout {
  readonly width: number;
  readonly height: number;
  readonly boxes: readonly (readonly [x: number, y: number])[];
  readonly lines: readonly (readonly number[])[];
}

/** In which form trees and graphs are shown. On a narrow screen the list, which shows the same, is easier to read. */
const form = signal<'picture' | 'list'>(matchMedia('(max-width: 700px)').matches ? 'list' : 'picture');

/** Lets a person choose between a picture and a list that says the same. */
export function Forms({ picture, children }: { readonly picture: ComponentChildren; readonly children: ComponentChildren }) {
  return (
    <>
      <div class="filter">
        <div role="group" aria-label="show as">
          {(['picture', 'list'] as const).map(each => (
            <button type="button" key={each} aria-pressed={form.value === each} onClick={() => (form.value = each)}>
              {each}
            </button>
          ))}
        </div>
      </div>
      {form.value === 'picture' ? picture : children}
    </>
  );
}

interface Drawn {
  readonly boxes: readonly Box[];
  readonly lines: readonly Line[];
}

interface Shown extends Drawn {
  readonly label: string;
  readonly chosen: string | undefined;
  readonly choose: (key: string | undefined) => void;
}

const [MOST_TITLE, MOST_NOTE, HEIGHT, PADDING] = [30, 34, 44, 10];

const titleOf = ({ role, title }: Box): string => `${role === undefined ? '' : `${role}: `}${cut(visible(title), MOST_TITLE)}`;
const noteOf = ({ note }: Box): string => cut(visible(note), MOST_NOTE);

const letters = document.createElement('canvas').getContext('2d');

/** How wide a box is: as wide as its texts are in the font of this browser. */
function widthOf(box: Box): number {
  const width = (font: string, text: string): number => {
    if (letters !== null) letters.font = font;
    return letters?.measureText(text).width ?? text.length * 8;
  };
  const inner = Math.max(width('600 14px system-ui, sans-serif', titleOf(box)), width('12px system-ui, sans-serif', noteOf(box)));
  return Math.ceil(Math.max(inner, 40)) + 2 * PADDING;
}

/** Boxes and lines as a picture: the server says where they go, and everything in it is made here. Where it cannot, `children` stand in its place. */
export function Picture({ children, ...shown }: Shown & { readonly children: ComponentChildren }) {
  const { boxes, lines } = shown;
  const wanted = JSON.stringify({
    boxes: boxes.map(box => [widthOf(box), HEIGHT]),
    lines: lines.map(({ from, to }) => [from, to]),
  });
  const found = useSignal<(Drawn & { readonly wanted: string; readonly layout: Layout }) | undefined>(undefined);
  const fault = useSignal('');
  useEffect(() => {
    let isLate = false;
    void send('POST', '/v1/layout', JSON.parse(wanted) as object).then(
      layout => {
        if (isLate) return;
        found.value = { boxes, lines, wanted, layout: layout as Layout };
        fault.value = '';
      },
      (error: unknown) => void (isLate || (fault.value = messageOf(error))),
    );
    return () => void (isLate = true);
  }, [wanted]);
  const { value } = found;
  if (fault.value !== '')
    return (
      <>
        <p class="note">no picture: {fault.value}</p>
        {children}
      </>
    );
  if (value === undefined) return <p class="empty">drawing …</p>;
  // Until the new places are known, the old picture stands.
  return <Drawing {...shown} {...(value.wanted !== wanted && value)} layout={value.layout} />;
}

interface CardProps {
  readonly label: string;
  readonly title: string;
  readonly about: string;
  readonly close: () => void;
  readonly children: ComponentChildren;
}

/** What there is to say of the box that was pressed; it comes into sight. */
export function BoxCard({ label, title, about, close, children }: CardProps) {
  const card = useRef<HTMLElement>(null);
  useEffect(() => card.current?.scrollIntoView({ block: 'nearest' }), [title]);
  return (
    <article class="card" aria-label={label} ref={card}>
      <header>
        <h3>{visible(title)}</h3>
        <span class="who">{about}</span>
        <button type="button" onClick={close} aria-label="close">
          ✕
        </button>
      </header>
      {children}
    </article>
  );
}

function Drawing({ label, boxes, lines, chosen, choose, layout }: Shown & { readonly layout: Layout }) {
  const { width, height } = layout;
  const margin = 10;
  return (
    <div class="picture">
      <svg
        role="group"
        aria-label={label}
        viewBox={`${-margin} ${-margin} ${width + 2 * margin} ${height + 2 * margin}`}
        width={width + 2 * margin}
        style={{ minWidth: `${0.8 * width}px` }}
        onKeyDown={move}
      >
        {lines.map(({ from, to, look }, at) => (
          <path key={`${boxes[from]?.key} ${boxes[to]?.key}`} class={look} d={curve(layout.lines[at] ?? [])} />
        ))}
        {boxes.map((box, at) => (
          <BoxShape
            key={box.key}
            box={box}
            place={layout.boxes[at] ?? [0, 0]}
            isChosen={chosen === box.key}
            choose={() => choose(chosen === box.key ? undefined : box.key)}
          />
        ))}
      </svg>
    </div>
  );
}

/** A curve through the points, with a small arrow at its end. */
function curve(points: readonly number[]): string {
  const [x = 0, y = 0, ...rest] = points;
  const [fromX = 0, fromY = 0, toX = 0, toY = 0] = points.slice(-4);
  const length = Math.hypot(toX - fromX, toY - fromY) || 1;
  const [dx, dy] = [((toX - fromX) / length) * 6, ((toY - fromY) / length) * 6];
  const end = (side: number): string => `${toX - dx - side * dy * 0.5} ${toY - dy + side * dx * 0.5}`;
  return `M${x} ${y}C${rest.join(' ')}M${end(1)}L${toX} ${toY}L${end(-1)}`;
}

interface BoxProps {
  readonly box: Box;
  readonly place: readonly [number, number];
  readonly isChosen: boolean;
  readonly choose: () => void;
}

function BoxShape({ box, place: [x, y], isChosen, choose }: BoxProps) {
  const { count = 0, label, look, role, title } = box;
  const width = widthOf(box);
  const left = x - width / 2;
  return (
    <g role="button" tabindex={0} class={`box ${look}`} aria-expanded={isChosen} aria-description={label} onClick={choose}>
      <rect x={left} y={y - HEIGHT / 2} width={width} height={HEIGHT} rx={6} />
      <text x={left + PADDING} y={noteOf(box) === '' ? y + 5 : y - 4}>
        {role !== undefined && <tspan class="role">{role}: </tspan>}
        {cut(visible(title), MOST_TITLE)}
      </text>
      <text class="sub" x={left + PADDING} y={y + 13}>
        {noteOf(box)}
      </text>
      {count > 0 && (
        <>
          <circle cx={left + width} cy={y - HEIGHT / 2 + 2} r={9} />
          <text class="number" x={left + width} y={y - HEIGHT / 2 + 6}>
            {count > 99 ? '99' : count}
          </text>
        </>
      )}
    </g>
  );
}

const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Enter and the space bar press a box; the arrow keys go to the nearest one on their side. */
function move(event: KeyboardEvent): void {
  const box = event.target as SVGGElement;
  const step = STEPS[event.key];
  if (event.key === 'Enter' || event.key === ' ') box.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  else if (step !== undefined) nearest(box, step)?.focus();
  else return;
  event.preventDefault();
}

function nearest(box: SVGGElement, [dx, dy]: readonly [number, number]): SVGGElement | undefined {
  const middle = (each: SVGGElement): readonly [number, number] => {
    const { left, top, width, height } = each.getBoundingClientRect();
    return [left + width / 2, top + height / 2];
  };
  const [x, y] = middle(box);
  let best: SVGGElement | undefined;
  let least = Infinity;
  for (const each of box.parentElement?.querySelectorAll<SVGGElement>('.box') ?? []) {
    const [eachX, eachY] = middle(each);
    const ahead = (eachX - x) * dx + (eachY - y) * dy;
    const distance = ahead + 2 * Math.abs((eachX - x) * dy + (eachY - y) * dx);
    if (ahead > 1 && distance < least) [best, least] = [each, distance];
  }
  return best;
}
