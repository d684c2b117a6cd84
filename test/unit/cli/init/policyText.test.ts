import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { profileNames } from '@licet/guards';
import { policyText, scopePatterns, testText } from 'licet/source/init/policyText.ts';
import { compilePolicy, formatPolicy } from 'licet/source/policy/compile.ts';
import { describe, expect, it } from 'vitest';

const root = mkdtempSync(join(tmpdir(), 'licet-scope-'));
writeFileSync(join(root, 'README.md'), '');

describe('policyText', () => {
  it.each(profileNames)('gives a policy that the command line loads without a warning: %s', name => {
    for (const scope of [[], ['src/**']]) {
      const compiled = compilePolicy(policyText(name, scope), join(root, 'governance.yaml'));

      expect(compiled).toMatchObject({ warnings: [] });
    }
  });
});

describe('what `init` writes', () => {
  it.each(profileNames)('is in the form that `licet fmt` writes: %s', name => {
    const texts = [policyText(name, []), policyText(name, ['src/**', 'docs/*.md']), testText(name)];

    for (const text of texts) expect(formatPolicy(text)).toBe(text);
  });
});

describe('scopePatterns', () => {
  it.each([
    ['src/', 'src/**'],
    ['src', 'src/**'],
    ['./packages/a/', 'packages/a/**'],
    [join(root, 'src'), 'src/**'],
    ['README.md', 'README.md'],
    ['docs/*.md', 'docs/*.md'],
    ['.', '**'],
  ])('turns `%s` into `%s`', (path, pattern) => {
    expect(scopePatterns([path], root)).toEqual([pattern]);
  });

  it.each(['..', '../other', '/etc'])('refuses `%s`, which lies elsewhere', path => {
    expect(() => scopePatterns([path], root)).toThrow(/outside of the project: name folders/);
  });
});
