import type { GuardNode } from '@licet/core';
import { PolicyEngine, When } from '@licet/core';
import { describe, expect, it } from 'vitest';

import { LEAVES, inWords } from './table.ts';

const [yes, no] = [LEAVES['pass'] as GuardNode, LEAVES['block'] as GuardNode];

describe('When', () => {
  it('takes a branch, skips without one and errs with its condition', async () => {
    expect(await inWords(When(() => true, yes, no))).toBe('pass');
    expect(await inWords(When(() => false, yes, no))).toBe('block');
    expect(await inWords(When(() => false, yes))).toBe('skipped');
    expect(await inWords(When(async () => true, no))).toBe('block');
    for (const fails of [
      () => {
        throw new Error('no');
      },
      async () => {
        throw new Error('no');
      },
      () => 'true' as never,
    ]) {
      expect(await inWords(When(fails, yes, yes))).toBe('error');
    }
  });

  it('does not evaluate the branch that it does not take', async () => {
    const { trace } = await new PolicyEngine(When({ kind: 'bash' }, yes, no)).evaluate({ kind: 'bash' });

    expect(trace.children.map(({ edge, status }) => [edge, status])).toEqual([
      ['then', 'decided'],
      ['otherwise', 'not_evaluated'],
    ]);
  });

  it('commits the branch that decided', async () => {
    const commits: string[] = [];
    const counted = (name: string): GuardNode => ({ ...yes, name, commit: () => void commits.push(name) });

    await new PolicyEngine(When({ kind: 'bash' }, counted('then'), counted('otherwise'))).evaluate({ kind: 'read' });

    expect(commits).toEqual(['otherwise']);
  });
});
