import { createRegistry } from '@licet/core';
import { buildPolicy, digestPolicy } from '@licet/core/policy';
import { formatIssue, loadPolicy } from '@licet/core/yaml';
import type { LoadedPolicy, PolicyLoadError } from '@licet/core/yaml';
import { guardDefinitions, shortForms } from '@licet/guards';
import { describe, expect, it } from 'vitest';

const options = {
  registry: createRegistry(guardDefinitions),
  root: '/project',
  home: '/home/me',
  file: 'governance.yaml',
  shortForms,
};
const load = (text: string): LoadedPolicy => loadPolicy(`version: 1\ndefault: pass\n${text}`, options);

describe('a body without the name of a param', () => {
  it.each([
    ['facts: { tested: { earned_by: human } }', 'facts: { facts: { tested: { earned_by: human } } }'],
    ["roles: { reviewer: { agents: ['code-*'] } }", "roles: { roles: { reviewer: { agents: ['code-*'] } } }"],
    ['access_map: { src/: read-write, .env: no-access }', 'access_map: { paths: { src/: read-write, .env: no-access } }'],
    ['tool_allowlist: [Read, Grep]', 'tool_allowlist: { tools: [Read, Grep] }'],
    ['requires: tested', 'requires: { fact: tested }'],
  ])('is the same as the long one: %s', (short, long) => {
    expect(load(`policy: { ${short} }\n`).data).toEqual(load(`policy: { ${long} }\n`).data);
  });

  it('is refused at its own place, and beside the name of a param', () => {
    const issues = (text: string): readonly string[] => {
      try {
        load(text);
      } catch (error) {
        return (error as PolicyLoadError).issues.map(formatIssue);
      }
      return [];
    };

    expect(issues('policy:\n  facts:\n    tested: { earned: human }\n').join()).toMatch(
      /governance\.yaml:5:15: expected .*found `earned`/u,
    );
    expect(issues('policy: { facts: { facts: {}, tested: { earned_by: human } } }\n').join()).toContain('found `tested`');
    expect(issues('policy: { secret_paths: [a] }\n').join()).toContain('expected a mapping under `secret_paths`');
    expect(issues('policy: { requires: [tested] }\n').join()).toContain('expected a mapping under `requires`');
  });
});

describe('shortForms', () => {
  it('expand to the same tree as the nodes that they stand for', () => {
    const short = load(`
boundaries:
  allowed_dirs: [src, tests/, docs]
  red_line_files: [src/auth/handler.py]
bash_safety:
  blocked_patterns:
    - 'rm\\s+-rf\\s+/'
    - 'DROP\\s+TABLE'
access:
  src/: read-write
  config/: read-only
  .env: no-access
policy:
  human_approval: {}
`);
    const long = load(`
policy:
  all:
    - file_boundary: { allow: ['src/**', 'tests/**', 'docs/**'], deny: [src/auth/handler.py] }
    - bash_safety: { blocked_patterns: ['rm\\s+-rf\\s+/', 'DROP\\s+TABLE'] }
    - access_map: { paths: { src/: read-write, config/: read-only, .env: no-access } }
    - human_approval: {}
`);

    expect(short.data).toEqual(long.data);
    expect(digestPolicy(buildPolicy(short.compiled, options).policy)).toBe(digestPolicy(long.policy));
  });

  it('are a policy by themselves', () => {
    expect(load('boundaries: { red_line_files: [.env] }\n').data).toEqual({ kind: 'file_boundary', params: { deny: ['.env'] } });
    expect(load('bash_safety: {}\n').data).toEqual({ kind: 'bash_safety' });
  });

  it('are refused where a guard refuses what they say, at the value that says it', () => {
    let found: readonly string[] = [];
    try {
      load("boundaries:\n  allowed_dirs: [src]\n  red_line_files: ['.env', '!.env.example']\naccess: {}\n");
    } catch (error) {
      found = (error as PolicyLoadError).issues.map(formatIssue);
    }

    expect(found).toEqual([
      expect.stringMatching(/^governance\.yaml:5:28: .*\(invalid_pattern\)$/),
      expect.stringMatching(/^governance\.yaml:6:1: .*\(invalid_param\)$/),
    ]);
  });

  it('do not exist for a loader that was not given them', () => {
    expect(() => loadPolicy('version: 1\naccess: { src/: read-write }\n', { ...options, shortForms: [] })).toThrow(
      /found `access` \(unknown_key\)/,
    );
  });
});
