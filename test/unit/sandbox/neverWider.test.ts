import { PolicyEngine, createRegistry } from '@licet/core';
import { guardDefinitions } from '@licet/guards';
import { planPermits, planSandbox } from '@licet/sandbox';
import type { PlanUse } from '@licet/sandbox';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { RULINGS, bash, effects, home, place, root, tree } from './arbitraries.ts';

const registry = createRegistry(guardDefinitions);

const PATHS = [
  'src/a.ts',
  'src/gen/b.ts',
  'docs/x.md',
  'app/a/c',
  'README.md',
  '.env',
  'src/.env',
  'src/tls.key',
  'governance.yaml',
  '.git/hooks/pre-commit',
  'sub/.mcp.json',
  'package.json',
];

const use: fc.Arbitrary<PlanUse> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('read' as const, 'write' as const),
    path: fc.constantFrom(...PATHS.map(path => `${root}/${path}`), `${home}/x`, '/etc/x'),
  }),
  fc.record({
    kind: fc.constant('connect' as const),
    host: fc.constantFrom('a.example', 'x.b.example', '10.1.2.3', 'localhost', '169.254.169.254', 'c.example'),
    port: fc.constantFrom(443, 8443),
    uploads: fc.boolean(),
  }),
);

/** What an upload reads. */
const SENT: PlanUse = { kind: 'read', path: `${root}/src/a.ts` };

/** A program is no tool of the agent: what it does is tried as a command that does the same. */
const commandOf = (wanted: PlanUse): string => {
  if (wanted.kind === 'connect')
    return `curl ${wanted.uploads ? '-d @/project/src/a.ts ' : ''}http://${wanted.host}:${wanted.port}/`;
  return wanted.kind === 'read' ? `cat ${wanted.path}` : `echo x > ${wanted.path}`;
};

describe('a plan is never wider than its policy', () => {
  it('lets nothing happen that the policy stops, where the policy lets a command run at all', () => {
    let permitted = 0;
    fc.assert(
      fc.property(tree, fc.constantFrom(...RULINGS), fc.array(use, { minLength: 8, maxLength: 16 }), (policy, fallback, uses) => {
        const engine = new PolicyEngine(policy, { effects, default: fallback });
        if (!engine.evaluateSync(bash('true')).passed) return;
        const permits = planPermits(planSandbox({ policy, registry, default: fallback, ...place }));
        for (const wanted of uses) {
          if (!permits(wanted) || (wanted.kind === 'connect' && !permits(SENT))) continue;
          permitted += 1;
          const { ruling: found, reason } = engine.evaluateSync(bash(commandOf(wanted)));
          expect({ wanted, found, reason }).toEqual({ wanted, found: expect.stringMatching(/pass|warn/u), reason });
        }
      }),
      { numRuns: 1_500 },
    );
    expect(permitted).toBeGreaterThan(200);
  });
});
