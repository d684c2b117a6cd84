import type { Effect } from '@licet/core';
import { All, Any, Not, PolicyEngine } from '@licet/core';
import { analyzeEffects } from '@licet/effects';
import type { ConceptGraph, GroundedOptions } from '@licet/epistemic';
import { acceptEdge, pendingEdges, rejectEdge } from '@licet/epistemic/learning';
import { Grounded, ground, memoryGraph } from '@licet/epistemic';
import { readDeclaration } from '@licet/epistemic/nodes';
import { describe, expect, it } from 'vitest';
import { seeded } from '../support/stores.ts';

const file = { type: 'file', lexical: '/a', resolved: '/a' } as const;
const remove: Effect = { kind: 'delete', target: file, via: [], certainty: 'certain' };

async function evaluate(options: Partial<GroundedOptions>, effects: readonly Effect[] = [], command = '') {
  const graph = options.graph ?? (await seeded());
  return new PolicyEngine(Grounded({ ...options, graph }), { effects: () => effects }).evaluate({
    kind: 'bash',
    payload: { command },
  });
}

describe('Grounded', () => {
  it('passes what is understood, with the evidence', async () => {
    const evaluation = await evaluate({ minDepth: 'D3' }, [remove]);

    expect(evaluation).toMatchObject({ passed: true, code: 'grounded', gaps: [] });
    expect(evaluation.verdicts[0]!.evidence).toMatchObject({ graphVersion: '1', concepts: ['delete', 'file'], minDepth: 3 });
    expect(JSON.stringify(evaluation.verdicts[0]!.evidence)).toContain('delete APPLIES_TO file@D2');
  });

  it.each([
    ['block', 'block'],
    ['ask', 'ask'],
    ['warn', 'warn'],
  ] as const)('lists every gap and rules %s where that is wanted', async (onUngrounded, ruling) => {
    const evaluation = await evaluate({ graph: await seeded('gaps'), onUngrounded, concepts: ['create', 'file', 'rocket'] });

    expect(evaluation).toMatchObject({ ruling, code: 'not_grounded' });
    expect(evaluation.gaps.map(gap => [gap.kind, gap.concept])).toEqual([
      ['existence', 'rocket'],
      ['depth', 'create'],
    ]);
    expect(evaluation.reason).toContain("'rocket' is not in the knowledge graph");
    expect(evaluation.fix?.summary).toContain("add the concept 'rocket'");
  });

  it('derives the concepts from the effects, whatever the agent says', async () => {
    const declared = (action: { payload: Readonly<Record<string, unknown>> }) =>
      readDeclaration(String(action.payload['command']))?.concepts;

    const less = await evaluate({ declared }, [remove], '# vre: list, directory\nrm a');
    const same = await evaluate({ declared }, [remove], '# vre: deleting, files\nrm a');
    const more = await evaluate({ declared }, [remove], '# licet: delete, file, rocket\nrm a');
    const none = await evaluate({ declared }, [remove], 'rm a');

    expect([less.code, same.code, more.code, none.code]).toEqual(['under_declared', 'grounded', 'not_grounded', 'grounded']);
    expect(less.reason).toContain('delete, file');
  });

  it('blocks an action alone: an act needs an object', async () => {
    expect((await evaluate({ concepts: ['delete'] })).gaps).toMatchObject([{ kind: 'reachability', concept: 'delete' }]);
    expect((await evaluate({ concepts: ['delete'], reachability: 'component' })).passed).toBe(true);
    const derived = { concepts: ['delete'], actions: ['delete'], complete: true };
    expect((await evaluate({ graph: await seeded('gaps'), concepts: () => derived })).gaps).toMatchObject([
      { concept: 'delete' },
    ]);
  });

  it('asks, or as it is told, when effects cannot be seen', async () => {
    const unknown: Effect = { kind: 'unknown', via: [], certainty: 'possible' };

    const rulings = [];
    for (const effects of [[unknown], [remove, unknown]]) {
      for (const onIncomplete of [undefined, 'block', 'warn'] as const) {
        rulings.push((await evaluate({ ...(onIncomplete !== undefined && { onIncomplete }) }, effects)).ruling);
      }
    }

    expect(rulings).toEqual(['ask', 'block', 'warn', 'ask', 'block', 'warn']);
  });

  it.each([
    ['rm a.txt', 'pass', 'grounded'],
    ['mkdir src && mv a src', 'pass', 'grounded'],
    ['echo hi', 'block', 'default_ruling'],
    ['frobnicate a', 'block', 'not_grounded'],
    ["psql -c 'select 1'", 'block', 'not_grounded'],
    ['$(cat x) y', 'ask', undefined],
  ])('judges `%s` by what it does', async (command, ruling, code) => {
    const effects = analyzeEffects({ root: '/p', home: '/h' });
    const engine = new PolicyEngine(Grounded({ graph: await seeded() }), { effects, default: 'block' });

    const evaluation = await engine.evaluate({ kind: 'bash', tool: 'Bash', payload: { command }, cwd: '/p' });

    if (code === undefined) expect(evaluation.passed).toBe(false);
    else expect([evaluation.ruling, evaluation.code]).toEqual([ruling, code]);
  });

  it('tells, beside what is missing, what is known of the other concepts: the agent can go on from there', async () => {
    const { fix } = await evaluate({ concepts: ['read', 'unicorn'], minDepth: 'D3' });

    expect(fix?.summary).toMatch(/add the concept 'unicorn'.*what is known: 'read' is known to D3/su);
    expect(fix?.summary.length).toBeLessThan(2_500);
  });

  it('blocks when nothing is known of the action at all', async () => {
    expect(await evaluate({})).toMatchObject({ ruling: 'block', code: 'no_concepts' });
    expect(await evaluate({ concepts: [] })).toMatchObject({ ruling: 'block', code: 'no_concepts' });
  });

  it('skips what has no effects where the analyser knows every tool, but nothing else', async () => {
    const unknown: Effect = { kind: 'unknown', via: [], certainty: 'possible' };
    const engine = async (effects: readonly Effect[], options: Partial<GroundedOptions> = {}) =>
      (await evaluate({ seesEffects: true, ...options }, effects)).code;

    expect(await engine([])).toBe('default_ruling');
    expect(await engine([unknown])).toBe('concepts_incomplete');
    expect(await engine([], { concepts: [] })).toBe('no_concepts');
    expect(await engine([], { declared: () => ['rocket'] })).toBe('not_grounded');
  });

  it.each([
    [
      'a graph that throws',
      {
        snapshot: () => {
          throw new Error('down');
        },
      },
    ],
    ['a graph that rejects', { snapshot: async () => Promise.reject(new Error('down')) }],
    ['a graph that answers nonsense', { snapshot: () => undefined }],
  ])('never lets anything pass on %s', async (_, broken) => {
    const guard = Grounded({ graph: broken as unknown as ConceptGraph, concepts: ['file'] });

    for (const tree of [guard, All(guard), Not(guard), Any(guard, guard)]) {
      expect(await new PolicyEngine(tree).evaluate({ kind: 'bash' })).toMatchObject({ passed: false, ruling: 'block' });
    }
  });

  it.each([
    ['concepts that are no list', 'file'],
    ['concepts that are no texts', [1]],
    ['nothing', undefined],
  ])('is a fault for %s', async (_, concepts) => {
    const evaluation = await evaluate({ concepts: () => concepts as never });

    expect(evaluation).toMatchObject({ passed: false, errors: [{ code: 'guard_threw' }] });
  });

  it('takes the deeper of two minimum depths under All', async () => {
    const graph = await seeded('gaps');
    const tree = All(
      Grounded({ graph, concepts: ['list', 'directory'], minDepth: 'D2' }),
      Grounded({ graph, concepts: ['list', 'directory'], minDepth: 'D3' }),
    );

    expect((await new PolicyEngine(tree).evaluate({ kind: 'bash' })).gaps).toMatchObject([{ kind: 'depth', concept: 'list' }]);
  });

  it('stays synchronous on a graph that is', async () => {
    const engine = new PolicyEngine(Grounded({ graph: await seeded(), concepts: ['read', 'file'] }));

    expect(engine.evaluateSync({ kind: 'bash' }).passed).toBe(true);
  });

  it('refuses to be made without a graph or with a bad depth', () => {
    expect(() => Grounded({} as never)).toThrow('`Grounded` needs `graph`: the concept graph');
    expect(() => Grounded({ graph: {} as never })).toThrow('needs a concept graph');
    expect(() => Grounded({ graph: memoryGraph(), minDepth: 'D7' as never })).toThrow('D0 to D4');
  });

  it('proposes the missing edge when a grounded action fails, and learns it once a person accepts', async () => {
    const graph = await seeded('gaps');
    const engine = new PolicyEngine(Grounded({ graph, concepts: ['list', 'directory'] }));
    const before = await engine.evaluate({ kind: 'bash' });
    await engine.postAction(before, { status: 'error', error: 'ls: cannot open directory: Permission denied\u001b[2J' });
    await engine.postAction(await engine.evaluate({ kind: 'bash' }), { status: 'error', error: 'Permission denied' });
    await engine.postAction(await engine.evaluate({ kind: 'bash' }), { status: 'error', error: 'out of memory' });
    await engine.postAction(await engine.evaluate({ kind: 'bash' }), { status: 'ok' });

    const proposals = await pendingEdges(graph);

    expect(proposals).toMatchObject([
      { source: 'list', relation: 'CONSTRAINED_BY', target: 'permission', sourceDepth: 2, cause: 'permission_denied' },
    ]);
    expect(
      (await ground(graph, ['list', 'directory', 'permission'])).trace.pathway.some(
        step => step.source === 'list' && step.target === 'permission',
      ),
    ).toBe(false);
    await acceptEdge(graph, proposals[0]!.id, 1_000);
    expect((await ground(graph, ['list'])).trace.pathway.map(step => `${step.source} ${step.relation} ${step.target}`)).toContain(
      'list CONSTRAINED_BY permission',
    );
    expect(await pendingEdges(graph)).toEqual([]);
    await engine.postAction(await engine.evaluate({ kind: 'bash' }), { status: 'error', error: 'Permission denied' });
    expect(await pendingEdges(graph)).toEqual([]);
  });

  it('drops a rejected proposal, and refuses to accept one whose other end is unknown', async () => {
    const graph = await seeded('gaps');
    const engine = new PolicyEngine(Grounded({ graph, concepts: ['list', 'directory'] }));
    await engine.postAction(await engine.evaluate({ kind: 'bash' }), { status: 'error', error: 'ls: command not found' });
    const [proposal] = await pendingEdges(graph);

    await expect(acceptEdge(graph, proposal!.id, 0)).rejects.toMatchObject({ code: 'not_found' });
    await rejectEdge(graph, proposal!.id);
    expect(await pendingEdges(graph)).toEqual([]);
    await expect(acceptEdge(graph, proposal!.id, 0)).rejects.toMatchObject({ code: 'not_found' });
  });
});
