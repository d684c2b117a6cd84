import type { ActionInput, Effect } from '@licet/core';
import { analyzeEffects } from '@licet/effects';
import type { EffectOptions } from '@licet/effects';
import type { FileSystemPort } from '@licet/effects/places';
import { memoryFiles } from '@licet/effects/places';
import { describe, expect, test } from 'vitest';
import { goldenLines } from '../../support/goldenLines.ts';

const bash = (command: string): ActionInput => ({ kind: 'bash', tool: 'Bash', payload: { command } });

type Answers = Parameters<typeof memoryFiles>[0];

/** An analyser that remembers, in a world that can change, and what the file system was asked. */
function remembering(first: Answers, options: EffectOptions = {}) {
  let now = memoryFiles(first);
  const asked: string[] = [];
  const files: FileSystemPort = {
    realPath: path => (asked.push(path), now.realPath(path)),
    readLink: path => now.readLink(path),
    identity: path => now.identity(path),
    list: path => now.list(path),
    text: path => now.text?.(path),
    isHeldByGit: paths => now.isHeldByGit?.(paths) ?? false,
  };
  const analyze = analyzeEffects({ root: '/w', home: '/home/u', env: {}, files, remembers: true, ...options });
  return {
    asked,
    become: (answers: Answers) => void (now = memoryFiles(answers)),
    find: async (action: ActionInput): Promise<readonly Effect[]> => analyze({ payload: {}, sessionId: 's', ...action }),
    fresh: async (action: ActionInput): Promise<readonly Effect[]> =>
      analyzeEffects({ root: '/w', home: '/home/u', env: {}, files: now, ...options })({
        payload: {},
        sessionId: 's',
        ...action,
      }),
  };
}

const targets = (effects: readonly Effect[]) => effects.flatMap(({ target }) => (target?.type === 'file' ? [target] : []));

const WORLD: Answers = { '/w/.env': 'file', '/w/src': 'folder', '/w/src/a.ts': 'file' };

describe('what was found for an action', () => {
  test('is found again for every golden command, as if it was analyzed again', async () => {
    const { find, fresh } = remembering(WORLD);
    const cases = goldenLines('effects/commands.jsonl') as readonly { readonly command: string }[];
    for (const { command } of cases.filter((_case, index) => index % 23 === 0)) {
      const want = await fresh(bash(command));
      expect(await find(bash(command))).toEqual(want);
      expect(await find(bash(command)), command).toEqual(want);
    }
  });

  test.each<[string, string, Answers]>([
    ['a name has become a link', 'cat src/a.ts', { ...WORLD, '/w/src/a.ts': { link: '/w/.env' } }],
    [
      'a folder holds one more file',
      'cat s*/*',
      { ...WORLD, '/w/src/.env': { link: '/w/.env' }, '/w/src/e': { link: '/w/.env' } },
    ],
    ['git holds a file', 'rm src/a.ts', { ...WORLD, '/w/src/a.ts': 'held' }],
  ])('is not believed when %s', async (_name, command, later) => {
    const { become, find, fresh } = remembering(WORLD);
    const before = await find(bash(command));
    become(later);
    const after = await find(bash(command));
    expect(after).toEqual(await fresh(bash(command)));
    expect(after).not.toEqual(before);
  });

  test('is not believed when the environment says something else', async () => {
    const env: Record<string, string> = { TARGET: '/w/src' };
    const { find } = remembering(WORLD, { env });
    const before = await find(bash('rm -rf "$TARGET"'));
    env['TARGET'] = '/';
    const after = await find(bash('rm -rf "$TARGET"'));
    expect([before, after].map(effects => targets(effects)[0])).toMatchObject([{ lexical: '/w/src' }, { lexical: '/' }]);
  });

  test('is that of its folder, tool and arguments, and of no other', async () => {
    const { find, fresh } = remembering(WORLD);
    const actions: readonly ActionInput[] = [
      bash('cat a.ts'),
      { ...bash('cat a.ts'), cwd: '/w/src' },
      { kind: 'bash', tool: 'Bash', payload: { command: 'cat a.ts', timeout: '-0' } },
      { kind: 'write', tool: 'Write', payload: { file_path: 'a', content: ['b', 'c'] } },
      { kind: 'write', tool: 'Write', payload: { file_path: 'a', content: 'b,c' } },
    ];
    for (const action of [...actions, ...actions]) expect(await find(action)).toEqual(await fresh(action));
  });

  test('asks the file system the same again, and nothing more', async () => {
    const { asked, find } = remembering(WORLD);
    await find(bash('cat src/a.ts'));
    const once = asked.splice(0);
    await find(bash('cat src/a.ts'));
    expect(asked).toEqual(once);
  });

  test('has its own targets, so that what is noted by one evaluation is not seen by another', async () => {
    const { find } = remembering(WORLD);
    const fileOf = async (): Promise<unknown> => targets(await find(bash('cat src/a.ts')))[0];
    const [first, second] = [await fileOf(), await fileOf()];
    expect(first).toMatchObject({ lexical: '/w/src/a.ts' });
    expect(second).toEqual(first);
    expect(second).not.toBe(first);
  });
});
