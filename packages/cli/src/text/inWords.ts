import type { NodeData } from '@licet/core/policy';
import { inFileNames } from '@licet/core/policy';

/** Returns a policy in the words of its file, for people. What it takes is loaded only then. */
export async function inWords(policy: NodeData): Promise<NodeData> {
  const { policyHost } = await import('../policy/analysisProgram.ts');
  return inFileNames(policy, policyHost.nodesAt(process.cwd()).registry);
}
