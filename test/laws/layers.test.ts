import { PolicyEngine } from '@licet/core';
import type { BuiltPolicy } from '@licet/core/policy';
import { asFloor, buildPolicy, narrow } from '@licet/core/policy';
import { severityOf } from '@licet/core/nodes';
import { analyzeEffects } from '@licet/effects';
import * as fc from 'fast-check';
import { compilePolicy } from 'licet/source/policy/compile.ts';
import { registry } from 'licet/source/policy/registry.ts';
import { describe, expect, it } from 'vitest';

import { isLongRun, isWholeRun } from '../support/longRuns.ts';
import { COMMANDS, policySettings, policyTrees } from '../support/randomPolicies.ts';

const [root, home] = ['/project', '/home/ann'];
const TRIPLES = isWholeRun ? 10_000 : isLongRun ? 1_000 : 100;
const nodes = registry();
const effects = analyzeEffects({ root, home, files: false });

/** A policy as a layer. */
function layerOf([policy, settings]: readonly [object, object], file: string): BuiltPolicy {
  const compiled = compilePolicy(JSON.stringify({ version: 1, default: 'pass', ...settings, policy }), file);
  if ('issues' in compiled) throw new Error(compiled.issues[0]?.message);
  return buildPolicy(compiled.compiled, { registry: nodes, root, home });
}

const engineOf = (built: BuiltPolicy): PolicyEngine => new PolicyEngine(built, { effects });

/** What an engine says of each command: whether it passes, and how severe the ruling is. */
const saidBy = (engine: PolicyEngine): readonly (readonly [passed: boolean, severity: number])[] =>
  COMMANDS.map(command => {
    const { passed, ruling } = engine.evaluateSync({
      kind: 'bash',
      tool: 'Bash',
      payload: { command },
      cwd: root,
      sessionId: 's',
    });
    return [passed, severityOf(ruling)];
  });

const highest = fc.tuple(policyTrees, policySettings);
// Another kind for a tool is refused below a policy, and refusing is no answer to compare.
const lower = fc.tuple(
  policyTrees,
  policySettings.map(({ tools: _tools, ...rest }) => rest),
);

describe('three layers', () => {
  it(
    `let no action pass that one of them stops, for ${TRIPLES} triples${isWholeRun ? '' : ' (10000: set LICET_LONG_RUNS=all)'}`,
    { timeout: 1_800_000 },
    () => {
      let stopped = 0;
      fc.assert(
        fc.property(highest, lower, lower, (managed, user, project) => {
          const layers = [
            asFloor(layerOf(managed, '/etc/licet/governance.yaml')),
            layerOf(user, `${home}/governance.yaml`),
            layerOf(project, `${root}/governance.yaml`),
          ] as const;
          const [outer, middle, inner] = layers;
          const alone = layers.map(each => saidBy(engineOf(each)));
          for (const [index, [passed, severity]] of saidBy(engineOf(narrow(outer, narrow(middle, inner)))).entries()) {
            for (const said of alone) {
              const [isLet, least] = said[index] ?? [false, 0];
              expect(severity).toBeGreaterThanOrEqual(least);
              if (!isLet) expect(passed, `${COMMANDS[index]}: ${JSON.stringify([managed, user, project])}`).toBe(false);
            }
            if (!passed) stopped++;
          }
        }),
        { numRuns: TRIPLES },
      );
      expect(stopped).toBeGreaterThan(TRIPLES);
    },
  );
});
