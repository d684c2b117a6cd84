import { analyzeEffects } from '@licet/effects';
import { memoryFiles } from '@licet/effects/places';
import { marksOf } from '@licet/effects/marks';
import { describe, expect, it } from 'vitest';

import { markPlaces } from '../../../../packages/effects/src/places/knownPlaces.ts';

const [root, home] = ['/work/shop', '/home/u'];
const gitdir = (path: string) => ({ text: `gitdir: ${path}\n` });
const files = memoryFiles({
  [`${root}/.git`]: 'folder',
  [`${root}/src/held.ts`]: 'held',
  [`${root}/src/changed.ts`]: 'file',
  [`${root}/lib/a.ts`]: 'held',
  [`${root}/lib/b.ts`]: 'held',
  '/work/shop-fix/.git': gitdir(`${root}/.git/worktrees/shop-fix`),
  [`${root}/.git/worktrees/shop-fix/gitdir`]: { text: '/work/shop-fix/.git\n' },
  '/work/liar/.git': gitdir(`${root}/.git/worktrees/shop-fix`),
  '/work/other/.git': 'folder',
  [`${home}/.bashrc`]: 'file',
});

/** What a policy may rule about a command's effects. */
function marks(command: string): readonly string[] {
  const analyze = analyzeEffects({ root, home, files, env: {} });
  const effects = analyze({ kind: 'bash', tool: 'Bash', cwd: root, payload: { command }, sessionId: 's' });
  if (!Array.isArray(effects)) throw new Error('expected effects at once');
  return [...new Set(effects.flatMap(effect => marksOf(effect, root)))];
}

describe('places of the agent', () => {
  it.each([
    'echo plan > ~/.claude/plans/a.md',
    'rm ~/.claude/plans/a.md',
    'echo note >> ~/.claude/projects/-work-shop/memory/MEMORY.md',
    'echo x > /tmp/scratch/a',
  ])('are free: %s', command => {
    expect(marks(command)).toEqual([]);
  });

  it.each([
    'echo x > ~/.claude/CLAUDE.md',
    'echo x > ~/.claude/projects/-work-shop/session.jsonl',
    'echo x > ~/.claude/plans/../settings.json',
    'echo x > ~/notes/.claude/plans/a.md',
  ])('are not: %s', command => {
    expect(marks(command)).toContain('write_outside');
  });
});

describe('worktrees of the same repository', () => {
  it('are the project: changed freely, and what is lost in them is lost in the project', () => {
    expect(marks('echo x > ../shop-fix/src/a.ts')).toEqual([]);
    expect(marks('rm ../shop-fix/src/a.ts')).toEqual(['destructive']);
    expect(marks('rm -rf ../shop-fix')).toEqual(['destructive']);
  });

  it('are known by both ends: a folder that only claims to be one is outside', () => {
    expect(marks('echo x > ../liar/a.ts')).toEqual(['write_outside']);
    expect(marks('echo x > ../other/a.ts')).toEqual(['write_outside']);
    expect(marks('rm ../other/a.ts')).toEqual(['destructive_outside']);
  });

  it('may be made beside the project, and worked in at once', () => {
    expect(marks('git worktree add ../shop-two -b two && echo x > ../shop-two/src/a.ts')).toEqual([]);
    expect(marks('git worktree add ../trees/two')).toEqual([]);
    expect(marks('git worktree remove ../shop-fix')).toEqual(['recoverable']);
    expect(marks('git worktree remove --force ../shop-fix')).toEqual(['destructive']);
  });

  it('may not be made anywhere', () => {
    expect(marks('git worktree add ~/.config/fish')).toContain('write_outside');
    expect(marks('git worktree add ../.config/fish')).toContain('write_outside');
    expect(marks('git worktree add /etc/cron.d && echo x > /etc/cron.d/a')).toContain('write_outside');
    expect(marks('git worktree remove ~/notes')).toContain('destructive_outside');
  });
});

describe('files that git holds unchanged', () => {
  it.each(['rm src/held.ts', 'rm -rf lib', 'rm lib/*.ts', 'rm src/held.ts lib/a.ts'])('come back: %s', command => {
    expect(marks(command)).toEqual(['recoverable']);
  });

  it.each(['rm src/changed.ts', 'rm -rf src', 'rm src/*.ts', 'rm src/held.ts src/changed.ts', 'rm -rf src/none'])(
    'are not what is lost: %s',
    command => {
      expect(marks(command)).toContain('destructive');
    },
  );

  it('do not make the whole project recoverable', () => {
    expect(marks('rm -rf .git lib')).toContain('destructive');
    expect(marks('rm -rf /work/shop')).toContain('destructive');
  });
});

describe('what a tool makes again', () => {
  it.each([
    'rm -rf node_modules',
    'rm -f src/generated/api.ts',
    'rm -rf notebooks/.ipynb_checkpoints',
    "find . -name '*.snap.new' -delete",
    'rm -rf ~/Library/Developer/Xcode/DerivedData/Shop-*',
    'rm -rf ~/.cache/pip',
  ])('is not lost: %s', command => {
    expect(marks(command)).toEqual([]);
  });

  it.each(['rm -rf ~/Library/Developer', 'rm -rf ~/.cargo', 'rm -rf ~/.config/app'])('is not everything: %s', command => {
    expect(marks(command)).not.toEqual([]);
  });
});

describe('the folder `bin` of a project of .NET', () => {
  const files = memoryFiles({
    '/w/src/App/App.csproj': 'file',
    '/w/src/App/bin/Debug/net8.0/App.dll': 'file',
    '/w/src/Tool/Tool.csproj': 'file',
    '/w/src/Tool/bin/deploy.sh': 'file',
    '/w/bin/run': 'file',
  });
  const lost = (path: string): boolean => {
    const target = { type: 'file', lexical: path, resolved: path, recursive: true } as const;
    const effect = { kind: 'delete', target, via: [], certainty: 'certain', tags: ['destructive'] } as const;
    return !markPlaces([effect], { root: '/w', files }).some(({ tags }) => tags?.includes('regenerable'));
  };

  it('is made again by a build, where it lies beside a project and holds only what builds put there', () => {
    expect([lost('/w/src/App/bin'), lost('/w/src/Tool/bin'), lost('/w/bin'), lost('/w/src/App')]).toEqual([
      false,
      true,
      true,
      true,
    ]);
  });
});
