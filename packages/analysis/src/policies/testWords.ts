import { basename, dirname, join } from 'node:path';

import type { TestResult } from '../runTests.ts';

/** Returns the name of the test file of a policy: `governance.test.yaml` for `governance.yaml`. */
export const testFileOf = (policy: string): string => join(dirname(policy), basename(policy).replace(/(\.ya?ml)$/u, '.test$1'));

/** What a case wanted, and what it found instead. */
export function failureText({ failure }: TestResult): string {
  if (failure === undefined) return 'passed';
  const { step, time, want, got, reason } = failure;
  const wanted = [want.ruling, want.guard, want.code].filter(each => each !== undefined).join(', ');
  const where = step === 0 && time === 1 ? '' : `step ${step + 1}${time === 1 ? '' : `, call ${time}`}: `;
  return `${where}expected ${wanted}, found ${got.ruling} (${got.guard}, ${got.code})${reason === undefined ? '' : `: ${reason}`}`;
}
