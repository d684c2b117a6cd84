import { Notice } from '@licet/guards';
import { describe, expect, it } from 'vitest';

import { judge, skipped } from '../fixtures.ts';

describe('Notice', () => {
  it('tells the agent something and lets the action run', () => {
    expect(judge(Notice({ text: 'shared database' }), [])).toMatchObject({
      ruling: 'warn',
      passed: true,
      reason: 'shared database',
    });
  });

  it('skips what it is not about', () => {
    expect(skipped(judge(Notice({ text: 'x', match: { tool: 'mcp__db__*' } }), [], { tool: 'Read' }))).toBe(true);
  });

  it('needs a text', () => {
    expect(() => Notice({ text: '' })).toThrow(expect.objectContaining({ path: ['text'] }));
  });
});
