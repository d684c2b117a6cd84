import { ActionBlockedError, guarded } from '@licet/adapters/function';
import { block, guard } from '@licet/core';
import type { Cardinality, GroundedCallsOptions, GroundingResult } from '@licet/epistemic';
import type { Learner } from '@licet/epistemic/learning';
import { edgePolicy, groundedCalls, memoryGraph, policyRegistry } from '@licet/epistemic';
import { pendingEdges } from '@licet/epistemic/learning';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { primitive, puts } from '../support/shorthand.ts';
import { seeded } from '../support/stores.ts';

/** Calls a guarded function; the value is the error that stopped it where it was stopped. */
async function call(options: Partial<GroundedCallsOptions<unknown[]>>, ...args: unknown[]) {
  const calls: unknown[][] = [];
  const tool = (...given: unknown[]): string => {
    calls.push(given);
    return 'value';
  };
  const graph = options.graph ?? (await seeded());
  const settings = groundedCalls({ concepts: ['read', 'file'], ...options, graph });
  const value: unknown = await guarded(tool, settings)(...args).catch((error: unknown) => error);
  return { value, calls };
}

describe('a function behind a knowledge graph', () => {
  it('calls once and returns the value when the call is understood', async () => {
    expect(await call({}, 'a', { b: 1 })).toEqual({ value: 'value', calls: [['a', { b: 1 }]] });
  });

  it('hands the function copies of its arguments as they were judged, which it may change', async () => {
    const argument = { mutable: true };
    const { calls } = await call({}, argument);

    expect(calls[0]![0]).toEqual(argument);
    expect(calls[0]![0]).not.toBe(argument);
    expect([argument, calls[0]![0]].map(Object.isFrozen)).toEqual([false, false]);
  });

  it('does not call what is not understood, and throws the whole decision', async () => {
    const { value, calls } = await call({ concepts: ['launch', 'rocket'] });

    expect(calls).toEqual([]);
    expect(value).toBeInstanceOf(ActionBlockedError);
    expect((value as ActionBlockedError).evaluation.gaps.map(gap => gap.concept)).toEqual(['launch', 'rocket']);
    expect(String(value)).toContain("'launch' is not in the knowledge graph");
  });

  it('keeps `this`, the name and the types of the function', async () => {
    const account = {
      balance: 5,
      read: guarded(
        async function read(this: { balance: number }, less: number): Promise<number> {
          return this.balance - less;
        },
        groundedCalls({ graph: await seeded(), concepts: ['read', 'file'] }),
      ),
    };

    expectTypeOf(account.read).parameters.toEqualTypeOf<[number]>();
    expect(await account.read(2)).toBe(3);
    expect(account.read.name).toBe('read');
  });

  it('finds concepts and cardinality from the arguments of the call, at once or with a promise', async () => {
    const graph = await seeded();
    const seen: unknown[] = [];
    const cardinality = (...paths: string[]): Cardinality => (paths.length > 1 ? 'multiple' : 'single');
    const concepts = (...paths: string[]): string[] => {
      seen.push(paths);
      return ['delete', 'file'];
    };
    const later = groundedCalls({
      graph,
      concepts: async (...paths: string[]) => concepts(...paths),
      cardinality: async (...paths) => cardinality(...paths),
    });
    const settings = [groundedCalls({ graph, concepts, cardinality }), later];

    for (const each of settings) {
      const remove = guarded((...paths: string[]) => paths.length, each);
      expect(await remove('a')).toBe(1);
      await expect(remove('a', 'b')).rejects.toThrow('several files at once');
    }
    expect(seen).toEqual([['a'], ['a', 'b'], ['a'], ['a', 'b']]);
  });

  it('works with the functions that models are asked with, typed by the arguments', () => {
    const options: GroundedCallsOptions<[command: string]> = {
      graph: memoryGraph(),
      concepts: async command => (expectTypeOf(command).toEqualTypeOf<string>(), ['read']),
      cardinality: command => (command.includes('*') ? 'multiple' : 'single'),
    };

    expectTypeOf(groundedCalls(options).toAction).parameters.toEqualTypeOf<[command: string]>();
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
    const broken: readonly Partial<GroundedCallsOptions<unknown[]>>[] = [
      { concepts: boom },
      { concepts: async () => boom() },
      { cardinality: async () => boom() },
      { concepts: ['x'], learner: { propose: boom } },
    ];
    for (const options of broken) {
      const { value, calls } = await call(options);
      expect([calls, String(value)]).toEqual([[], expect.stringContaining('boom')]);
    }
  });

  it('adds further guards, and asks for depth', async () => {
    const guards = [guard('never', () => block('no', { fix: 'do not' }))];

    expect((await call({ guards })).calls).toEqual([]);
    expect((await call({ minDepth: 'D4' })).calls).toEqual([]);
    expect((await call({ minDepth: 'D3' })).value).toBe('value');
  });

  it('passes on what the function throws, and learns from it', async () => {
    const graph = await seeded('gaps');
    const list = guarded(
      async () => Promise.reject(new Error('EACCES: permission denied')),
      groundedCalls({ graph, concepts: ['list', 'directory'] }),
    );

    await expect(list()).rejects.toThrow('EACCES');
    expect((await pendingEdges(graph)).map(each => each.cause)).toEqual(['permission_denied']);
  });

  it('stops a call whose arguments are not data, unless they are described', async () => {
    class Account {
      readonly #secret = 1;
      get secret(): number {
        return this.#secret;
      }
    }
    const strange = [new WeakMap(), () => 1, new Account(), new Map(), Symbol('s'), 1n, Number.NaN, new Proxy(new Account(), {})];

    for (const argument of strange) {
      const { value, calls } = await call({}, argument);
      expect([calls, String(value)]).toEqual([[], expect.stringContaining('cannot be judged')]);
      expect((await call({ describeArguments: () => ['something'] }, argument)).value).toBe('value');
    }
    expect((await call({}, undefined, null, 'a', { b: [1] })).value).toBe('value');
  });

  it('shows what it was guarded with', async () => {
    expect(groundedCalls({ graph: await seeded(), concepts: ['read', 'file'] }).concepts).toEqual(['read', 'file']);
  });
});
