import { dirname } from 'node:path';

import type { PolicyGraphs } from '@licet/console';
import type { PolicySettings } from '@licet/core/policy';
import type { ConceptGraph } from '@licet/epistemic';

import { readPolicy } from '../policy/readPolicy.ts';
import { loadGrounding } from './loadGrounding.ts';

/** The graphs of a policy for the page: each look reads the policy again, opens a graph and closes it. */
export function policyGraphs(file: string): PolicyGraphs {
  const settings = async (): Promise<PolicySettings> => (await readPolicy(file, false)).compiled.settings;
  return {
    declared: async () => (await settings()).graphs ?? {},
    async withGraph(name, writes, work) {
      const { openGrounding } = await loadGrounding();
      const grounding = openGrounding({ root: dirname(file), writes });
      try {
        return await work(grounding.resources('graph', name, await settings()) as ConceptGraph);
      } finally {
        await grounding.close();
      }
    },
  };
}
