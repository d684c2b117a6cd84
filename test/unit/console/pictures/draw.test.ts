import type { NodeData } from '@licet/core/policy';
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';

import { drawPng, drawSvg } from '@licet/console/pictures';
import { renderPolicy } from '@licet/core';
import { describe, expect, it } from 'vitest';

/** A policy as deep and as wide as they come. */
const deep = (levels: number): NodeData =>
  levels === 0
    ? { kind: 'file_boundary', params: { allow: Array.from({ length: 12 }, (_, at) => `packages/part-${at}/src/**`) } }
    : { kind: 'all', children: [{ kind: 'budget', params: { max: 5 } }, deep(levels - 1)] };

const size = (svg: string): readonly number[] => /<svg width="(\d+)" height="(\d+)"/u.exec(svg)?.slice(1).map(Number) ?? [];

describe('the picture of a policy', () => {
  it('fits a screen, however deep the policy is, and no text leaves its box', async () => {
    const svg = await drawSvg(renderPolicy(deep(20), { format: 'dot' }));
    const [width = 0] = size(svg);
    const boxes = Array.from(svg.matchAll(/<path [^>]*d="([^"]*)"[^>]*>\s*((?:<text[^]*?<\/text>\s*)+)/gu));

    expect(width).toBe(1_600);
    expect(boxes.length).toBeGreaterThan(15);
    for (const [, path = '', texts = ''] of boxes) {
      const across = Array.from(path.matchAll(/(-?[\d.]+),-?[\d.]+/gu), ([, x]) => Number(x));
      const room = Math.max(...across) - Math.min(...across);
      for (const [, length] of texts.matchAll(/textLength="([\d.]+)"/gu)) expect(Number(length)).toBeLessThanOrEqual(room);
    }
  });

  it('has the size of its boxes where it is small', async () => {
    expect(size(await drawSvg(renderPolicy({ kind: 'floor' }, { format: 'dot' })))[0]).toBeLessThan(200);
  });

  it('is at most as wide as PNG', async () => {
    const font = readFileSync(createRequire(import.meta.url).resolve('dejavu-fonts-ttf/ttf/DejaVuSansMono.ttf'));
    const png = await drawPng(renderPolicy(deep(20), { format: 'dot' }), font);

    expect(Buffer.from(png).readUInt32BE(16)).toBe(1_600);
  });
});
