import { analyzeEffects } from '@licet/effects';
import { memoryFiles } from '@licet/effects/places';
import { marksOf } from '@licet/effects/marks';
import { describe, expect, it } from 'vitest';

const root = '/work/shop';
const files = memoryFiles({
  [`${root}/.git`]: 'folder',
  [`${root}/src/held.ts`]: 'held',
  [`${root}/notes/plan.md`]: 'file',
  [`${root}/data/raw/a.csv`]: 'file',
  [`${root}/local.sqlite`]: 'file',
  [`${root}/dist/app.js`]: 'file',
  [`${root}/.venv/pyvenv.cfg`]: 'file',
});

/** What a policy may rule about a command's effects. */
function marks(command: string): readonly string[] {
  const analyze = analyzeEffects({ root, home: '/home/u', files, env: {} });
  const effects = analyze({ kind: 'bash', tool: 'Bash', cwd: root, payload: { command }, sessionId: 's' });
  if (!Array.isArray(effects)) throw new Error('expected effects at once');
  return [...new Set(effects.flatMap(effect => marksOf(effect, root)))];
}

describe('what is moved', () => {
  it.each([
    'mv notes dist/ && rm -rf dist && pnpm build',
    'mv notes dist/n && find dist -delete',
    'mv notes data/raw dist/ && rm -rf dist',
    'mv local.sqlite dist/ && git clean -fdx dist',
    'git mv -f notes dist/; rm -rf dist',
    'rsync -a --remove-source-files data/raw/ build/raw/ && rm -rf build',
    'mv data/raw/*.csv dist/ && rm -f dist/*.csv',
    'mv notes x && mv x dist/x && rm -rf dist',
    'rm -rf dist; mkdir dist; mv notes dist/; rm -rf dist',
    'mv notes/plan.md notes/plan.md.bak && rm notes/plan.md.bak',
    'mv data/raw .venv/',
    "node -e \"fs.renameSync('notes', 'dist/notes'); fs.rmSync('dist', { recursive: true })\"",
  ])('is lost where it is deleted under its new name, or where a tool owns the folder: %s', command => {
    expect(marks(command)).toContain('destructive');
  });

  it('can be had again where git holds it', () => {
    expect(marks('mv src/held.ts dist/ && rm -rf dist')).toEqual(['recoverable']);
  });

  it.each([
    'rm -rf dist && mv notes dist',
    'mv notes dist/ && pnpm build && mv dist/notes . && rm -rf dist',
    'mv data/raw/*.csv dist/ && rm -f dist/*.js',
    'mv notes/plan.md notes/plan.md.bak && sed s/a/b/ notes/plan.md.bak > notes/plan.md && rm notes/plan.md.bak',
    'npm pack && mv shop-1.0.0.tgz dist/ && rm -rf dist',
    'cp -r notes dist/ && rm -rf dist',
    'mv dist dist.before && pnpm build && rm -rf dist.before',
    'mv .venv .venv.before && python3 -m venv .venv && rm -rf .venv.before',
  ])('stays where it is put back, was made by the same command or by tools: %s', command => {
    expect(marks(command)).not.toContain('destructive');
  });
});
