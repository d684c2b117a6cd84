import { resolve } from 'node:path';

import type { ImportProgram } from '@licet/importers/commands';

import { failureText } from '../analysis/testFile.ts';
import { readNamedFile } from '../text/inputFile.ts';

/** What `licet import` needs of this program. */
export const importProgram: ImportProgram = {
  readText: readNamedFile,
  async tryPolicy(policy, tests) {
    const { compilePolicy } = await import('../policy/compile.ts');
    const result = compilePolicy(policy, resolve('governance.yaml'));
    if ('issues' in result) return { issues: result.issues, warnings: [], failures: [] };
    const { testTexts } = await import('../analysis/analysis.ts');
    const results = await testTexts(policy, tests);
    const failures = results.map(each => (each.passed ? undefined : failureText(each)));
    return { issues: [], warnings: result.warnings, failures };
  },
};
