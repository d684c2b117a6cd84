import { digestPolicy } from '@licet/core/policy';
import type { LoadOptions } from '@licet/core/yaml';
import { formatIssue } from '@licet/core/yaml';
import { describe, expect, it } from 'vitest';

import { issuesOf, load } from './support/loading.ts';

const files = (texts: Readonly<Record<string, string>>): Partial<LoadOptions> => ({
  include: name => (texts[name] === undefined ? undefined : { text: texts[name], file: `${name}.yaml` }),
});

describe('include', () => {
  it('puts what it includes before the policy, under one all', () => {
    const { data, compiled } = load(
      'version: 1\ninclude: [a, b]\npolicy: { named: main }\n',
      files({
        a: 'version: 1\npolicy: { named: a }\n',
        b: 'version: 1\ninclude: [c]\n',
        c: 'version: 1\npolicy: { named: c }\n',
      }),
    );

    expect(data).toEqual({ kind: 'all', children: ['a', 'c', 'main'].map(fact => ({ kind: 'named', params: { fact } })) });
    expect(compiled.sources.map(({ file }) => file)).toEqual(['governance.yaml', 'a.yaml', 'b.yaml', 'c.yaml']);
  });

  it('is enough for a policy', () => {
    expect(load('version: 1\ninclude: [a]\n', files({ a: 'version: 1\npolicy: { named: a }\n' })).data.kind).toBe('named');
  });

  it('suggests a name that `include` knows', () => {
    const issues = issuesOf('version: 1\ninclude: [standrd]\n', { ...files({}), includeNames: ['standard', 'strict'] });

    expect(issues.map(formatIssue)).toEqual([
      'governance.yaml:2:11: there is no policy `standrd`, did you mean `standard`? (include_not_found)',
    ]);
  });

  it('counts a file once, however often it is included', () => {
    const texts = {
      a: 'version: 1\ninclude: [c]\npolicy: { named: a }\n',
      b: 'version: 1\ninclude: [c]\npolicy: { named: b }\n',
      c: 'version: 1\npolicy: { id: once, named: c }\n',
    };

    const { policy, data } = load('version: 1\ninclude: [a, b, a]\n', files(texts));

    expect(data.children?.map(({ params }) => params?.['fact'])).toEqual(['c', 'a', 'b']);
    expect(digestPolicy(policy)).toMatch(/^[0-9a-f]{64}$/);
  });

  it('refuses a policy that includes itself, by whatever way', () => {
    expect(
      issuesOf('version: 1\ninclude: [a]\n', files({ a: 'version: 1\ninclude: [a]\npolicy: { named: a }\n' })).map(formatIssue),
    ).toEqual(['a.yaml:2:11: a policy cannot include itself: `a.yaml` includes `a.yaml` (include_cycle)']);
    expect(
      issuesOf('version: 1\ninclude: [a]\n', files({ a: 'version: 1\ninclude: [b]\n', b: 'version: 1\ninclude: [a]\n' })).map(
        ({ code }) => code,
      ),
    ).toEqual(['include_cycle']);
  });

  it('says in which file each issue is, in the order of the files', () => {
    const issues = issuesOf('version: 1\ninclude: [a]\npolicy: { nmaed: x }\n', files({ a: 'version: 1\npolicy: { named: }\n' }));

    expect(issues.map(({ file, line, column, code }) => `${file}:${line}:${column} ${code}`)).toEqual([
      'governance.yaml:3:11 unknown_node',
      'a.yaml:2:18 wrong_type',
    ]);
  });

  it('leaves the settings to the file that includes', () => {
    expect(
      issuesOf('version: 1\ninclude: [a]\n', files({ a: 'version: 1\ndefault: pass\nfoo: 1\npolicy: { named: a }\n' })).map(
        formatIssue,
      ),
    ).toEqual([
      'a.yaml:2:1: an included policy cannot have settings: move `default` to the file that includes it (unknown_key)',
      'a.yaml:3:1: expected `include`, `policy` or `version`, found `foo` (unknown_key)',
    ]);
  });

  it('takes ids across all files for one tree', () => {
    const issues = issuesOf(
      'version: 1\ninclude: [a]\npolicy: { id: gate, named: x }\n',
      files({ a: 'version: 1\npolicy: { id: gate, named: y }\n' }),
    );

    expect(issues.map(formatIssue)).toEqual(['governance.yaml:3:15: the id `gate` is taken, at a.yaml:2:15 (duplicate_id)']);
  });

  it('refuses what the host cannot give, also when the host throws', () => {
    expect(issuesOf('version: 1\ninclude: [a]\n').map(({ code }) => code)).toEqual(['include_not_found']);
    const include = (): never => {
      throw new Error('no permission');
    };
    expect(issuesOf('version: 1\ninclude: [a]\n', { include }).map(({ code }) => code)).toEqual(['include_not_found']);
  });

  it('ends with more than sixty-four files', () => {
    const include: LoadOptions['include'] = name => ({
      text: `version: 1\ninclude: [x${Number(name.slice(1)) + 1}]\n`,
      file: name,
    });

    expect(issuesOf('version: 1\ninclude: [x0]\n', { include }).map(({ code }) => code)).toEqual(['too_deep']);
  });
});
