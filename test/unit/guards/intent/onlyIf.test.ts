import { celCondition } from '@licet/core/cel';
import { OnlyIf } from '@licet/guards';
import { describe, expect, it } from 'vitest';

import { judge } from '../fixtures.ts';

describe('OnlyIf', () => {
  it('permits what the condition holds for', () => {
    expect(judge(OnlyIf({ if: { kind: 'read' } }), [], { kind: 'read' }).ruling).toBe('pass');
  });

  it('blocks everything else, with its reason and its way out', () => {
    const found = judge(OnlyIf({ if: { kind: 'read' }, reason: 'read only', fix: 'read it' }), [], { kind: 'write' });

    expect(found).toMatchObject({ ruling: 'block', code: 'condition_unmet', reason: 'read only', fix: { summary: 'read it' } });
  });

  it('is an error, and a block, where the condition cannot be asked', () => {
    const found = judge(OnlyIf({ if: celCondition('action.payload.owner == "ann"') }), [], { kind: 'write' });

    expect(found).toMatchObject({ ruling: 'block', passed: false });
    expect(found.errors).toHaveLength(1);
  });

  it('is an error, and a block, where the answer is no boolean', () => {
    expect(judge(OnlyIf({ if: (() => 'yes') as never }), [], { kind: 'write' }).ruling).toBe('block');
  });

  it('needs a condition', () => {
    expect(() => OnlyIf({} as never)).toThrow(expect.objectContaining({ path: ['if'] }));
  });
});
