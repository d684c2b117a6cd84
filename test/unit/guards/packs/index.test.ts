import { createRegistry } from '@licet/core';
import { loadPolicy } from '@licet/core/yaml';
import { guardDefinitions, packs, profileNames, profiles } from '@licet/guards';
import { describe, expect, it, test } from 'vitest';

const options = { registry: createRegistry(guardDefinitions), root: '/w', home: '/home/u' };

describe('packs', () => {
  const include = (name: string) => ({ file: `pack:${name}`, text: packs[name as keyof typeof packs] });

  test.each(Object.keys(packs))('%s may be included by name', name => {
    const text = `version: 1\ndefault: pass\ninclude: [${name}]\npolicy: { floor: {} }\n`;

    expect(loadPolicy(text, { ...options, include }).warnings).toEqual([]);
  });

  it('add their guards to the policy', () => {
    const text = 'version: 1\ndefault: pass\ninclude: [secret-protection]\npolicy: { floor: {} }\n';

    expect(JSON.stringify(loadPolicy(text, { ...options, include }).data)).toContain('secret_paths');
  });
});

describe('profiles', () => {
  test.each(profileNames)('%s loads', name => {
    expect(loadPolicy(profiles[name], options).warnings).toEqual([]);
  });
});
