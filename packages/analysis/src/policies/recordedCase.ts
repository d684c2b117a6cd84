import { writeFileSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';

import { escapeText } from '@licet/core';

import { UsageError, patchLines } from '@licet/core/command';
import type { Terminal } from '@licet/core/command';
import { caseOf, withCases } from '../cases.ts';
import type { AnalysisProgram } from '../commands/program.ts';
import { recordedAction } from '../recorded.ts';
import { runPolicyTests } from '../runTests.ts';
import { parsePolicyTests } from '../testFile.ts';
import { findRecord } from './proveRecord.ts';
import { testsWith } from './suggestPolicy.ts';
import { failureText, testFileOf } from './testWords.ts';
import { subjectOf, worldOf } from './world.ts';

/** Which policy's trail it is, and which tests the case goes into; otherwise those beside the policy. */
interface Choice {
  readonly policy?: string;
  readonly named: string | undefined;
}

/**
 * Makes a case of a recorded evaluation and adds it to the tests. Returns 1, and adds nothing, where the policy says something else of the call today,
 * without what happened before it: the case is then printed.
 */
export async function addRecordedCase(
  name: string,
  { policy, named }: Choice,
  { print, complain }: Terminal,
  program: AnalysisProgram,
): Promise<number> {
  const file = program.findPolicy(policy);
  const reader = await program.openTrail({ policy: file });
  const { record } = await findRecord(reader, name);
  const { action, exact } = recordedAction(record);
  if (!exact)
    throw new UsageError(`the call of record \`${escapeText(name, 100)}\` is not whole in the trail: no case can be made of it`);
  const target = named === undefined ? testFileOf(file) : resolve(named);
  const data = { ...caseOf(action, dirname(file)), want: { ruling: record.ruling, guard: record.guard } };
  const tests = parsePolicyTests(withCases(undefined, [data]));
  const known = parsePolicyTests(testsWith(target, []).before || 'cases: []\n', target);
  const world = worldOf(program, known.files, dirname(file), { untracked: known.untracked, isClone: true });
  const [result] = await runPolicyTests(
    { ...tests, now: known.now },
    subjectOf(program.compile(program.readText(file), file).compiled, world),
  );
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
