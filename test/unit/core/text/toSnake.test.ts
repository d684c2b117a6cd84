import { toSnake } from '@licet/core/text';
import { describe, expect, it } from 'vitest';

describe('toSnake', () => {
  it.each([
    ['minDepth', 'min_depth'],
    ['onFailure', 'on_failure'],
    ['max', 'max'],
    ['min_depth', 'min_depth'],
    ['GITHUB_TOKEN', 'GITHUB_TOKEN'],
  ])('writes `%s` as `%s`', (name, written) => {
    expect(toSnake(name)).toBe(written);
  });
});
