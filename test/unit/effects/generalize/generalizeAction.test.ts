import type { Action, Effect } from '@licet/core';
import { coversActs } from '@licet/core/store';
import type { Region } from '@licet/core/store';
import { analyzeEffects, generalizeAction } from '@licet/effects';
import { memoryFiles } from '@licet/effects/places';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { cases } from '../../../support/longRuns.ts';

const root = '/project';
const files = memoryFiles({
  '/project': 'folder',
  '/home/ann': 'folder',
  '/project/docs/a.md': { text: 'a' },
  '/project/docs/b.md': { text: 'b' },
  '/project/src/a.md': { text: 'a' },
  '/project/link': { link: '/project/src' },
} as never);
const analyze = analyzeEffects({ root, home: '/home/ann', env: { PATH: '/usr/bin' }, files });

const bash = (command: string, more: Partial<Action> = {}): Action => ({
  kind: 'bash',
  tool: 'Bash',
  cwd: root,
  payload: { command },
  sessionId: 's',
  ...more,
});

/** Whether a yes to the first action covers the second one. */
async function covers(shown: Action, wanted: Action, region: Region = 'file'): Promise<boolean> {
  const [wide, narrow] = [await generalOf(shown), await generalOf(wanted)];
  return wide !== undefined && narrow !== undefined && coversActs(wide, narrow, region);
}

const generalOf = async (action: Action) => generalizeAction(action, await analyze(action));

/** A call with what may differ in it: `{}` marks it. */
const CALLS = [
  "git commit -m '{}'",
  "git commit -am '{}'",
  'git push origin feature',
  'git push origin main',
  "gh pr create --title '{}' --body '{}'",
  "curl -X POST -d '{}' https://x.example/a",
  'curl https://x.example/{}',
  'curl https://y.example/{}',
  'kubectl apply -n staging -f docs/a.md',
  'kubectl apply -n prod -f docs/a.md',
  'npm install lodash',
  'rm docs/a.md',
  'touch docs/b.md',
] as const;

/** Changes after which a call does something else, or rests on something else, whatever the call. */
const HOSTILE: readonly ((command: string) => string)[] = [
  each => `${each} --force`,
  each => `${each} -x`,
  each => `${each} another`,
  each => `${each} && rm -rf build`,
  each => `rm -rf build; ${each}`,
  each => `${each} | tee out`,
  each => `${each} > out`,
  each => `cat docs/a.md | ${each}`,
  each => `${each} < docs/a.md`,
  each => `${each} &`,
  each => `false || ${each}`,
  each => `sh -c "${each.replaceAll('"', '\\"')}"`,
  each => `sudo ${each}`,
  each => `env X=1 ${each}`,
  each => `X=1 ${each}`,
  each => `PATH=/tmp:$PATH ${each}`,
  each => `cd .. && ${each}`,
  each => `cd link; ${each}`,
  each => `export GIT_DIR=/x; ${each}`,
  each => `alias git=x; ${each}`,
  each => `. ./x; ${each}`,
  each => `(${each})`,
  each => `git() { x; }; ${each}`,
  each => `./${each}`,
  each => `timeout 5 ${each}`,
  each => `eval '${each.replaceAll("'", '')}'`,
  each => `${each} $(cat .env)`,
  each => `${each} "$TOKEN"`,
  each => `${each} \`id\``,
  each => `${each} <<< x`,
];

const word = fc.constantFrom('x', 'fix-a', 'other', 'a b', '--force', '; rm -rf ~', '&& rm', '../x', '-rf', 'main', 'é');
/** Whether calls in one command may have an effect in common: it belongs to the first of them, so the others are not covered. */
function shareEffects(calls: readonly { readonly call: string }[]): boolean {
  const families = calls.map(({ call }) => call.split(' ').slice(0, 2).join(' '));
  const files = calls.flatMap(({ call }) => /docs\/\w+\.md/.exec(call) ?? []);
  return new Set(families).size < families.length || new Set(files).size < files.length;
}

const urlWord = fc.constantFrom('x', 'a/b', 'other');
const filled = (call: string, value: string, part: string): string =>
  call.startsWith('curl https') ? call.replaceAll('{}', part) : call.replaceAll('{}', value);

