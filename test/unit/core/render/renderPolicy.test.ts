import { renderPolicy } from '@licet/core';
import { describeTree } from '@licet/core/policy';
import { describe, expect, it } from 'vitest';

import { EXTENSIONS, everything, golden, hostile } from './sample.ts';

describe('renderPolicy', () => {
  it.each(EXTENSIONS)('draws a tree of guards as %s', async (format, extension) => {
    await expect(renderPolicy(everything, { format })).toMatchFileSnapshot(golden(`policy-everything.${extension}`));
  });

  it.each(EXTENSIONS)('lets nothing from outside act as syntax in %s', async (format, extension) => {
    const drawn = renderPolicy(hostile, { format });

    expect(drawn).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b\u202e]/);
    await expect(drawn).toMatchFileSnapshot(golden(`policy-hostile.${extension}`));
  });

  it('draws the same tree from data, save for what each child is to its parent', () => {
    const edges = /(?:then|otherwise|primary|fallback): (?=\w)/g;

    expect(renderPolicy(describeTree(everything))).toBe(renderPolicy(everything).replaceAll(edges, ''));
  });

  it('gives the data itself as JSON', () => {
    expect(JSON.parse(renderPolicy(everything, { format: 'json' }))).toEqual(describeTree(everything));
  });
});
