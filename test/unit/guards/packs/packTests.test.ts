import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { packs, profileNames } from '@licet/guards';
import { testPolicy } from 'licet/source/analysis/testPolicy.ts';
import type { TestReport } from 'licet/source/analysis/testPolicy.ts';
import { testText } from 'licet/source/init/policyText.ts';
import { parsePolicyTests, runPolicyTests } from '@licet/core/analysis';
import { subjectOf, worldOf } from 'licet/source/analysis/subject.ts';
import { compilePolicy } from 'licet/source/policy/compile.ts';
import { policyText } from 'licet/source/init/policyText.ts';
import { beforeAll, describe, expect, it } from 'vitest';

const folder = fileURLToPath(new URL('../../../../packages/guards/tests/', import.meta.url));
const names = Object.keys(packs);

/**
 * What no action reaches: without `allow`, `deny` and `methods`, `network` rarely depends on what is unknown, and in the pack
 * `thrash-guard` nothing stands beside `hold` that could block.
 */
const UNREACHED = /^`unknown` of `network` becomes|^`blocked` in `after` of `hold`/u;

describe('the packs ship with tests', () => {
  let reports: readonly TestReport[] = [];

  beforeAll(async () => {
    reports = await Promise.all(names.map(name => testPolicy(`${folder}${name}.test.yaml`, { mutate: true, coverage: true })));
  });

  it('one file each', () => {
    expect(readdirSync(folder).sort()).toEqual(names.map(name => `${name}.test.yaml`).sort());
  });

  it('that pass', () => {
    expect(
      reports.flatMap(({ results, file }) => results.filter(({ passed }) => !passed).map(result => ({ file, ...result }))),
    ).toEqual([]);
  });

  it('that try every node', () => {
    expect(reports.flatMap(({ coverage }) => coverage?.nodes ?? []).filter(({ missing }) => missing.includes('applies'))).toEqual(
      [],
    );
  });

  it('that notice at least 95 of 100 mistakes, and all but what nothing reaches', () => {
    const noticed = reports.reduce((sum, { mutation }) => sum + (mutation?.noticed ?? 0), 0);
    const mutants = reports.reduce((sum, { mutation }) => sum + (mutation?.mutants ?? 0), 0);
    const survivors = reports.flatMap(({ mutation }) => mutation?.survivors ?? []).map(({ change }) => change);

    expect(mutants).toBeGreaterThan(100);
    expect(noticed / mutants).toBeGreaterThanOrEqual(0.95);
    expect(survivors.filter(change => !UNREACHED.test(change))).toEqual([]);
  });
});

describe('the tests that `init` writes', () => {
  it.each(profileNames)('are six, and pass with the profile %s', async name => {
    const tests = parsePolicyTests(testText(name));
    const compiled = compilePolicy(policyText(name, []), '/project/governance.yaml');
    if (!('compiled' in compiled)) throw new Error('the profile does not load');
    const results = await runPolicyTests(tests, subjectOf(compiled.compiled, worldOf(tests.files, '/project')));

    expect(results).toHaveLength(6);
    expect(results.filter(({ passed }) => !passed)).toEqual([]);
  });
});
