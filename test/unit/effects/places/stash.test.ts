import { governedPatterns, memoryFiles, createPathMatcher, putAsideByStash } from '@licet/effects/places';
import type { FileSystemPort } from '@licet/effects/places';
import { describe, expect, it } from 'vitest';

const governed = createPathMatcher(governedPatterns, { root: '/p', home: '/h', mode: 'restrict' });

const ALL = {
  '/p/governance.yaml': 'file',
  '/p/.gitignore': { text: 'node_modules\n' },
  '/p/.licet/state.db': 'file',
  '/p/.licet/governance.schema.json': 'file',
  '/p/.licet/.gitignore': { text: '*\n!governance.schema.json\n' },
  '/p/.claude/settings.json': 'file',
  '/p/.claude/commands/a.md': 'file',
  '/p/.git/hooks/pre-commit': 'file',
  '/p/src/a.ts': 'file',
} as const;

const aside = (held: readonly string[], more: Parameters<typeof memoryFiles>[0] = {}): readonly string[] | undefined => {
  const files: FileSystemPort = {
    ...memoryFiles({ ...ALL, ...more }),
    isHeldByGit: paths => paths.every(path => held.includes(path)),
  };
  return putAsideByStash('/p', path => governed.match(path).length > 0, files);
};

const committed = ['/p/governance.yaml', '/p/.claude/settings.json'];

describe('what `git stash -u` puts aside', () => {
  it('is none of what git holds, ignores, or never looks at', () => {
    expect(aside(committed)).toEqual([]);
  });

  it('is what was not committed', () => {
    expect(aside(['/p/.claude/settings.json'])).toEqual(['/p/governance.yaml']);
    expect(aside([])).toEqual(['/p/governance.yaml', '/p/.claude/settings.json']);
  });

  it('is the state too, when nothing ignores it', () => {
    expect(aside(committed, { '/p/.licet/.gitignore': { text: '*\n!state.db\n' } })).toEqual(['/p/.licet/state.db']);
    expect(aside(committed, { '/p/.licet/.gitignore': { text: '' } })).toEqual(['/p/.licet/state.db']);
    expect(aside(committed, { '/p/.licet/.gitignore': { text: '' }, '/p/.gitignore': { text: '/.licet/\n' } })).toEqual([]);
  });

  it('is unknown where git cannot be asked, or too much lies there', () => {
    const without: FileSystemPort = Object.fromEntries(
      Object.entries(memoryFiles(ALL)).filter(([name]) => name !== 'isHeldByGit'),
    ) as never;
    expect(putAsideByStash('/p', () => true, without)).toBeUndefined();
    const many = Object.fromEntries(Array.from({ length: 501 }, (_, at) => [`/p/.claude/hooks/${at}`, 'file' as const]));
    expect(aside(committed, many)).toBeUndefined();
  });
});
