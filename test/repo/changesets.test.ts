import { describe, expect, it } from 'vitest';

import { PACKAGES, files, read } from './source.ts';

const NAMES = new Set(['licet', ...PACKAGES.map(name => `@licet/${name}`)]);
const changesets = files('.changeset', '.md').filter(path => !path.endsWith('README.md'));

/** What is wrong with a changeset; empty for one that a reader of the changelog can use. */
function faultsOf(text: string): readonly string[] {
  const [, head = '', body = ''] = /^---\n(.*?)\n---\n\n(.*)$/su.exec(text) ?? [];
  const names = head.split('\n').map(line => /^(['"]?)(.+)\1: (?:patch|minor|major)$/u.exec(line)?.[2] ?? line);
  return [
    ...names.filter(name => !NAMES.has(name)).map(name => `no package \`${name}\``),
    ...(body.trim() === '' ? ['it says nothing'] : []),
    ...(/decisions change/iu.test(body) && !body.startsWith('**Decisions change:** ')
      ? ['it does not begin with `**Decisions change:**`']
      : []),
  ];
}

describe('changesets', () => {
  it('name packages, and say first when an action gets another ruling', () => {
    expect(changesets.length).toBeGreaterThan(0);
    expect(changesets.flatMap(path => faultsOf(read(path)).map(fault => `${path}: ${fault}`))).toEqual([]);
  });

  it.each([
    ["---\n'@licet/cores': patch\n---\n\nMore.\n", 'no package `@licet/cores`'],
    ["---\n'licet': patch\n---\n\n", 'it says nothing'],
    ["---\n'licet': patch\n---\n\nMore. Decisions change: less.\n", 'it does not begin with `**Decisions change:**`'],
  ])('are refused without that: %s', (text, fault) => {
    expect(faultsOf(text)).toEqual([fault]);
  });
});
