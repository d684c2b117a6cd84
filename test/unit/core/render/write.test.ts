import { describe, expect, it } from 'vitest';

import type { Drawing } from '../../../../packages/core/src/render/drawing.ts';
import { write } from '../../../../packages/core/src/render/write.ts';

const leaf = (title: string, mark: Drawing['mark'], more: Partial<Drawing> = {}): Drawing => ({
  mark,
  title,
  asides: [],
  notes: [],
  deciding: false,
  children: [],
  ...more,
});
const hostile = 'a"]; b <script> \u202e {x} \n c \\';
const tree = leaf('all', 'block', {
  deciding: true,
  children: [leaf(hostile, 'block', { deciding: true, notes: [['reason', hostile]] }), leaf('ok', 'pass', { edge: 'then' })],
});
const drawn = (format: 'text' | 'mermaid' | 'dot'): string => write({}, () => tree, { format });

describe('a tree', () => {
  it('is text with a line for each node, and its marks', () => {
    const lines = drawn('text').split('\n');

    expect(lines[0]).toContain('BLOCK');
    expect(lines.filter(line => line.includes('✓'))).toHaveLength(1);
  });

  it.each(['text', 'mermaid', 'dot'] as const)('in %s shows nothing that moves other text about', format => {
    expect(drawn(format)).not.toMatch(/\u202e/);
  });

  it('is a diagram whose boxes no title can leave', () => {
    expect(drawn('mermaid')).not.toContain('<script>');
    for (const line of drawn('dot')
      .split('\n')
      .filter(text => text.includes('label='))) {
      const [, quoted = ''] = /label="((?:[^"\\]|\\.)*)"/.exec(line) ?? [];

      expect(quoted).not.toBe('');
    }
    expect(drawn('dot').match(/ -> /g)).toHaveLength(2);
  });
});

describe('data as JSON', () => {
  const json = (data: unknown): string => write(data, () => tree, { format: 'json' });

  it('is the same data, with what would not be seen as an escape', () => {
    const data = { a: '\u202e\u0007 x\n' };

    expect(JSON.parse(json(data))).toEqual(data);
    expect(json(data)).toContain(String.raw`\u202e`);
    expect(json(data).endsWith('}\n')).toBe(true);
  });

  it('leaves out the cause of a fault and what JSON cannot carry', () => {
    expect(JSON.parse(json({ cause: 1, run: () => 1, sign: Symbol('x'), big: 10n, kept: 1 }))).toEqual({ big: '10', kept: 1 });
  });
});
