import { guard, pass } from '@licet/core';
import type { LayOut } from '@licet/console';
import { describe, expect, it } from 'vitest';

import type { Running } from '../../server/fixtures.ts';
import { started } from '../../server/fixtures.ts';

const LAYOUT = {
  width: 90,
  height: 20,
  boxes: [
    [20, 10],
    [70, 10],
  ],
  lines: [[40, 10, 45, 10, 50, 10, 55, 10]],
} as const;
const TWO = {
  boxes: [
    [40, 20],
    [40, 20],
  ],
  lines: [[0, 1]],
};

/** A server, and what a page of it is answered with. */
async function opened(layOut?: LayOut): Promise<{ readonly running: Running; readonly ask: (body: object) => Promise<unknown> }> {
  const running = await started(
    guard('all', () => pass()),
    { console: { page: '<html></html>', by: 'ann', ...(layOut !== undefined && { layOut }) } },
  );
  const { body } = await running.post('/v1/console/pair', { code: running.pair().code }, { authorization: '' });
  const ask = (boxes: object) => running.post('/v1/layout', boxes, { authorization: `Bearer ${body.token}` });
  return { running, ask };
}

describe('where the boxes of a picture go', () => {
  it('is found out by the process that has opened the server, from numbers only', async () => {
    const asked: unknown[] = [];
    const { ask } = await opened(picture => {
      asked.push(picture);
      return LAYOUT;
    });

    expect(await ask(TWO)).toMatchObject({ status: 200, body: LAYOUT });
    expect(asked).toEqual([TWO]);
    for (const stray of [
      { ...TWO, label: 'x' },
      { ...TWO, boxes: [['40', 20]] },
      { ...TWO, boxes: [[40, Number.MAX_VALUE]] },
    ])
      expect(await ask(stray)).toMatchObject({ status: 400 });
    expect(asked).toHaveLength(1);
  });

  it.each([
    ['no box', { boxes: [], lines: [] }],
    ['a line to a box that is not there', { ...TWO, lines: [[0, 2]] }],
    [
      'a line twice',
      {
        ...TWO,
        lines: [
          [0, 1],
          [0, 1],
        ],
      },
    ],
    ['a line to a part of a box', { ...TWO, lines: [[0, 0.5]] }],
    ['more boxes than anybody can see', { boxes: Array.from({ length: 301 }, () => [40, 20]), lines: [] }],
    ['more lines than anybody can see', { ...TWO, lines: Array.from({ length: 601 }, () => [0, 1]) }],
  ])('is not asked of a picture with %s', async (_what, picture) => {
    const { ask } = await opened(() => {
      throw new Error('it was asked');
    });

    expect(await ask(picture)).toMatchObject({ status: 400, body: { error: { code: 'invalid_request' } } });
  });

  it('is for pages only, and said to be absent or too much where it is', async () => {
    const { running, ask } = await opened(() => undefined);

    expect(await running.post('/v1/layout', TWO)).toMatchObject({ status: 403 });
    expect(await ask(TWO)).toMatchObject({ status: 503, body: { error: { message: 'the picture takes too long to draw' } } });
    expect(await (await opened()).ask(TWO)).toMatchObject({ status: 404 });
  });
});
