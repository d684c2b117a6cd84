import * as z from 'zod';

import type { MaybePromise } from '@licet/core';
import { RequestFault, parseBody } from '@licet/server/routes';
import type { Route } from '@licet/server/routes';

/** What a picture is made of. It holds no text: the page writes that itself, so no name ever reaches what lays the boxes out. */
export interface Boxes {
  /** The width and the height of each box, in pixels. */
  readonly boxes: readonly (readonly [width: number, height: number])[];
  /** Which box leads to which, by their places in `boxes`. No two lines lead from the same box to the same one. */
  readonly lines: readonly (readonly [from: number, to: number])[];
}

/** Where everything in a picture lies, in pixels from its upper left corner. */
export interface Layout {
  readonly width: number;
  readonly height: number;
  /** The middle of each box. */
  readonly boxes: readonly (readonly [x: number, y: number])[];
  /** Each line: where it starts, then three points for every Bézier curve, as x and y by turns. */
  readonly lines: readonly (readonly number[])[];
}

/** Lays the boxes of a picture out from left to right. Returns undefined when that takes too long. */
export type LayOut = (picture: Boxes) => MaybePromise<Layout | undefined>;

/** A larger picture cannot be read. */
const [MOST_BOXES, MOST_LINES] = [300, 600];

const size = z.number().min(1).max(2_000);
const place = z
  .int()
  .min(0)
  .max(MOST_BOXES - 1);
const boxesBody = z.strictObject({
  boxes: z
    .array(z.tuple([size, size]))
    .min(1)
    .max(MOST_BOXES)
    .describe('the width and the height of each box, in pixels'),
  lines: z
    .array(z.tuple([place, place]))
    .max(MOST_LINES)
    .describe('which box leads to which'),
});

/** The route that lays out the pictures of the page. Only pages may ask: it takes more work than anything else here. */
export function layoutRoute(layOut: LayOut | undefined): Route {
  return {
    method: 'POST',
    path: '/v1/layout',
    right: 'answer',
    summary: 'where the boxes and the lines of a picture go, for the page',
    takes: boxesBody,
    gives: z.looseObject({ width: z.number(), height: z.number() }),
    async plain({ body }) {
      if (layOut === undefined) throw new RequestFault('not_found', 'this server draws no pictures');
      const picture = parseBody(boxesBody, body);
      const pairs = new Set(picture.lines.map(String));
      if (pairs.size < picture.lines.length || picture.lines.flat().some(each => each >= picture.boxes.length))
        throw new RequestFault('invalid_request', 'expected lines between boxes that are there, each once');
      const layout = await layOut(picture);
      if (layout === undefined) throw new RequestFault('overloaded', 'the picture takes too long to draw');
      return { body: layout };
    },
  };
}
