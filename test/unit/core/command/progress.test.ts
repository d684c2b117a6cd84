import { withProgress } from '@licet/core/command';
import { expect, it, vi } from 'vitest';

const screen = (isTTY: boolean): { readonly isTTY: boolean; readonly write: (text: string) => void; readonly text: string[] } => {
  const text: string[] = [];
  return { isTTY, write: each => void text.push(each), text };
};

it('draws a bar where the end is known, and takes the line away when the work is done', async () => {
  vi.useFakeTimers({ now: 0 });
  try {
    const found = screen(true);
    const result = await withProgress(
      'reading',
      step => {
        vi.setSystemTime(2_000);
        step(5, 10);
        return 'all';
      },
      found,
    );
    expect(result).toBe('all');
    expect(found.text.map(each => each.slice(4))).toEqual(['reading …', 'reading … █████░░░░░ 5 of 10 2 s', '']);
  } finally {
    vi.useRealTimers();
  }
});

it('counts where no end is known', async () => {
  vi.useFakeTimers({ now: 0 });
  try {
    const found = screen(true);
    await withProgress(
      'reading',
      step => {
        vi.setSystemTime(200);
        step(7);
      },
      found,
    );
    expect(found.text.join('')).toContain('reading … 7');
  } finally {
    vi.useRealTimers();
  }
});

it('takes the line away when the work fails', async () => {
  const found = screen(true);
  await expect(withProgress('reading', () => Promise.reject(new Error('no')), found)).rejects.toThrow('no');
  expect(found.text.at(-1)).toBe('\r\u001b[K');
});

it('writes nothing where no terminal is', async () => {
  const found = screen(false);
  await withProgress('reading', step => step(1, 2), found);
  expect(found.text).toEqual([]);
});
