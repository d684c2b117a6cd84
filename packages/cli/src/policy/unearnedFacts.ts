import type { CompiledPolicy, NodeData } from '@licet/core/policy';
import { placeOfNode } from '@licet/core/policy';
import type { PolicyIssue } from '@licet/core/yaml';
import { factsDefinition } from '@licet/guards/state';

import { hookOf } from '../init/installedHook.ts';
import { loadRuntimes } from '../init/targets.ts';
import { paramsOf, waysIn } from './nodes.ts';

/**
 * Warns of facts that a program earns and that a runtime with the hook in this project cannot tell of: it does not say how a
 * command ended, and the policy names nothing that must stand in its output.
 */
export async function unearnedFacts(compiled: CompiledPolicy, root: string): Promise<readonly PolicyIssue[]> {
  const facts = factsIn(compiled.policy);
  if (facts.length === 0) return [];
  const used = (await loadRuntimes()).filter(runtime => hookOf(runtime, root) !== undefined);
  const mute = used.filter(({ capabilities }) => !capabilities.reportsExitCode).map(({ title }) => title);
  if (mute.length === 0) return [];
  const where = mute.length === used.length ? 'nothing earns it' : `nothing earns it in ${mute.join(', ')}`;
  return facts.map(({ name, way }) => {
    const { file, line = 1 } = placeOfNode(compiled, way) ?? {};
    return {
      code: 'never_supplied',
      message: `${mute.join(' and ')} ${mute.length === 1 ? 'does' : 'do'} not tell how a command ended, so ${where}: name what must stand in the output of what earns \`${name}\`, as \`output\`, or let a human grant it`,
      ...(file !== undefined && { file }),
      line,
      column: 1,
      path: ['facts', name],
    };
  });
}

/** The facts that are earned by how a command ends, each with the way to its node. */
function factsIn(policy: NodeData): readonly { readonly name: string; readonly way: string }[] {
  return waysIn(policy).flatMap(([way, node]) =>
    Object.entries(paramsOf(node, factsDefinition)?.facts ?? {}).flatMap(([name, { earnedBy }]) =>
      typeof earnedBy === 'object' && earnedBy.runs !== undefined && earnedBy.output === undefined ? [{ name, way }] : [],
    ),
  );
}
