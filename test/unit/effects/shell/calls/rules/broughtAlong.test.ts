import { analyzeShell } from '@licet/effects';
import { memoryFiles } from '@licet/effects/places';
import { describe, expect, test } from 'vitest';

const table = {
  '/w/package.json': { text: '{}' },
  '/w/infra/main.tf': { text: '' },
  '/w/infra/prod.tfvars': { text: 'a = 1' },
  '/w/src/a.ts': { text: '' },
};
const world = { cwd: '/w', root: '/w', home: '/home/u', env: {}, files: memoryFiles(table) };

/** The marks of what a command reads of the secrets below `infra`. */
const marks = (command: string): readonly string[] =>
  analyzeShell(command, world).flatMap(({ kind, target, tags = [] }) =>
    kind === 'read' && target?.type === 'file' && target.lexical === '/w/infra/prod.tfvars' ? [tags.join(' ')] : [],
  );

describe('secrets that a command itself has packed or copied', () => {
  test.each([
    "tar -C infra -czf /tmp/x.tgz . && tar -xzOf /tmp/x.tgz --wildcards './pro*'",
    'zip -qr x.zip . && unzip -p x.zip infra/prod.tfvars',
    'tar cf - infra | tar xf - -C /tmp/o && cat /tmp/o/infra/*',
    'cp -r infra /tmp/i && cat /tmp/i/prod.*',
  ])('are read by name or pattern: %s', command => {
    expect(marks(command)).toContain('secret');
  });

  test.each([
    'tar cf x.tar infra && strings x.tar',
    'tar czf x.tgz infra && zgrep -a TODO x.tgz',
    'tar cf - infra | strings',
    'tar czf x.tgz infra && tar xzf x.tgz -C /tmp/o && grep -r TODO /tmp/o',
  ])('lie among what is searched: %s', command => {
    expect(marks(command)).toEqual(['among secret']);
  });

  test.each([
    'tar czf x.tgz . && tar xzOf x.tgz ./package.json',
    'tar czf x.tgz . && tar tzf x.tgz',
    'tar czf x.tgz infra && sha256sum x.tgz',
    'tar cf x.tar infra && grep -c . x.tar',
    'cp -r . /tmp/i && cat /tmp/i/*.json',
    'cp -r . /tmp/i && ls /tmp/i/infra/*',
    'tar xzOf other.tgz --wildcards "./pro*"',
  ])('not: %s', command => {
    expect(marks(command)).toEqual([]);
  });
});

describe('differences of trees', () => {
  test.each([
    ['diff -ru ../old infra', "-x 'prod.tfvars'"],
    ['git grep --no-index KEY infra', "-- ':!infra/prod.tfvars'"],
    ["git grep --no-index KEY -- ':/'", "-- ':!infra/prod.tfvars'"],
    ["git grep --untracked KEY -- 'inf*'", "-- ':!infra/prod.tfvars'"],
  ])('and searches of git leave secrets out by words that name them: %s', (command, words) => {
    expect(analyzeShell(command, world).flatMap(({ leftOutBy }) => leftOutBy ?? [])).toEqual([words]);
  });

  test.each(['diff -ruN /tmp/none infra', 'git diff --no-index /tmp/none infra', 'mkdir /tmp/n; icdiff -r /tmp/n infra'])(
    'with nothing print all: %s',
    command => {
      expect(marks(command)).toContain('secret');
    },
  );

  test.each([
    'diff -rq /tmp/none infra',
    'diff -ruN -x "*.tfvars" /tmp/none infra',
    'git diff --no-index --stat /tmp/none infra',
  ])('tell nothing: %s', command => {
    expect(marks(command)).toEqual([]);
  });
});
