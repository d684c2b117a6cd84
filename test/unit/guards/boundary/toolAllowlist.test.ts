import { ToolAllowlist } from '@licet/guards';
import { describe, expect, it, test } from 'vitest';

import { judge, skipped } from '../fixtures.ts';

const policy = ToolAllowlist({ tools: ['Read', 'mcp__docs__*'], deny: ['mcp__docs__delete*'] });

describe('ToolAllowlist', () => {
  test.each([
    ['Read', 'pass'],
    ['mcp__docs__search', 'pass'],
    ['mcp__docs__delete_page', 'block'],
    ['Write', 'block'],
    ['read', 'block'],
    ['Reader', 'block'],
    ['xmcp__docs__search', 'block'],
    ['Read\u200b', 'block'],
  ])('rules on %j', (tool, ruling) => {
    expect(judge(policy, [], { tool }).ruling).toBe(ruling);
  });

  it('skips an action that names no tool', () => {
    expect(skipped(judge(policy, []))).toBe(true);
  });

  it('says which tools may be used', () => {
    expect(judge(policy, [], { tool: 'Write' }).fix?.summary).toBe('use one of these tools: `Read`, `mcp__docs__*`');
  });

  it('rejects an empty list and empty names', () => {
    expect(() => ToolAllowlist({ tools: [] })).toThrow('`tools` must be a list of texts, at least one');
    expect(() => ToolAllowlist({ tools: ['Read', ''] })).toThrow(expect.objectContaining({ path: ['tools', 1] }));
  });
});
