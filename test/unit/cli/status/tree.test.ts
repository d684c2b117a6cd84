import type { NodeData } from '@licet/core/policy';
import { All } from '@licet/core';
import { Facts, Requires } from '@licet/guards';
import { describe, expect, it } from 'vitest';

import type { SessionReport, StatusReport } from 'licet/source/status/report.ts';
import { standingTree } from 'licet/source/status/print.ts';

const human = { earnedBy: 'human' } as const;
const policy = All(
  Facts({ facts: { reviewed: human, tested: human, ready: { allOf: ['reviewed', 'tested'] } } }),
  Requires('reviewed'),
  Requires({ allOf: ['reviewed', 'tested'] }),
  Requires({ anyOf: ['tested', 'ready'] }),
  Requires({ obligations: 'fulfilled' }),
);

const session = (id: string, ...names: readonly string[]): SessionReport =>
  ({ id, counters: [], facts: Object.fromEntries(names.map(name => [name, true])) }) as unknown as SessionReport;

function standings(shared: readonly string[], ...sessions: readonly SessionReport[]): unknown {
  const project = { facts: session('', ...shared).facts, counters: [] };
  const { children = [] } = standingTree(policy, { project, sessions } as unknown as StatusReport);
  return children.slice(1).map(({ params }: NodeData) => params?.['now']);
}

describe('standingTree', () => {
  it('names every fact that a gate asks for, and where it is established', () => {
    expect(standings([], session('a', 'reviewed'), session('b', 'reviewed', 'tested'))).toEqual([
      'established in a, b',
      ['reviewed established in a, b', 'tested established in b'],
      ['tested established in b', 'ready established in b'],
      undefined,
    ]);
  });

  it('knows the facts of the project', () => {
    expect(standings(['reviewed'], session('a', 'tested'))).toEqual([
      'established in the project',
      ['reviewed established in the project', 'tested established in a'],
      ['tested established in a', 'ready established in a'],
      undefined,
    ]);
  });

  it('says what is not established', () => {
    expect(standings([])).toEqual([
      'not established',
      ['reviewed not established', 'tested not established'],
      ['tested not established', 'ready not established'],
      undefined,
    ]);
  });
});
