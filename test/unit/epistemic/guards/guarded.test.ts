import { block, guard } from '@licet/core';
import type { GroundingResult, GuardedOptions, Learner } from '@licet/epistemic';
import {
  BlockedError,
  edgePolicy,
  guarded,
  importGraph,
  memoryGraph,
  pendingEdges,
  policyRegistry,
  SEEDS,
} from '@licet/epistemic';
import { describe, expect, it } from 'vitest';
import { primitive, puts } from '../support/shorthand.ts';

async function seeded(seed: 'filesystem' | 'gaps' = 'filesystem') {
  const graph = memoryGraph();
  await importGraph(graph, SEEDS[seed], { now: 0 });
  return graph;
}

async function call(options: Partial<GuardedOptions<unknown[]>>, ...args: unknown[]) {
  const calls: unknown[][] = [];
  const tool = (...given: unknown[]): string => {
    calls.push(given);
    return 'value';
  };
  const graph = options.graph ?? (await seeded());
  const value = await guarded(tool, { concepts: ['read', 'file'], onBlocked: 'return', ...options, graph })(...args);
  return { value, calls };
}

describe('guarded', () => {
  it('calls once and returns the value when the call is understood', async () => {
    expect(await call({}, 'a', { b: 1 })).toEqual({ value: 'value', calls: [['a', { b: 1 }]] });
  });

  it('hands the function its own arguments, not copies', async () => {
    const argument = { mutable: true };
    const { calls } = await call({}, argument);

    expect(calls[0]![0]).toBe(argument);
    expect(Object.isFrozen(argument)).toBe(false);
  });

  it('does not call what is not understood, and says so with the whole decision', async () => {
    const { value, calls } = await call({ concepts: ['launch', 'rocket'] });

    expect(calls).toEqual([]);
    expect(value).toBeInstanceOf(BlockedError);
    expect((value as BlockedError).evaluation.gaps.map(gap => gap.concept)).toEqual(['launch', 'rocket']);
    expect(String(value)).toContain("'launch' is not in the knowledge graph");
  });

  it('throws instead where that is wanted, which is the default', async () => {
    const launch = guarded(() => 1, { graph: await seeded(), concepts: ['launch'] });

    await expect(launch()).rejects.toBeInstanceOf(BlockedError);
  });

  it('finds concepts and cardinality from the arguments of the call', async () => {
    const seen: unknown[] = [];
    const graph = await seeded();
    const remove = guarded((...paths: string[]) => paths.length, {
      graph,
      concepts: (...paths) => {
        seen.push(paths);
        return ['delete', 'file'];
      },
      cardinality: (...paths) => (paths.length > 1 ? 'multiple' : 'single'),
      onBlocked: 'return',
    });

    expect(await remove('a')).toBe(1);
    expect(await remove('a', 'b')).toBeInstanceOf(BlockedError);
    expect(seen).toEqual([['a'], ['a', 'b']]);
  });

  it('lets an approver answer what policies ask', async () => {
    const options = { concepts: ['delete', 'file'], cardinality: 'multiple' } as const;
    const approving = (granted: boolean[]) => ({ engine: { approver: { approve: () => ({ granted }) } } });

    expect((await call({ ...options, ...approving([true]) })).value).toBe('value');
    expect((await call({ ...options, ...approving([false]) })).calls).toEqual([]);
    expect((await call(options)).calls).toEqual([]);
  });

  it('shows callbacks the tool and its arguments', async () => {
    const graph = memoryGraph();
    const write = primitive('write 0123 2:A>file@2');
    const policies = [edgePolicy({ name: 'P', callback: 'look', requiresConfirmation: false })];
    const depths = write.depths.map(depth =>
      Object.assign({}, depth, { relata: depth.relata.map(each => Object.assign({}, each, { policies })) }),
    );
    graph.write([...puts(['file 0123']), { type: 'put', primitive: { ...write, depths } }]);
    const registry = policyRegistry();
    const seen: unknown[] = [];
    registry.provide('look', ({ action }) => {
      seen.push(action.tool, action.payload['args']);
      return { passed: true };
    });

    await call({ graph, registry, concepts: ['write', 'file'] }, 'a.txt', { mode: 'w' });

    expect(seen).toEqual(['tool', ['a.txt', { mode: 'w' }]]);
  });

  it('learns, grounds again, and shows the trace both times', async () => {
    const traces: boolean[] = [];
    const learner: Learner = {
      propose({ gap, template }) {
        if (template.kind === 'EXISTENCE')
          return { decision: 'accepted', candidate: { ...template, d1: { level: 1, properties: { is: 'an act' } } } };
        if (template.kind === 'REACHABILITY' && gap.kind === 'REACHABILITY') {
          return {
            decision: 'accepted',
            candidate: {
              kind: 'REACHABILITY',
              sourceName: gap.primitive.name,
              targetName: 'file',
              relation: 'APPLIES_TO',
              sourceDepth: 1,
              targetDepth: 1,
            },
          };
        }
        return { decision: 'rejected', candidate: null };
      },
    };
    const onTrace = (result: GroundingResult): void => void traces.push(result.grounded);
    const graph = await seeded();

    const { value } = await call({ graph, concepts: ['shred', 'file'], learner, onTrace });

    expect([value, traces]).toEqual(['value', [false, true]]);
    const refused = await call({
      graph,
      concepts: ['burn', 'file'],
      learner: { propose: () => ({ decision: 'rejected', candidate: null }) },
      onTrace,
    });
    expect([refused.calls, traces]).toEqual([[], [false, true, false, false]]);
  });

  it('is not disturbed by an observer that throws', async () => {
    const onTrace = (): void => {
      throw new Error('observer');
    };

    expect((await call({ onTrace })).value).toBe('value');
  });

  it('blocks when the graph is down, or a learner, or the concepts', async () => {
    const graph = await seeded();
    graph.close();

    expect((await call({ graph })).calls).toEqual([]);
    const boom = (): never => {
      throw new Error('boom');
    };
    await expect(call({ concepts: boom })).rejects.toThrow('boom');
    await expect(call({ concepts: ['x'], learner: { propose: boom } })).rejects.toThrow('boom');
  });

  it('adds further guards, and asks for depth', async () => {
    const guards = [guard('never', () => block('no', { fix: 'do not' }))];

    expect((await call({ guards })).calls).toEqual([]);
    expect((await call({ minDepth: 'D4' })).calls).toEqual([]);
    expect((await call({ minDepth: 'D3' })).value).toBe('value');
  });

  it('passes on what the function throws, and learns from it', async () => {
    const graph = await seeded('gaps');
    const list = guarded(async () => Promise.reject(new Error('EACCES: permission denied')), {
      graph,
      concepts: ['list', 'directory'],
    });

    await expect(list()).rejects.toThrow('EACCES');
    expect((await pendingEdges(graph)).map(each => each.cause)).toEqual(['permission_denied']);
  });

  it('stops a call whose arguments are not data, unless they are described', async () => {
    expect((await call({}, new WeakMap())).calls).toEqual([]);
    expect((await call({ describeArguments: () => ['a map'] }, new WeakMap())).value).toBe('value');
  });

  it('shows what it was guarded with', async () => {
    expect(guarded(() => 1, { graph: await seeded(), concepts: ['read', 'file'] }).concepts).toEqual(['read', 'file']);
  });
});
