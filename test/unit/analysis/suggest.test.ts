import { createRegistry } from '@licet/core';
import type { Effect } from '@licet/core';
import { suggestExceptions } from '@licet/analysis';
import type { HumanApproval, Suggestions } from '@licet/analysis';
import { buildPolicy } from '@licet/core/policy';
import type { CompiledPolicy, NodeData } from '@licet/core/policy';
import { analyzeEffects } from '@licet/effects';
import { memoryFiles } from '@licet/effects/places';
import { guardDefinitions } from '@licet/guards';
import { describe, expect, it } from 'vitest';

const place = { root: '/project', home: '/home/me' };
const files = memoryFiles({ '/project': 'folder', '/home/me': 'folder' });
const effects = analyzeEffects({ ...place, files });
const registry = createRegistry(guardDefinitions);

const bash = (command: string) => ({ kind: 'bash', tool: 'Bash', payload: { command }, cwd: '/project' });
const write = (path: string) => ({ kind: 'write', tool: 'Write', payload: { file_path: path, content: '' }, cwd: '/project' });

/** Yeses to calls, each so often, in one session after the other. */
function approved(
  ...calls: readonly (readonly [action: ReturnType<typeof bash> | ReturnType<typeof write>, times: number])[]
): HumanApproval[] {
  return calls.flatMap(([action, times]) =>
    Array.from({ length: times }, (_, index) => ({
      at: index,
      by: index === 0 ? 'ann' : 'ben',
      action: { ...action, sessionId: `s${index % 2}` },
    })),
  );
}

function suggested(
  policy: NodeData,
  approvals: readonly HumanApproval[],
  refuses: (found: readonly Effect[]) => string | undefined = () => undefined,
  finds: typeof effects = effects,
): Promise<Suggestions> {
  const compiled: CompiledPolicy = { format: 1, policy, settings: { default: 'pass' }, sources: [], usesCel: false };
  const build = (each: CompiledPolicy) => buildPolicy(each, { registry, ...place, files });
  return suggestExceptions({ compiled, registry, build, effects: finds, place, approvals, refuses });
}

const said = ({ suggestions }: Suggestions): readonly (readonly [string, string, number, number])[] =>
  suggestions.map(({ kind, words, approvals, sessions }) => [kind, words, approvals, sessions]);

const safety: NodeData = { kind: 'bash_safety', params: { shares: 'ask', commits: 'ask' } };
const escalated = (node: NodeData): NodeData => ({ kind: 'escalate', children: [node, { kind: 'human_approval' }] });

