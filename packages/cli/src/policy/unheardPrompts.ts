import type { CompiledPolicy } from '@licet/core/policy';
import { placeOfNode, waysIn } from '@licet/core/policy';
import type { PolicyIssue } from '@licet/core/yaml';
import { flowDefinition } from '@licet/guards/state';

import { hookOf } from '../init/installedHook.ts';
import { loadRuntimes } from '../init/targets.ts';

/**
 * Warns of a policy that goes by what the user says where the hook of a runtime in this project is not told: no value is named then, and every aim asks
 * once text of outsiders was read.
 */
export async function unheardPrompts(compiled: CompiledPolicy, root: string): Promise<readonly PolicyIssue[]> {
  const [way] = waysIn(compiled.policy).flatMap(([each, { kind }]) => (kind === flowDefinition.kind ? [each] : []));
  if (way === undefined) return [];
  const deaf = (await loadRuntimes()).filter(runtime => hookOf(runtime, root)?.hearsPrompts === false);
  const { file, line = 1 } = placeOfNode(compiled, way) ?? {};
  return deaf.map(({ title, name }) => ({
    code: 'never_supplied',
    message: `the hook of ${title} is not told what the user says, so \`flow\` knows no value that the user named and asks about every aim once text was read: write the hook again with \`licet init ${name}\``,
    ...(file !== undefined && { file }),
    line,
    column: 1,
    path: ['policy'],
  }));
}
