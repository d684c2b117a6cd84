import { PolicyEngine, createRegistry } from '@licet/core';
import { celCondition } from '@licet/core/cel';
import { loadPolicy } from '@licet/core/yaml';
import { guardDefinitions, includePack, packs, profileNames, profileText, profiles } from '@licet/guards';
import { describe, expect, it, test } from 'vitest';

const options = {
  registry: createRegistry(guardDefinitions),
  root: '/w',
  home: '/home/u',
  include: includePack,
  conditions: celCondition,
};

describe('packs', () => {
  test.each(Object.keys(packs))('%s may be included by name', name => {
    const text = `version: 1\ndefault: pass\ninclude: [${name}]\npolicy: { floor: {} }\n`;

    expect(loadPolicy(text, options).warnings).toEqual([]);
  });

  it.each([
    ['grep -rn x src', 'ask'],
    ['  sed -i s/a/b/ c', 'ask'],
    ['npm test | tail -5', 'pass'],
    ['catalog build', 'pass'],
    ['git grep x', 'pass'],
  ])('own-tools prefers the tools of the runtime: %s', async (command, ruling) => {
    const { policy } = loadPolicy('version: 1\ndefault: pass\ninclude: [own-tools]\n', options);
    const engine = new PolicyEngine(policy, { default: 'pass' });

    expect((await engine.evaluate({ kind: 'bash', payload: { command } })).ruling).toBe(ruling);
    expect((await engine.evaluate({ kind: 'bash', payload: { command: [command] } })).ruling).toBe('pass');
    expect((await engine.evaluate({ kind: 'read', payload: {} })).ruling).toBe('pass');
  });

  it('add their guards to the policy', () => {
    const text = 'version: 1\ndefault: pass\ninclude: [secret-protection]\npolicy: { floor: {} }\n';

    expect(JSON.stringify(loadPolicy(text, options).data)).toContain('secret_paths');
  });
});

describe('profiles', () => {
  test.each(profileNames)('%s is a policy that includes its pack, and loads without a warning', name => {
    const { warnings, settings } = loadPolicy(profileText(name), options);

    expect(warnings).toEqual([]);
    expect(settings.default).toBe(profiles[name].default);
    expect(settings.mode).toBe(name === 'observe' ? 'observe' : undefined);
    expect(Object.keys(packs)).toContain(profiles[name].pack);
  });

  test.each(profileNames)('%s names the places that are free, in plain words', name => {
    for (const place of ['temporary folders', 'plan and memory folders', 'other worktrees', 'makes again'])
      expect(profileText(name)).toContain(place);
  });

  it('take a scope, quotes and all, and say what it is', () => {
    const { data } = loadPolicy(profileText('minimal', { scope: ['src/**', "it's/**"] }), options);

    expect(JSON.stringify(data)).toContain(`{"allow":["src/**","it's/**"]}`);
    expect(profileText('minimal', { scope: ['src/**'] })).toContain('files may be changed here only');
  });

  it('keep to the project where a scope belongs to the profile and none is given', () => {
    expect(profileText('safe-agent')).toContain("allow: ['**']");
    expect(profileText('standard')).not.toMatch(/^policy:/m);
  });
});