describe('exceptions', () => {
  it('rest on three yeses in two sessions', async () => {
    const push = bash('git push origin main');
    const alone = approved([push, 6]).map(each => ({ ...each, action: { ...each.action, sessionId: 's' } }));

    expect(said(await suggested(safety, approved([push, 2])))).toEqual([]);
    expect(said(await suggested(safety, alone))).toEqual([]);
    expect(said(await suggested(safety, approved([push, 3])))).toEqual([['bash_safety', 'git push origin main', 3, 2]]);
  });

  it('count a yes for several calls once, however often it was used', async () => {
    const used = (yeses: number) =>
      approved([bash('git push origin main'), 9]).map((each, index) => ({ ...each, approvalId: `y${index % yeses}` }));

    expect(said(await suggested(safety, used(2)))).toEqual([]);
    expect(said(await suggested(safety, used(3)))).toEqual([['bash_safety', 'git push origin main', 3, 2]]);
  });

  it('are whole commands where a word more makes another command of it', async () => {
    const found = await suggested(safety, approved([bash('git push origin main'), 3], [bash('git push origin next'), 1]));

    expect(said(found)).toEqual([['bash_safety', 'git push origin main', 3, 2]]);
    expect(found.refused.map(({ why }) => why)).toEqual(['`git push origin *` would let through `git push origin -f` too']);
    expect(found.suggestions[0]?.stillStopped).toContainEqual(bash('git push origin main --force'));
  });

  it('are a program with its sub-command where what differs is of no account', async () => {
    const comments = ['1', '2', '3'].map(number => [bash(`gh pr comment ${number} --body done`), 2] as const);
    const found = await suggested(safety, approved(...comments));

    expect(said(found)).toEqual([['bash_safety', 'gh pr comment *', 6, 2]]);
    expect(found.suggestions[0]?.params).toEqual({ ...safety.params, allow: [{ runs: 'gh pr comment *' }] });
    expect(found.suggestions[0]?.people).toEqual(['ann', 'ben']);
  });

  it('never cover a message that anything can stand behind', async () => {
    const found = await suggested(safety, approved([bash('git commit -m one'), 2], [bash('git commit -m two'), 2]));

    expect(said(found)).toEqual([]);
    expect(found.refused.map(({ why }) => why)).toEqual([
      expect.stringMatching(/^`git commit -m \*` would let through `git commit -m .*--no-verify` too$/u),
    ]);
  });

  it('are the lowest folder that files have in common', async () => {
    const boundary = escalated({ kind: 'file_boundary', params: { allow: ['src/**'] } });
    const deep = [write('/project/docs/guide/a.md'), write('/project/docs/guide/deep/b.md')].map(each => [each, 2] as const);
    const far = [write('/home/me/notes/work/a.md'), write('/home/me/notes/work/b.md')].map(each => [each, 2] as const);
    const top = [write('/project/a.md'), write('/project/b.md')].map(each => [each, 2] as const);

    expect(said(await suggested(boundary, approved(...deep)))).toEqual([['file_boundary', 'docs/guide/**', 4, 2]]);
    expect(said(await suggested(boundary, approved(...far)))).toEqual([['file_boundary', '~/notes/work/**', 4, 2]]);
    expect(said(await suggested(boundary, approved(...top)))).toEqual([]);
    expect(said(await suggested(boundary, approved([write('/project/a.md'), 3])))).toEqual([['file_boundary', 'a.md', 3, 2]]);
    expect(said(await suggested(boundary, approved([write('/etc/a'), 3], [write('/etc/b'), 3])))).toEqual([]);
  });

  it('are exact hosts', async () => {
    const network = escalated({ kind: 'network', params: { allow: ['a.example'] } });
    const calls = approved(
      [bash('curl https://api.b.example/x'), 2],
      [bash('curl https://api.b.example/y'), 2],
      [bash('curl https://c.example/'), 1],
    );
    const uploads: NodeData = { kind: 'network' };

    expect((await suggested(network, calls)).suggestions.map(({ params }) => params)).toEqual([
      { allow: ['a.example', 'api.b.example'] },
    ]);
    expect(
      (await suggested(uploads, approved([bash('curl -d @a https://api.b.example/x'), 3]))).suggestions.map(
        ({ params }) => params,
      ),
    ).toEqual([{ uploadTo: ['api.b.example'] }]);
  });

  it('are none for what is refused, and for what is not asked about any more', async () => {
    const refused = await suggested(safety, approved([bash('git push'), 3]), () => 'it is never excepted');
    const settled = await suggested({ kind: 'bash_safety' }, approved([bash('git push'), 3]));

    expect(refused).toMatchObject({
      suggestions: [],
      refused: [{ why: 'it is never excepted', approvals: 3, example: 'git push' }],
    });
    expect(settled).toEqual({ suggestions: [], refused: [], settled: 3 });
  });

  it('are looked for in each different call once, however often it was approved', async () => {
    let analysed = 0;
    const counted: typeof effects = action => {
      analysed++;
      return effects(action);
    };
    const found = await suggested(safety, approved([bash('git push origin main'), 3_000]), undefined, counted);

    expect(said(found)).toEqual([['bash_safety', 'git push origin main', 3_000, 2]]);
    expect(analysed).toBeLessThan(500);
  });

  it('are none where a fact is missing: no node lifts that', async () => {
    const gate = escalated({ kind: 'requires', params: { fact: 'tests_passing' } });

    expect(await suggested(gate, approved([bash('git commit -m x'), 3]))).toMatchObject({ suggestions: [], refused: [] });
  });
});
