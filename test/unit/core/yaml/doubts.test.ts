import { createRegistry } from '@licet/core';
import type { HostKnowledge } from '@licet/core/yaml';
import { loadPolicy } from '@licet/core/yaml';
import { guardDefinitions } from '@licet/guards';
import { describe, expect, it } from 'vitest';

const registry = createRegistry(guardDefinitions);
const hook: HostKnowledge = { supplies: member => member !== 'taskType', establishes: fact => fact === 'known' };

const doubts = (policy: string, host?: HostKnowledge): readonly string[] =>
  loadPolicy(`version: 1\ndefault: pass\npolicy:\n  ${policy}\n`, {
    registry,
    root: '/p',
    home: '/h',
    ...(host && { host }),
  }).warnings.map(({ code, line, column, message }) => `${code}@${line}:${column} ${message}`);

describe('a policy that lifts its own floor', () => {
  it.each([
    ['any: [{ floor: {} }, { human_approval: {} }]', 'floor_lifted@4:11 `floor` is below `any`'],
    ['any: [{ all: [{ self_protection: {} }] }, { human_approval: {} }]', 'floor_lifted@4:19 `self_protection` is below `any`'],
    ['not: { floor: {} }', 'floor_lifted@4:10 `floor` is below `not`'],
    ['threshold: { pass: 1, of: [{ floor: {} }, { human_approval: {} }] }', 'floor_lifted@4:32 `floor` is below `threshold`'],
    ['escalate: [{ floor: {} }, { human_approval: {} }]', 'floor_lifted@4:16 `floor` is below `escalate`'],
    ['bash_safety: { catastrophic: pass }', 'floor_lifted@4:3 `catastrophic` is `pass`'],
    ['bash_safety: { otherwise: warn }', 'floor_lifted@4:3 `catastrophic` is `warn`'],
  ])('is named: %s', (policy, wanted) => {
    const found = doubts(policy);

    expect(found).toHaveLength(1);
    expect(found[0]).toContain(wanted);
  });

  it.each([
    'all: [{ floor: {} }, { human_approval: {} }]',
    'threshold: { pass: 2, of: [{ floor: {} }, { human_approval: {} }] }',
    'escalate: [{ bash_safety: {} }, { human_approval: {} }]',
    'all: [{ floor: {} }, { bash_safety: { catastrophic: pass } }]',
    'bash_safety: { destructive: pass }',
  ])('is not seen where nothing lifts it: %s', policy => {
    expect(doubts(policy)).toEqual([]);
  });
});

describe('a kind of action that is unknown', () => {
  const loaded = (policy: string, host?: HostKnowledge) =>
    loadPolicy(`version: 1\ndefault: pass\npolicy:\n  ${policy}\n`, { registry, root: '/p', home: '/h', ...(host && { host }) })
      .warnings;
  const when = (condition: string): string => `when: { if: ${condition}, then: { human_approval: {} } }`;

  it.each([
    ['{ kind: bsh }', 'bash'],
    ['{ kind: [read, wirte] }', 'write'],
    [`'action.kind == "exec_code"'`, 'execute_code'],
    [`'"netwrk" != action.kind'`, 'network'],
    [`'action.kind in ["bash", "reed"]'`, 'read'],
  ])('is doubted where it is nearly a known one: %s', (condition, meant) => {
    const [found, ...more] = loaded(when(condition));

    expect(more).toEqual([]);
    expect(found).toMatchObject({ code: 'never_supplied', line: 4, column: 3, suggestion: meant });
  });

  it('may be one of the host, unless the host is a hook', () => {
    expect(loaded(when('{ kind: purchase }'))).toEqual([]);
    expect(loaded(when('{ kind: purchase }'), hook)).toMatchObject([{ code: 'never_supplied' }]);
    expect(loaded(when('{ kind: [bash, "*"] }'), hook)).toEqual([]);
    expect(loaded('budget: { max: 1, match: { kind: shell } }', hook)).toMatchObject([
      { message: 'no action has the kind `shell`: this never holds' },
    ]);
  });
});

describe('a condition that never holds', () => {
  it.each([
    ['when: { if: { task_type: deploy }, then: { human_approval: {} } }', 'never_supplied@4:3', '`task_type`'],
    [`when: { if: 'action.task_type == "deploy"', then: { human_approval: {} } }`, 'never_supplied@4:3', '`task_type`'],
    ['budget: { max: 1, match: { task_type: docs } }', 'never_supplied@4:3', '`task_type`'],
    ['all: [{ requires: tests_passing }]', 'never_supplied@4:11', 'the fact `tests_passing`'],
  ])('under a hook is doubted: %s', (policy, place, about) => {
    const [found = '', ...more] = doubts(policy, hook);

    expect(more).toEqual([]);
    expect(found).toContain(place);
    expect(found).toContain(about);
  });

  it('is not doubted where the host supplies it, or says nothing of itself', () => {
    const asking = 'all: [{ requires: tests_passing }, { when: { if: { task_type: deploy }, then: { human_approval: {} } } }]';

    expect(doubts(asking)).toEqual([]);
    expect(doubts('all: [{ requires: known }, { when: { if: { kind: bash }, then: { human_approval: {} } } }]', hook)).toEqual(
      [],
    );
  });
});
