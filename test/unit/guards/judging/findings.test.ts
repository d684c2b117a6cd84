import type { Effect } from '@licet/core';
import { describe, expect, it, test } from 'vitest';

import { describeTarget, shortPath, verdictOf } from '../../../../packages/guards/src/judging/findings.ts';
import type { Finding } from '../../../../packages/guards/src/judging/findings.ts';

const finding = (ruling: Finding['ruling'], reason: string, more: Partial<Finding> = {}): Finding => ({
  ruling,
  code: `code_${ruling}`,
  reason,
  fix: `fix ${reason}`,
  ...more,
});

describe('several findings as one verdict', () => {
  it('are a pass when there are none, or all of them pass', () => {
    expect(verdictOf([]).ruling).toBe('pass');
    expect(verdictOf([finding('pass', 'a')]).ruling).toBe('pass');
  });

  it('are the strictest, with the reasons of that ruling only', () => {
    expect(verdictOf([finding('warn', 'a'), finding('block', 'b'), finding('ask', 'c'), finding('block', 'd')])).toMatchObject({
      ruling: 'block',
      code: 'code_block',
      reason: 'b; d',
      fix: { summary: 'fix b; fix d' },
    });
  });

  it('say each reason once, and three at the most', () => {
    expect(verdictOf([finding('ask', 'a'), finding('ask', 'a')]).reason).toBe('a');
    expect(verdictOf(['a', 'b', 'c', 'd', 'e'].map(reason => finding('ask', reason))).reason).toBe(
      'a; b; c; and 2 more like these',
    );
  });

  it('name a command only where it does the whole job', () => {
    expect(verdictOf([finding('ask', 'a', { command: 'x' })]).fix?.command).toBe('x');
    expect(verdictOf([finding('ask', 'a', { command: 'x' }), finding('ask', 'b')]).fix?.command).toBeUndefined();
  });
});

describe('what an effect acts upon', () => {
  const on = (target: Effect['target'], program?: string): string =>
    describeTarget({
      kind: 'read',
      via: [],
      certainty: 'certain',
      ...(target && { target }),
      ...(program !== undefined && { program }),
    });

  test.each([
    [on({ type: 'file', lexical: '/a', resolved: '/b' }), '/a'],
    [on({ type: 'file', lexical: '/a', resolved: '/a', recursive: true }), '/a/**'],
    [on({ type: 'file', lexical: '/a', resolved: '/a', glob: '/a/*' }), '/a/*'],
    [on({ type: 'network', direction: 'both', host: 'h', port: 1 }), 'h:1'],
    [on({ type: 'network', direction: 'both' }, 'curl'), 'curl'],
    [on({ type: 'program', argv: [undefined] as never }), 'an unknown program'],
    [on({ type: 'named', category: 'git_ref', name: 'main' }), 'git_ref main'],
    [on(undefined), 'something that cannot be seen'],
  ])('%s', (text, wanted) => {
    expect(text).toBe(wanted);
  });
});

test.each([
  ['/h/p', '`.`'],
  ['/h/p/a', '`a`'],
  ['/h/pq', '`~/pq`'],
  ['/h', '`~`'],
  ['/etc/x', '`/etc/x`'],
])('%s is called %s', (path, name) => {
  expect(shortPath(path, { root: '/h/p', home: '/h' })).toBe(name);
});
