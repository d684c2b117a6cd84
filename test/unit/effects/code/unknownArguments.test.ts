import { expect, test } from 'vitest';
import { analyzeEffects } from '@licet/effects';

const analyze = analyzeEffects({ root: '/w', home: '/home/u', files: false });

const notesOf = async (code: string): Promise<readonly (string | undefined)[]> => {
  const payload = { command: `python3 -c "${code}"` };
  const found = await analyze({ kind: 'bash', tool: 'Bash', payload, sessionId: 's', cwd: '/w' });
  return found.flatMap(({ kind, note }) => (kind === 'unknown' ? [note] : []));
};

test.each([
  ['import os; os.system(x)', 'runs a command known only at run time'],
  ['import runpy; runpy.run_path(x)', 'runs a file known only at run time'],
  ['exec(x)', 'runs code known only at run time'],
  ['__import__(x)', 'loads a module known only at run time'],
  ['import os; os.remove(x)', 'changes a file known only at run time'],
])('says what is done with an argument that is unknown: %s', async (code, note) => {
  expect(await notesOf(code)).toEqual([note]);
});
