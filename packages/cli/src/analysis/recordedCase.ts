import { writeFileSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';

import { escapeText } from '@licet/core';
import { caseOf, parsePolicyTests, recordedAction, runPolicyTests, withCases } from '@licet/analysis';

import { openTrail } from '../audit/openTrail.ts';
import { UsageError } from '@licet/core/command';
import type { Terminal } from '@licet/core/command';
import { findPolicy } from '../policy/findPolicy.ts';
import { readText } from '../policy/readPolicy.ts';
import { patchLines } from '../text/patch.ts';
import { findRecord } from './proveRecord.ts';
import { subjectOf, worldOf } from './subject.ts';
import { testsWith } from './suggestPolicy.ts';
import { failureText, testFileOf } from './testFile.ts';
import { compileNamed } from './testPolicy.ts';

/** Which policy's trail it is, and which tests the case goes into; otherwise those beside the policy. */
interface Choice {
  readonly policy?: string;
  readonly named: string | undefined;
}

/**
 * Makes a case of a recorded evaluation and adds it to the tests. Returns 1, and adds nothing, where the policy says something else of the call today,
 * without what happened before it: the case is then printed.
 */
export async function addRecordedCase(name: string, { policy, named }: Choice, { print, complain }: Terminal): Promise<number> {
  const file = findPolicy(policy);
  const { reader } = await openTrail({ policy: file });
  const { record } = await findRecord(reader, name);
  const { action, exact } = recordedAction(record);
  if (!exact)
    throw new UsageError(`the call of record \`${escapeText(name, 100)}\` is not whole in the trail: no case can be made of it`);
  const target = named === undefined ? testFileOf(file) : resolve(named);
  const data = { ...caseOf(action, dirname(file)), want: { ruling: record.ruling, guard: record.guard } };
  const tests = parsePolicyTests(withCases(undefined, [data]));
  const known = parsePolicyTests(testsWith(target, []).before || 'cases: []\n', target);
  const world = worldOf(known.files, dirname(file), known.untracked);
  const [result] = await runPolicyTests({ ...tests, now: known.now }, subjectOf(compileNamed(readText(file), file), world));
  const { before, after } = testsWith(target, [data]);
  const lines = patchLines(before, after);
  if (result?.passed !== true) {
    for (const line of lines.filter(each => each.startsWith('+'))) print(escapeText(line.slice(1)));
    complain(escapeText(`not added: ${result === undefined ? 'it is no case' : failureText(result)}`));
    return 1;
  }
  writeFileSync(target, after);
  print(basename(target));
  for (const line of lines) print(escapeText(line));
  return 0;
}
