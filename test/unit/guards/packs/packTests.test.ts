import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { packs, profileNames } from '@licet/guards';
import { subjectOf, testPolicy, worldOf } from '@licet/analysis/policies';
import type { TestReport } from '@licet/analysis/policies';
import { policyHost } from 'licet/source/policy/analysisProgram.ts';
import { testText } from 'licet/source/init/policyText.ts';
import { parsePolicyTests, runPolicyTests } from '@licet/analysis';
import { compilePolicy } from 'licet/source/policy/compile.ts';
import { policyText } from 'licet/source/init/policyText.ts';
import { beforeAll, describe, expect, it } from 'vitest';

const folder = fileURLToPath(new URL('../../../../packages/guards/tests/', import.meta.url));
const names = Object.keys(packs);

/**
 * Changes that no action can show, by pack. `network` without lists of hosts asks about what is unknown only where an address cannot be read, and
 * `bash_safety` beside it asks about just that, so a warning of `network` is never heard. Git knows every file of a table, so none is lost that is written over. In the pack `thrash-guard` nothing next to `hold` blocks.
 */
const NEVER_SHOWN: Readonly<Record<string, readonly string[]>> = {
  standard: ['`unknown` of `network` becomes `warn`'],
  'safe-agent': ['`unknown` of `network` becomes `warn`'],
  'test-gate': ['`unknown` of `network` becomes `warn`'],
  'secret-protection': ['`overwritten` of `bash_safety` becomes `warn`'],
  'tool-hygiene': ['`overwritten` of `bash_safety` becomes `warn`'],
  'thrash-guard': ['`blocked` in `after` of `hold` becomes 4', '`blocked` in `after` of `hold` becomes 6'],
};

describe('the packs ship with tests', () => {
  let reports: readonly TestReport[] = [];

  beforeAll(async () => {
    reports = await Promise.all(
      names.map(name => testPolicy(policyHost, `${folder}${name}.test.yaml`, { mutate: true, coverage: true })),
    );
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

  it.each(names)('that notice at least 95 of 100 mistakes in `%s`, and all that an action can show', name => {
    const mutation = reports[names.indexOf(name)]?.mutation;
    const survivors = (mutation?.survivors ?? []).map(({ change }) => change);

    expect(mutation?.mutants).toBeGreaterThan(0);
    expect(survivors).toEqual(NEVER_SHOWN[name] ?? []);
  });

  it('that notice at least 95 of 100 mistakes in all', () => {
    const sum = (count: (mutation: TestReport['mutation']) => number | undefined): number =>
      reports.reduce((all, { mutation }) => all + (count(mutation) ?? 0), 0);
    const mutants = sum(mutation => mutation?.mutants);

    expect(mutants).toBeGreaterThan(100);
    expect(sum(mutation => mutation?.noticed) / mutants).toBeGreaterThanOrEqual(0.95);
  });
});

describe('the tests that `init` writes', () => {
  it.each(profileNames)('are six, and pass with the profile %s', async name => {
    const tests = parsePolicyTests(testText(name));
    const compiled = compilePolicy(policyText(name, []), '/project/governance.yaml');
    if (!('compiled' in compiled)) throw new Error('the profile does not load');
    const results = await runPolicyTests(
      tests,
      subjectOf(compiled.compiled, worldOf(policyHost, tests.files, '/project', { untracked: tests.untracked, isClone: true })),
    );

    expect(results).toHaveLength(6);
    expect(results.filter(({ passed }) => !passed)).toEqual([]);
  });
});
