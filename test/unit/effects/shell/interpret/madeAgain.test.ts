import { analyzeEffects } from '@licet/effects';
import { memoryFiles } from '@licet/effects/places';
import { marksOf } from '@licet/effects/marks';
import { describe, expect, it } from 'vitest';

const root = '/work/shop';
const files = memoryFiles({
  [`${root}/.git`]: 'folder',
  [`${root}/src/held.ts`]: 'held',
  [`${root}/notes/plan.md`]: 'file',
  [`${root}/notes/ideas.md`]: 'file',
});

/** Whether a command loses something for good. */
function loses(command: string): boolean {
  const analyze = analyzeEffects({ root, home: '/home/u', files, env: {} });
  const effects = analyze({ kind: 'bash', tool: 'Bash', cwd: root, payload: { command }, sessionId: 's' });
  if (!Array.isArray(effects)) throw new Error('expected effects at once');
  return effects.some(effect => marksOf(effect, root).includes('destructive'));
}

describe('what a command has made itself', () => {
  it.each([
    "printf 'print(1)' > try.py && python3 try.py; rm try.py",
    'mkdir work && touch work/a && rm -r work',
    'sort notes/plan.md > sorted.md && head sorted.md && rm sorted.md',
    'cp src/held.ts copy.ts; diff copy.ts src/held.ts; rm copy.ts',
    'printf x > new.md && echo more >> src/held.ts && rm new.md',
  ])('may be deleted: %s', command => {
    expect(loses(command)).toBe(false);
  });

  it.each([
    'rm new.md; touch new.md',
    'touch new.md; rm new.md notes/plan.md',
    'echo x > notes/plan.md; rm notes/plan.md',
    'cp notes/plan.md saved.md && echo > notes/plan.md && rm saved.md',
    'cat notes/plan.md > saved.md; : > notes/plan.md; rm saved.md',
    'cat notes/plan.md > saved.md; ruby -e "$CODE"; rm saved.md',
    'mv notes/plan.md saved.md && rm saved.md',
    'tar -czf saved.tgz notes && rm -r notes && rm saved.tgz',
    'touch new-* && rm new-*',
    'touch a.md || rm b.md',
  ])('and nothing else: %s', command => {
    expect(loses(command)).toBe(true);
  });
});
