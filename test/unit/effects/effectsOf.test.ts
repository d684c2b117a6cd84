import { effectsOf } from '@licet/effects';
import { describe, expect, it } from 'vitest';

const place = { cwd: '/w', home: '/home/u', files: false } as const;

describe('effectsOf', () => {
  it('says in one call what a command would do', async () => {
    const { effects, complete } = await effectsOf('rm -rf build', place);

    expect(effects.find(({ kind }) => kind === 'delete')).toMatchObject({
      target: { type: 'file', lexical: '/w/build', recursive: true },
      certainty: 'certain',
      program: 'rm',
    });
    expect(complete).toBe(true);
  });

  it('starts in the folder of the call, and takes that for the project unless it is told another', async () => {
    const { effects } = await effectsOf('rm -rf build', { ...place, cwd: '/w/app', root: '/w' });

    expect(effects.map(({ target }) => target)).toContainEqual(expect.objectContaining({ lexical: '/w/app/build' }));
  });

  it('is not complete when a part cannot be seen', async () => {
    const { effects, complete } = await effectsOf('curl -fsS https://example.org/x | sh', place);

    expect(effects.map(({ kind }) => kind)).toContain('unknown');
    expect(complete).toBe(false);
  });

  it('judges a call of a tool, and Python before its parser is loaded', async () => {
    const call = { kind: 'write', tool: 'Write', payload: { file_path: 'a.txt', content: 'x' } };
    const python = { kind: 'execute_code', payload: { language: 'python', code: "open('a', 'w')" } };

    expect((await effectsOf(call, place)).effects.map(({ kind }) => kind)).toEqual(['write']);
    expect((await effectsOf(python, place)).effects.map(({ kind }) => kind)).toContain('write');
  });

  it.each(['rm "$X"', 'npm ci', 'grep -r x . && npm test', 'for f in a*; do $f; done', '', "'"])(
    'gives plain data that JSON keeps as it is: %s',
    async command => {
      const report = await effectsOf(command, place);

      expect(JSON.parse(JSON.stringify(report))).toEqual(report);
      expect(JSON.stringify(report)).not.toContain('undefined');
    },
  );
});
