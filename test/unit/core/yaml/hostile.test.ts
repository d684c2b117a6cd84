import { digestPolicy } from '@licet/core/policy';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { PolicyLoadError } from '@licet/core/yaml';

import { issuesOf, load } from './support/loading.ts';
import { boundedCost } from '../../../support/boundedCost.ts';
import { cases } from '../../../support/longRuns.ts';

const codes = (text: string): readonly string[] => issuesOf(text).map(({ code }) => code);
const places = (text: string): readonly string[] => issuesOf(text).map(({ code, line, column }) => `${code}@${line}:${column}`);

describe('loadPolicy on hostile text', () => {
  it('refuses a bomb of aliases without writing it out', () => {
    const levels = Array.from({ length: 9 }, (_, level) =>
      level === 0
        ? 'a0: &a0 [x, x, x, x, x, x, x, x, x, x]'
        : `a${level}: &a${level} [${Array(10)
            .fill(`*a${level - 1}`)
            .join(', ')}]`,
    );
    const bomb = `version: 1\npolicy:\n  all: *a8\n${levels.join('\n')}\n`;

    const within = boundedCost();
    expect(codes(bomb)).toContain('alias_limit');
    within(1_000);
  });

  it('refuses aliases that stand for one another', () => {
    expect(codes('version: 1\npolicy: &a { all: [*a, *a, *a] }\n')).toContain('alias_limit');
  });

  it('takes an anchor that is used a few times', () => {
    expect(load('version: 1\npolicy: { all: [&tests { named: tests }, { not: *tests }] }\n').data.children).toHaveLength(2);
  });

  it.each([
    ['open lists', '['.repeat(100_000)],
    ['open mappings', '{a: '.repeat(50_000)],
    ['closed lists', '['.repeat(50_000) + ']'.repeat(50_000)],
    ['nested items', `${'- '.repeat(50_000)}a`],
    ['nested keys', `${'? '.repeat(50_000)}a`],
    ['indentation', Array.from({ length: 600 }, (_, depth) => `${' '.repeat(depth)}k:`).join('\n')],
  ])('refuses thousands of levels of %s without recursing into them', (_what, text) => {
    expect(codes(text)).toEqual(['too_deep']);
  });

  it('refuses more than sixty nodes inside one another, and takes sixty', () => {
    const nested = (count: number): string =>
      `version: 1\npolicy: ${'{ not: '.repeat(count - 1)}{ named: a }${' }'.repeat(count - 1)}\n`;

    expect(load(nested(60)).data.kind).toBe('not');
    expect(digestPolicy(load(nested(60)).policy)).toMatch(/^[0-9a-f]{64}$/);
    expect(codes(nested(61))).toEqual(['too_deep']);
  });

  it('refuses a megabyte at once', () => {
    const text = `version: 1\npolicy:\n  all:\n${'    - { named: a }\n'.repeat(60_000)}`;

    const within = boundedCost();
    expect(codes(text)).toEqual(['unreadable']);
    within(100);
  });

  it('reads the longest policy that it takes in bounded time', () => {
    const text = `version: 1\npolicy:\n  all:\n${'    - { named: a }\n'.repeat(13_000)}`;

    const within = boundedCost();
    load(text);
    within(6_000);
  });

  it.each([
    ['a NUL', 'version: 1\npolicy: { named: "a\0b" }\n', 'unreadable@2:20'],
    ['a bell', 'version: 1\npolicy: { named: "a\x07b" }\n', 'unreadable@2:20'],
    ['a mark that reorders text', 'version: 1\npolicy: { named: "a\u202eb" }\n', 'unreadable@2:20'],
    ['an invisible space', 'version: 1\npolicy: { named: "a\u200bb" }\n', 'unreadable@2:20'],
    ['a soft hyphen', 'version: 1\npolicy: { named: "a\u00adb" }\n', 'unreadable@2:20'],
    ['a filler that is drawn as nothing', 'version: 1\npolicy: { named: "a\u3164b" }\n', 'unreadable@2:20'],
    ['a tag character', 'version: 1\npolicy: { named: "a\u{e0041}b" }\n', 'unreadable@2:20'],
    ['a joiner behind a letter that joins nothing', 'version: 1\npolicy: { named: "a\u200db" }\n', 'unreadable@2:20'],
    ['a variation of a letter that has none', 'version: 1\npolicy: { named: "a\ufe0fb" }\n', 'unreadable@2:20'],
    ['a line separator', 'version: 1\npolicy: { named: "a\u2028b" }\n', 'unreadable@2:20'],
    ['a second byte order mark', '\ufeff\ufeffversion: 1\n', 'unreadable@1:1'],
    ['what is left of bytes that are not UTF-8', 'version: 1\npolicy: { named: "a\ufffdb" }\n', 'unreadable@2:20'],
    ['half of a surrogate pair', 'version: 1\npolicy: { named: "a\ud800b" }\n', 'unreadable@2:20'],
  ])('refuses %s and says where it is', (_what, text, wanted) => {
    expect(places(text)).toEqual([wanted]);
  });

  it('takes emoji, and scripts whose letters are joined', () => {
    expect(load('version: 1\npolicy: { named: "⚠️ 1️⃣ 👩‍🚀 می‌خواهم" }\n').data.params).toEqual({ fact: '⚠️ 1️⃣ 👩‍🚀 می‌خواهم' });
  });

  it('says what is wrong with a hidden character without showing it', () => {
    for (const line of [
      'policy: "a\\e[2J\\nb"',
      'policy: { named: { "a\\e[2J": 1 } }',
      'policy: { when: { if: "a\\e[2J", then: { named: a } } }',
    ])
      for (const { message } of issuesOf(`version: 1\n${line}\n`)) expect(message).not.toMatch(/\u001b/u);
  });

  it('takes the same characters as escapes', () => {
    expect(load('version: 1\npolicy: { named: "a\\0\\u202e\\ufffdb" }\n').data.params).toEqual({ fact: 'a\0\u202e\ufffdb' });
  });

  it.each([
    ['policy:\n  named: no: writes', 'named'],
    ['policy: { when: { if: { tool: Bash }, then: { named: no: writes } } }', 'named'],
    ['policy:\n  all:\n    - when:\n        reason: Stop: hunter2 is secret\n', 'reason'],
  ])('says which text needs quotes in `%s`, and does not repeat it', (line, key) => {
    const [issue, ...others] = issuesOf(`version: 1\n${line}\n`);

    expect(issue?.message).toBe(
      `the text after \`${key}\` holds \`: \`, which makes it a mapping: put it into quotes, \`${key}: '…'\``,
    );
    expect(others).toEqual([]);
  });

  it('takes a byte order mark at the start and Windows line ends', () => {
    expect(load('\ufeffversion: 1\r\npolicy:\r\n  named: a\r\n').data).toEqual({ kind: 'named', params: { fact: 'a' } });
    expect(places('\ufeffversion: 1\r\npolicy:\r\n  nmaed: a\r\n')).toEqual(['unknown_node@3:3']);
  });

  it('refuses tabs as indentation', () => {
    expect(
      issuesOf('version: 1\npolicy:\n\tall:\n\t  - named: a\n\t  - named: b\n').map(({ line, message }) => [line, message]),
    ).toEqual([[3, 'expected spaces as indentation, found a tab']]);
  });

  it.each([
    '__proto__: { polluted: true }',
    'policy: { limits: { by_tool: { __proto__: 1 } } }',
    'policy: { __proto__: { named: a } }',
  ])('refuses the key of prototypes in `%s` and leaves them alone', line => {
    expect(codes(`version: 1\n${line}\n`)).toContain('unknown_key');
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  it.each(['constructor', 'toString', 'hasOwnProperty', 'valueOf'])('takes `%s` for a name like any other', key => {
    expect(codes(`version: 1\npolicy: { ${key}: {} }\n`)).toEqual(['unknown_node']);
    expect(codes(`version: 1\n${key}: 1\npolicy: { limits: { ${key}: 1 } }\n`)).toEqual(['unknown_key', 'unknown_key']);
    expect(load(`version: 1\npolicy: { limits: { by_tool: { ${key}: 1 } } }\n`).data.params).toEqual({ byTool: { [key]: 1 } });
  });

  it('reads words that YAML 1.1 took for booleans as texts', () => {
    expect(load('version: 1\npolicy: { limits: { nested: { inner_name: yes, even_deeper: [] } } }\n').data.params).toMatchObject({
      nested: { innerName: 'yes' },
    });
    expect(codes('version: 1\npolicy: { limits: { nested: { inner_name: n, even_deeper: [{ last_one: on }] } } }\n')).toEqual([
      'wrong_type',
    ]);
  });

  it('refuses keys that are no texts', () => {
    expect(codes('version: 1\npolicy: { ? [a, b] : c }\n')).toContain('wrong_type');
    expect(codes('version: 1\npolicy: { ? { a: b } : c }\n')).toContain('wrong_type');
  });

  it('keeps what somebody wrote on one line of a message, cut to a length', () => {
    const [issue] = issuesOf(`version: 1\npolicy: { "a\\nb\\u202e${'x'.repeat(500)}": {} }\n`);

    expect(issue?.message).toMatch(/^there is no node `a\\u000ab\\u202ex+…`: docs\/reference\.md lists them$/);
    expect(issue?.message.length).toBeLessThan(120);
  });

  it('either loads or throws a PolicyLoadError with a place, whatever the text', () => {
    const pieces = fc.constantFrom(
      'version: 1',
      'policy:',
      ' all:',
      ' - ',
      '{',
      '}',
      '[',
      ']',
      ': ',
      'named: a',
      '&a ',
      '*a',
      '!!str ',
      '|',
      '>',
      '"',
      "'",
      '#',
      '\n',
      '  ',
      'when:',
      'if:',
      '%',
      '---',
      '<<: ',
      '? ',
      ',',
      '\t',
      'é😀',
    );
    const texts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(pieces, { maxLength: 30 }).map(parts => parts.join('')),
      fc.array(pieces, { maxLength: 30 }).map(parts => parts.join('\n')),
    );
    fc.assert(
      fc.property(texts, text => {
        try {
          expect(load(text).policy.name).toBeTypeOf('string');
        } catch (error) {
          if (!(error instanceof PolicyLoadError)) throw error;
          expect(error.issues.length).toBeGreaterThan(0);
          for (const { line, column, message } of error.issues) {
            expect(line).toBeGreaterThan(0);
            expect(column).toBeGreaterThan(0);
            expect(message).not.toBe('');
          }
        }
      }),
      { numRuns: cases(1_500) },
    );
  });
});
