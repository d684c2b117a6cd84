import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { planChecks, unplanChecks } from 'licet/source/init/checks.ts';
import type { Check } from 'licet/source/init/checks.ts';
import { createProgram } from 'licet/source/program.ts';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const CHECKS: readonly Check[] = ['preCommit', 'githubAction'];

/** A repository with a policy, at its top or in a folder. */
function repository(folder = '', preCommit?: string): { readonly top: string; readonly root: string; readonly policy: string } {
  const top = mkdtempSync(join(tmpdir(), 'licet-checks-'));
  const root = join(top, folder);
  mkdirSync(join(top, '.git'));
  mkdirSync(root, { recursive: true });
  writeFileSync(join(root, 'governance.yaml'), 'version: 1\n');
  writeFileSync(join(root, 'governance.test.yaml'), 'cases: []\n');
  if (preCommit !== undefined) writeFileSync(join(top, '.pre-commit-config.yaml'), preCommit);
  return { top, root, policy: join(root, 'governance.yaml') };
}

const textsOf = (policy: string): readonly string[] => planChecks(CHECKS, policy).map(({ step: { text = '' } }) => text);

/** Writes what is planned, and returns what would be remembered of it. */
const carriedOut = (policy: string, checks = CHECKS) =>
  planChecks(checks, policy).flatMap(({ step: { file, text }, installed }) => {
    mkdirSync(join(file, '..'), { recursive: true });
    if (text !== undefined) writeFileSync(file, text);
    return installed ?? [];
  });

interface Written {
  readonly repos: readonly {
    readonly repo: string;
    readonly hooks: readonly { readonly entry: string; readonly files: string }[];
  }[];
  readonly jobs: { readonly policy: { readonly steps: readonly { readonly run?: string }[] } };
}

describe('what checks changes of a policy', () => {
  it.each(['', 'apps/web'])('runs commands that there are, for the policy in `%s`', async folder => {
    const { top, policy } = repository(folder);
    const [before, workflow] = textsOf(policy).map(text => parse(text) as Written);
    const hooks = before?.repos.flatMap(repo => repo.hooks) ?? [];
    const program = createProgram(async () => undefined, { print: () => undefined, complain: () => undefined, hasColor: false });
    const lines = [
      ...hooks.map(({ entry }) => entry.replace('npx --no-install ', '')),
      ...(workflow?.jobs.policy.steps ?? []).flatMap(({ run = '' }) => run.match(/^licet .*/gu) ?? []),
    ];

    expect(lines.map(line => line.split(' ')[1])).toEqual(['validate', 'fmt', 'test', 'diff', 'validate', 'test', 'diff']);
    for (const line of lines) {
      const words = line.replace(/ >.*/u, '').replaceAll('"', '').split(' ').slice(1);
      expect(words.some(word => join(top, word) === policy || join(top, word) === policy.replace('.yaml', '.test.yaml'))).toBe(
        true,
      );
      await expect(program.parseAsync(words, { from: 'user' })).resolves.toBeDefined();
    }
    expect(lines.at(-1)).toContain('--comment --fail-on wider');
    for (const { files } of hooks) {
      expect(policy.slice(top.length + 1)).toMatch(new RegExp(files, 'u'));
      expect('src/a.yaml').not.toMatch(new RegExp(files, 'u'));
    }
  });

  it('runs no tests where the policy has none', () => {
    const { root, policy } = repository();
    rmSync(join(root, 'governance.test.yaml'));

    for (const text of textsOf(policy)) expect(text).not.toMatch(/licet test|governance\.test/u);
  });

  it('names nothing of this machine', () => {
    const { top, policy } = repository('apps/web');

    for (const text of textsOf(policy)) {
      expect(text).not.toContain(top);
      expect(text).not.toContain(process.execPath);
      expect(text).not.toContain(tmpdir());
    }
  });

  it.each([
    'repos:\n- repo: https://example.com/a\n  rev: v1\n  hooks: [{ id: x }]\n',
    '# ours\ndefault_stages: [pre-commit]\nrepos: # all\n  - repo: local\n    hooks:\n      - { id: y, name: y, entry: y, language: system }\n',
  ])('is next to the entries that are there, and goes byte for byte: %j', before => {
    const { root, top, policy } = repository('', before);
    const file = join(top, '.pre-commit-config.yaml');
    const [text = ''] = textsOf(policy);
    const others = (parse(before) as Written).repos;

    expect((parse(text) as Written).repos.slice(1)).toEqual(others);
    expect((parse(text) as Written).repos[0]?.hooks).toHaveLength(4);

    const installed = carriedOut(policy, ['preCommit']);
    expect(planChecks(['preCommit'], policy)).toEqual([{ step: { file, action: 'keep' } }]);
    expect(unplanChecks(root, installed)).toEqual([{ file, action: 'restore', text: before }]);
    expect(unplanChecks(root, [])).toEqual([{ file, action: 'restore', text: before }]);
  });

  it('is deleted where nothing else is in the file, and left where it was changed', () => {
    const { root, top, policy } = repository();
    const installed = carriedOut(policy);
    const files = ['.pre-commit-config.yaml', join('.github', 'workflows', 'licet.yml')].map(name => join(top, name));

    expect(unplanChecks(root, installed)).toEqual(files.map(file => ({ file, action: 'delete' })));
    expect(planChecks(CHECKS, policy).map(({ step }) => step.action)).toEqual(['keep', 'keep']);

    for (const file of files) writeFileSync(file, 'name: ours\n');
    expect(unplanChecks(root, installed)).toEqual([]);
  });

  it('is refused where it cannot be written safely', () => {
    const { policy } = repository('', 'repos: [{ repo: local, hooks: [] }]\n');
    const odd = repository('a b; c');
    const alone = mkdtempSync(join(tmpdir(), 'licet-checks-'));

    expect(() => planChecks(['preCommit'], policy)).toThrow(/has no list of `repos`.*add this yourself/su);
    expect(() => planChecks(CHECKS, odd.policy)).toThrow(/characters that a command line gives another meaning/u);
    expect(() => planChecks(CHECKS, join(alone, 'governance.yaml'))).toThrow(/no git repository here/u);
    expect(planChecks([], join(alone, 'governance.yaml'))).toEqual([]);
    expect(unplanChecks(alone, [])).toEqual([]);
  });
});
