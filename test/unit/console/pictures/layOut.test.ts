import type { Boxes, Layout } from '@licet/console';
import { layOut } from '@licet/console/pictures';
import { describe, expect, it } from 'vitest';

async function laidOut(picture: Boxes): Promise<Layout> {
  const layout = await layOut(picture);
  if (layout === undefined) throw new Error('it took too long');
  return layout;
}

const size = [60, 30] as const;

describe('the layout of a picture', () => {
  it('puts a tree from left to right, with no box on another one and every line from side to side', async () => {
    const tree: Boxes = {
      boxes: [size, size, [120, 30], size],
      lines: [
        [0, 1],
        [0, 2],
        [2, 3],
      ],
    };
    const { width, height, boxes, lines } = await laidOut(tree);
    const [root, first, second, leaf] = boxes as [[number, number], [number, number], [number, number], [number, number]];

    expect(root[0]).toBeLessThan(second[0]);
    expect(second[0]).toBeLessThan(leaf[0]);
    expect(first[0]).toBeCloseTo(second[0], 0);
    expect(Math.abs(first[1] - second[1])).toBeGreaterThan(30);
    for (const [x, y] of boxes) expect(x > 0 && x < width && y > 0 && y < height).toBe(true);
    lines.forEach((points, at) => {
      const [from, to] = tree.lines[at] as [number, number];
      expect((points.length - 2) % 6).toBe(0);
      expect(Math.abs((points[0] ?? 0) - ((boxes[from]?.[0] ?? 0) + (tree.boxes[from]?.[0] ?? 0) / 2))).toBeLessThan(2);
      expect(Math.abs((points.at(-2) ?? 0) - ((boxes[to]?.[0] ?? 0) - (tree.boxes[to]?.[0] ?? 0) / 2))).toBeLessThan(2);
    });
  });

  it('finds each line of a graph, also those that lead back, lead to themselves, or are asked for at the same time', async () => {
    const round: Boxes = {
      boxes: [size, size, size],
      lines: [
        [0, 1],
        [1, 0],
        [1, 1],
      ],
    };
    const [one, other] = await Promise.all([laidOut(round), laidOut({ ...round, lines: round.lines.slice(0, 2) })]);

    expect(one.boxes).toHaveLength(3);
    for (const points of one.lines) expect(points.length).toBeGreaterThanOrEqual(8);
    expect(one.lines[0]?.[0]).toBeLessThan(one.lines[1]?.[0] ?? 0);
    for (const each of other.lines.flat()) expect(each).toBeGreaterThan(0);
  });
});
