import { readFileSync, readdirSync } from 'node:fs';

import { PolicyLoadError, loadPolicy } from '@licet/core/yaml';
import { shortForms } from '@licet/guards';
import { references } from 'licet/source/grounding/checkGraphs.ts';
import { describe, expect, it } from 'vitest';

import { allNodes } from '../../repo/policyDefinitions.ts';

// Every file here must be refused with exactly the issues that its first lines name: `# want: code@line:column`, and
// ` ~ suggestion` where one is made. Nothing else may be reported.
const FOLDER = new URL('bad/', import.meta.url);
const WANT = /^# want: (?<code>[a-z_]+)@(?<line>\d+):(?<column>\d+)(?: ~ (?<suggestion>\S+))?$/;

const files = readdirSync(FOLDER).filter(name => name.endsWith('.yaml'));

function wanted(text: string): readonly string[] {
  const lines = text.split('\n').filter(line => line.startsWith('# want:'));
  expect(lines.filter(line => !WANT.test(line))).toEqual([]);
  return lines.map(line => line.slice('# want: '.length));
}

function issues(text: string, file: string): PolicyLoadError['issues'] {
  try {
    loadPolicy(text, {
      registry: allNodes,
      resources: references('/project/governance.yaml'),
      root: '/project',
      home: '/home/me',
      file,
      include: () => undefined,
      shortForms,
    });
  } catch (error) {
    if (error instanceof PolicyLoadError) return error.issues;
    throw error;
  }
  return [];
}

describe('bad policies', () => {
  it('are many', () => {
    expect(files.length).toBeGreaterThanOrEqual(100);
  });

  it.each(files.map(name => [name.replace('.yaml', '').replaceAll('-', ' '), name]))('%s', (_sentence, name) => {
    const text = readFileSync(new URL(name, FOLDER), 'utf8');

    const found = issues(text, name);

    const said = found.map(
      ({ code, line, column, suggestion }) => `${code}@${line}:${column}${suggestion === undefined ? '' : ` ~ ${suggestion}`}`,
    );
    expect(said).toEqual(wanted(text));
    expect(said.length).toBeGreaterThan(0);
    for (const { message } of found) expect(message).toMatch(/^[^A-Z]/);
    for (const { message } of found) expect(message.split('\n')[0]).not.toMatch(/\.$/);
  });

  it.each([
    ['in a plain text', "    if: action.kind == 'bash' && foo", '5:34'],
    ['between single quotes', `    if: 'action.tool == "it''s" && foo'`, '5:36'],
    ['between double quotes', '    if: "action.kind == \\"bash\\" && foo"', '5:37'],
    ['in a block', '    if: |\n      action.kind == "bash" &&\n        foo', '7:9'],
    ['in a folded block', '    if: >-\n      action.kind == "bash" &&\n      foo', '7:7'],
    ['in a plain text of several lines', '    if: action.kind == "bash" &&\n      foo', '6:7'],
  ])('names the line and the column of a mistake in an expression %s', (_sentence, text, place) => {
    const policy = `version: 1\ndefault: pass\npolicy:\n  when:\n${text}\n    then: { floor: {} }\n`;

    expect(issues(policy, 'p').map(({ line, column, code }) => `${line}:${column} ${code}`)).toEqual([
      `${place} invalid_condition`,
    ]);
  });

  it.each([
    ['one `=` for two', "policy: { when: { if: action.kind = 'bash', then: { floor: {} } } }\n", 'found one `=`: write `==` to compare'],
    ['a duplicate key names the first', 'policy:\n  all:\n    - budget: { max: 1, per: session,\n        max: 2 }\n', 'the key `max` is here already, at line 5'],
    ['an alias cycle is called one', 'policy: &a\n  all: [*a]\n', 'the alias `a` is inside its own target: a policy cannot contain itself'],
    ['every bad pattern is named', "policy: { bash_safety: { blocked_patterns: ['a(b', ok, '*x'] } }\n", '`*x` is not a pattern in RE2 syntax'],
    ['every bad path is named', "policy: { file_boundary: { allow: ['src/**', 'a/[b', 'c/{d'] } }\n", '`c/{d`'],
    ['a bad pattern says why', "policy: { bash_safety: { blocked_patterns: ['a(b'] } }\n", '`a(b` is not a pattern in RE2 syntax: missing closing ): `a(b`'],
    ['`on_error` inside the braces says where it belongs', 'policy: { budget: { max: 1, on_error: ask } }\n', 'found `on_error`: put it next to the node, as in `{ budget: { max: 9 }, on_error: … }`'],
    ['a long list is cut with a pointer', 'policy: { bash_safety: { nonsense: ask } }\n', 'keys, which docs/reference.md lists, found `nonsense`'],
  ])('%s', (_sentence, text, words) => {
    const messages = issues(`version: 1\ndefault: pass\n${text}`, 'p').map(({ message }) => message);

    expect(messages).toContainEqual(expect.stringContaining(words));
  });
});
