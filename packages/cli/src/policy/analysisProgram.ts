import { dirname } from 'node:path';

import { transcripts } from '@licet/adapters/runtimes';
import type { AnalysisProgram } from '@licet/analysis/commands';
import type { PolicyHost } from '@licet/analysis/policies';
import { GovernanceError } from '@licet/core';
import { celCondition } from '@licet/core/cel';
import { buildPolicy } from '@licet/core/policy';
import { countersIn } from '@licet/epistemic/store';

import { openTrail } from '../audit/openTrail.ts';
import { isTold } from '../exit.ts';
import { openGrounding } from '../grounding/openGrounding.ts';
import { confirmed, requireHuman } from '../human.ts';
import { readInputFile } from '../text/inputFile.ts';
import { compilePolicy } from './compile.ts';
import { findPolicy } from './findPolicy.ts';
import { asQuestion } from './openEngine.ts';
import { ownProgram } from './ownProgram.ts';
import { readText } from './readPolicy.ts';
import { registry } from './registry.ts';
import { storesOf } from './stores.ts';

/** How this program compiles and builds policies that are tested, compared and replayed. */
export const policyHost: PolicyHost = {
  readInput: readInputFile,
  compile(text, file) {
    const result = compilePolicy(text, file);
    if ('compiled' in result) return result;
    const [first] = result.issues;
    const where = `${first?.file ?? file}:${first?.line ?? 1}`;
    throw new GovernanceError(
      'policy_invalid',
      `${where}: ${first?.message ?? 'the policy does not load'}: run \`licet validate\``,
    );
  },
  nodesAt(root) {
    let recalled = countersIn(undefined);
    const { definitions, resources } = openGrounding({ root, writes: false, recalled: () => recalled });
    const nodes = registry(definitions);
    return {
      registry: nodes,
      recall: evidence => void (recalled = countersIn(evidence)),
      build: (compiled, place) => {
        const program = place.files === undefined ? ownProgram() : [];
        return asQuestion(buildPolicy(compiled, { registry: nodes, resources, program, conditions: celCondition, ...place }));
      },
    };
  },
};

/** What `licet test`, `diff`, `replay`, `suggest` and `prove` need of this program. */
export const analysisProgram: AnalysisProgram = {
  ...policyHost,
  findPolicy: named => findPolicy(named),
  readText,
  openTrail: async choice => (await openTrail(choice)).reader,
  async localTrail({ settings }, file) {
    const root = dirname(file);
    try {
      if (storesOf({ settings }, root, { writes: false }).place('audit').file === undefined) return undefined;
      return (await openTrail({ policy: file }, root)).reader;
    } catch (error) {
      if (error instanceof GovernanceError) return undefined;
      throw error;
    }
  },
  transcripts,
  requireHuman: command => requireHuman({ command }),
  publishComparison: async (...given) => (await import('../pullRequest/publish.ts')).publishComparison(...given),
  confirm: confirmed,
  isTold,
};
