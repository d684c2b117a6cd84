import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { compilePolicy } from 'licet/source/policy/compile.ts';
import { failureText, testPolicy } from '@licet/analysis/policies';
import { policyHost } from 'licet/source/policy/analysisProgram.ts';
import { describe, expect, it } from 'vitest';

const folder = fileURLToPath(new URL('../../docs/cookbook', import.meta.url));
const recipes = globSync('*.yaml', { cwd: folder })
  .filter(name => !name.endsWith('.test.yaml'))
  .map(name => basename(name, '.yaml'))
  .toSorted();
const read = (name: string): string => readFileSync(join(folder, name), 'utf8');

describe('the cookbook', () => {
  it('has 25 recipes at least, and its page names each with what it says', () => {
    const page = read('README.md');
    const rows = recipes.map(name => `| [${name}](${name}.yaml) | ${/^# (.+)/u.exec(read(`${name}.yaml`))?.[1]} |`);

    expect(recipes.length).toBeGreaterThanOrEqual(25);
    expect(rows.filter(row => !page.includes(row))).toEqual([]);
  });

  it.each(recipes)('%s loads without a warning', name => {
    const loaded = compilePolicy(read(`${name}.yaml`), join(folder, `${name}.yaml`));

    expect('issues' in loaded ? loaded.issues : loaded.warnings).toEqual([]);
  });

  it.each(recipes)('%s says what its tests want', async name => {
    const { results } = await testPolicy(policyHost, join(folder, `${name}.test.yaml`));

    expect(results.filter(({ passed }) => !passed).map(result => `${result.name}: ${failureText(result)}`)).toEqual([]);
    expect(results.length).toBeGreaterThan(0);
  });

  it.each([
    'a-refund-after-an-approval',
    'a-sum-for-each-account',
    'staging-before-production',
    'three-recipients-a-day',
    'five-mails-an-hour',
    'failed-deployments-ask',
  ])('an everyday rule over what happened before takes six lines at most: %s', name => {
    const [, rule = ''] = read(`${name}.yaml`).split('self_protection: {}\n');

    expect(rule.trim().split('\n').length).toBeLessThanOrEqual(6);
  });
});