describe('what a call does, without what may differ', () => {
  it('covers exactly the calls that were shown, whatever is in what may differ', async () => {
    const some = fc.array(fc.record({ call: fc.constantFrom(...CALLS), value: word, part: urlWord }), {
      minLength: 1,
      maxLength: 3,
    });
    await fc.assert(
      fc.asyncProperty(some, some, fc.option(fc.constantFrom(...HOSTILE), { nil: undefined }), async (shown, wanted, change) => {
        const textOf = (calls: typeof shown): string =>
          calls.map(({ call, value, part }) => filled(call, value, part)).join(' && ');
        const plain = textOf(wanted);
        const known = new Set(shown.map(({ call }) => call));
        const isShown = wanted.every(({ call }) => known.has(call));
        const command = change === undefined ? plain : change(plain);

        const isCovered = await covers(bash(textOf(shown)), bash(command));
        const note = `${textOf(shown)}  =>  ${command}`;
        if (!isShown || change !== undefined) expect(isCovered, note).toBe(false);
        else if (!shareEffects(shown) && !shareEffects(wanted)) expect(isCovered, note).toBe(true);
      }),
      { numRuns: cases(3_000) },
    );
  });

  it('is nothing where a command changes what the same words do after it', async () => {
    for (const before of [
      'cd docs',
      'pushd docs',
      'export GIT_DIR',
      'set -e',
      'hash -r',
      'unset PATH',
      'umask 0',
      'trap x EXIT',
    ]) {
      const shown = bash(`${before} && git push origin feature`);
      expect(await generalOf(shown), before).toBeUndefined();
    }
    expect(await covers(bash(`cd ${root} && git push origin feature`), bash('git push origin feature'))).toBe(true);
  });

  it('is the same for the same call by the same agent in the same folder only', async () => {
    const shown = bash('git push origin feature');
    expect(await covers(shown, shown)).toBe(true);
    for (const more of [
      { cwd: '/project/docs' },
      { cwd: '/project/link' },
      { agentId: 'sub' },
      { agentType: 'reviewer' },
      { principal: { id: 'eve' } },
      { taskType: 'x' },
      { remote: true as const },
      { payload: { command: 'git push origin feature', dangerouslyDisableSandbox: true } },
    ])
      expect(await covers(shown, bash('git push origin feature', more)), JSON.stringify(more)).toBe(false);
    const described = { payload: { command: 'git push origin feature', description: 'again', timeout: 5 } };
    expect(await covers(shown, bash('', described))).toBe(true);
  });

  it('tells a link from the file that it leads to, and a folder from the one below it', async () => {
    const write = (path: string): Action => ({
      ...bash(''),
      kind: 'write',
      tool: 'Write',
      payload: { file_path: path, content: '' },
    });
    expect(await covers(write('/project/docs/a.md'), write('/project/docs/./a.md'))).toBe(true);
    for (const path of [
      '/project/link/a.md',
      '/project/docs/b.md',
      '/project/docs/../src/a.md',
      '/project/docs/c/../../src/a.md',
    ])
      expect(await covers(write('/project/docs/a.md'), write(path)), path).toBe(false);

    expect(await covers(write('/project/docs/a.md'), write('/project/docs/b.md'), 'folder')).toBe(true);
    for (const path of ['/project/link/a.md', '/project/docs/c/d.md', '/project/a.md', '/project/docs/../src/a.md'])
      expect(await covers(write('/project/docs/a.md'), write(path), 'folder'), path).toBe(false);
    expect(await covers(write('/project/src/a.md'), write('/project/link/a.md'), 'folder')).toBe(false);
    expect(
      await covers(bash('kubectl apply -n staging -f docs/a.md'), bash('kubectl apply -n staging -f docs/b.md'), 'folder'),
    ).toBe(true);
    expect(
      await covers(bash('kubectl apply -n staging -f docs/a.md'), bash('kubectl apply -n prod -f docs/b.md'), 'folder'),
    ).toBe(false);
  });

  it('is nothing where an effect is unknown, has no end or comes out of another program', () => {
    const certain: Effect = {
      kind: 'execute',
      target: { type: 'program', argv: ['git', 'push'] },
      via: [],
      certainty: 'certain',
    };
    expect(generalizeAction(bash('git push'), [certain])).toBeDefined();
    for (const effects of [
      [],
      [{ ...certain, via: ['xargs'] }],
      [certain, { kind: 'unknown' as const, via: [], certainty: 'possible' as const }],
      [{ ...certain, target: { type: 'program' as const, argv: ['git', undefined] } }],
      [{ ...certain, target: { type: 'program' as const, argv: ['git'], untrusted: true } }],
      [{ ...certain, target: { type: 'program' as const, argv: ['git'], path: './git' } }],
      Array.from({ length: 51 }, () => certain),
    ])
      expect(generalizeAction(bash('git push'), effects)).toBeUndefined();
    expect(generalizeAction({ ...bash(''), payload: {} }, [certain])).toBeUndefined();
    expect(generalizeAction({ ...bash(''), kind: 'tool' }, [certain])).toBeUndefined();
  });

  it('names the server that a tool asks, and no other', async () => {
    const fetch = (url: unknown, more: object = {}): Action => ({
      ...bash(''),
      kind: 'network',
      tool: 'WebFetch',
      payload: { url, prompt: 'x', ...more },
    });
    const shown = fetch('https://x.example/a');
    expect(await covers(shown, fetch('https://x.example/b?c'))).toBe(true);
    for (const other of [
      fetch('https://y.example/a'),
      fetch('https://x.example@y.example/a'),
      fetch('https://u:p@x.example/a'),
      fetch('http://x.example/a'),
      fetch('https://x.example:444/a'),
      fetch('https://x.example/a', { method: 'DELETE' }),
      fetch(7),
      { ...shown, tool: 'Fetch' },
    ])
      expect(await covers(shown, other), JSON.stringify(other.payload)).toBe(false);
  });
});
