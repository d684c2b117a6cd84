import { withParams, withoutInclude } from '@licet/core/yaml';
import { describe, expect, it } from 'vitest';

const more = { allow: [{ runs: 'git push' }, { runs: 'git tag, x' }] };

describe('params that come into a policy', () => {
  it.each([
    ['bash_safety: {}', "bash_safety: { allow: [{ runs: git push }, { runs: 'git tag, x' }] }"],
    ['bash_safety:', "bash_safety: { allow: [{ runs: git push }, { runs: 'git tag, x' }] }"],
    [
      'bash_safety: { shares: ask } # why',
      "bash_safety: { shares: ask, allow: [{ runs: git push }, { runs: 'git tag, x' }] } # why",
    ],
    ["bash_safety: { allow: [ {runs: 'git push'} ] }", "bash_safety: { allow: [ {runs: 'git push'}, { runs: 'git tag, x' } ] }"],
  ])('are written into `%s` as it is written', (before, after) => {
    const policy = (node: string): string => `version: 1 # one\npolicy:\n  all:\n    - floor: {}\n    - ${node}\n`;

    expect(withParams(policy(before), { kind: 'bash_safety', line: 5 }, more)).toBe(policy(after));
  });

  it('stand on separate lines where the others do', () => {
    const text =
      'policy:\n  bash_safety:\n    shares: ask # others see it\n    allow:\n      - runs: git tag # ours\n\n# the end\n';

    expect(
      withParams(text, { kind: 'bash_safety', line: 2 }, { allow: [{ runs: 'git tag' }, { runs: 'x' }], unknown: 'ask' }),
    ).toBe(
      'policy:\n  bash_safety:\n    shares: ask # others see it\n    allow:\n      - runs: git tag # ours\n      - { runs: x }\n    unknown: ask\n\n# the end\n',
    );
  });

  it('go to the node that is meant, of several in one line', () => {
    const text = 'policy: { all: [{ budget: { max: 1 } }, { budget: { max: 2 } }] }\n';

    expect(withParams(text, { kind: 'budget', line: 1, after: 1 }, { max: 2, name: 'b' })).toBe(
      'policy: { all: [{ budget: { max: 1 } }, { budget: { max: 2, name: b } }] }\n',
    );
  });

  it.each([
    ['policy: { floor: {} }\n', /there is no `bash_safety`/u],
    ['policy: { bash_safety: word }\n', /has no mapping/u],
    ['policy: [\n', /no YAML/u],
  ])('find no place in %j', (text, message) => {
    expect(() => withParams(text, { kind: 'bash_safety', line: 1 }, more)).toThrow(message);
  });
});

describe('an included policy that is written out', () => {
  const pack =
    'version: 1\npolicy:\n  all:\n    # the floor\n    - floor: {}\n    - when:\n        if: { kind: bash }\n        then: { floor: {} }\n';

  it('is before the own rules, as both are written', () => {
    const text =
      'version: 1\ninclude: [a, b] # both\npolicy:\n  all: # ours\n  - budget: { max: 1 } # one\n\n  # two\n  - budget:\n      max: 2\naudit: {}\n';

    expect(withoutInclude(text, 'a', pack)).toBe(
      [
        'version: 1',
        'include: [b]',
        'policy:',
        '  all:',
        '    # the floor',
        '    - floor: {}',
        '    - when:',
        '        if: { kind: bash }',
        '        then: { floor: {} }',
        '    # ours',
        '    - budget: { max: 1 } # one',
        '',
        '    # two',
        '    - budget:',
        '        max: 2',
        'audit: {}',
        '',
      ].join('\n'),
    );
  });

  it.each([
    ['include: [a]\npolicy: { budget: { max: 1 } } # one\n', '    - { budget: { max: 1 } } # one'],
    ['include: [a]\npolicy:\n  budget:\n    max: 1\n', '    - budget:\n        max: 1'],
    ['include:\n  - a\n', ''],
  ])('is before the rule of %j', (text, own) => {
    const written = withoutInclude(text, 'a', 'policy:\n  hold:\n    after: { blocked: 5 }\n');

    expect(written.trimEnd()).toBe(`policy:\n  all:\n    - hold:\n        after: { blocked: 5 }\n${own}`.trimEnd());
  });

  it('must be included', () => {
    expect(() => withoutInclude('include: [b]\npolicy: { floor: {} }\n', 'a', pack)).toThrow(/does not include `a`/u);
  });
});
