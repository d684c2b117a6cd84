import { resolve } from 'node:path';

import type { ImportProgram } from '@licet/importers/commands';

import { readNamedFile } from '../text/inputFile.ts';

/** What `licet import` needs of this program. */
export const importProgram: ImportProgram = {
  readText: readNamedFile,
  async tryPolicy(policy, tests) {
    const { compilePolicy } = await import('../policy/compile.ts');
    const result = compilePolicy(policy, resolve('governance.yaml'));
    if ('issues' in result) return { issues: result.issues, warnings: [], failures: [] };
    const { policyHost } = await import('../policy/analysisProgram.ts');
    const { failureText, testTexts } = await import('@licet/analysis/policies');
    const results = await testTexts(policyHost, policy, tests);
    const failures = results.map(each => (each.passed ? undefined : `${each.name}: ${failureText(each)}`));
    return { issues: [], warnings: result.warnings, failures };
  },
};
