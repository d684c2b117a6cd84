import { All, PolicyEngine, When, createRegistry, match } from '@licet/core';
import type { ActionInput } from '@licet/core';
import { collectCoverage } from '@licet/analysis';
import type { Coverage } from '@licet/analysis';
import { HumanApproval, ToolAllowlist, guardDefinitions } from '@licet/guards';
import { describe, expect, it } from 'vitest';

function covered(...actions: readonly ActionInput[]): Coverage {
  const engine = new PolicyEngine(
    All(ToolAllowlist({ tools: ['Read', 'Bash'] }), When(match({ kind: 'bash' }), HumanApproval())),
  );
  const collected = collectCoverage();
  for (const action of actions) collected.see(engine.evaluateSync(action));
  return collected.result(engine.describe(), createRegistry(guardDefinitions));
}

const missing = ({ nodes }: Coverage): readonly unknown[] =>
  nodes.flatMap(({ way, kind, missing: goals }) => (goals.length > 0 ? [[way, kind, ...goals]] : []));

describe('coverage', () => {
  it('misses everything of a policy that was never asked', () => {
    expect(covered().percent).toBe(0);
    expect(missing(covered())).toEqual([
      ['', 'all', 'applies'],
      ['0', 'tool_allowlist', 'applies', 'decides'],
      ['1', 'when', 'applies', 'otherwise'],
      ['1.0', 'human_approval', 'applies', 'decides'],
    ]);
  });

  it('names the branch of a condition that no case has taken', () => {
    const seen = covered({ kind: 'bash', tool: 'Bash' }, { kind: 'bash', tool: 'Other' });

    expect(missing(seen)).toEqual([['1', 'when', 'otherwise']]);
    expect(seen.percent).toBe(85);
  });

  it('is whole when each guard has decided once and each condition was false once', () => {
    const seen = covered({ kind: 'bash', tool: 'Bash' }, { kind: 'read', tool: 'Read' }, { kind: 'read', tool: 'Other' });

    expect(missing(seen)).toEqual([]);
    expect(seen.percent).toBe(100);
    expect(seen.nodes[1]).toMatchObject({ rulings: ['pass', 'block'], decided: true });
  });
});
