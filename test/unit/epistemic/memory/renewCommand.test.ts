import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { definePrimitive, memoryGraph, provenance } from '@licet/epistemic';
import type { ConceptProgram } from '@licet/epistemic/commands';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { renewConcepts } from '../../../../packages/epistemic/src/commands/renew.ts';
import { project } from '../../../support/cli.ts';
import { licetHere } from '../../../support/licetHere.ts';

const POLICY = (memory: string): string =>
  `version: 1\ndefault: pass\ngraphs:\n  main: { store: sqlite, seeds: [own.json], memory: ${memory} }\npolicy:\n  grounded: { graph: main }\n`;

/** A project whose policy has a graph with memory, filled from one concept. */
function projectWith(memory: string): string {
  const root = project(POLICY(memory));
  const concept = { name: 'deploy', depths: [0, 1, 2].map(level => ({ level: `D${level}`, properties: { known: true } })) };
  writeFileSync(join(root, 'own.json'), JSON.stringify({ version: 1, primitives: [concept] }));
  return root;
}

afterEach(() => void vi.useRealTimers());

describe('licet concepts renew', () => {
  it('is refused where no person can be, and renews nothing then', async () => {
    const root = projectWith('{ half_life: 90d }');

    const { status, stderr } = await licetHere(root, ['concepts', 'renew', 'deploy']);

    expect(status).not.toBe(0);
    expect(stderr).toContain('`licet concepts renew` is for a human');
  });

  it('confirms the concepts that it is given, and with `--all` what they rest on', async () => {
    const relata = [{ relation: 'REQUIRES' as const, targetId: 'b', targetDepth: 'D1' as const }];
    const old = provenance('authored', 0);
    const graph = memoryGraph();
    const b = definePrimitive({
      id: 'b',
      name: 'b',
      provenance: old,
      depths: [{ level: 'D0' }, { level: 'D1', properties: { x: 1 } }],
    });
    const a = definePrimitive({ id: 'a', name: 'a', provenance: old, depths: [{ level: 'D0' }, { level: 'D1', relata }] });
    graph.write([b, a].map(primitive => ({ type: 'put', primitive })));
    const lines: string[] = [];
    const terminal = { print: (text: string) => void lines.push(text), complain: () => undefined, hasColor: false };
    const withGraph = async <T>(_: string | undefined, work: (opened: typeof graph) => Promise<T>): Promise<T> => work(graph);
    const program = { withGraph, requireHuman: () => undefined, userName: () => 'ada' } as unknown as ConceptProgram;
    const who = (name: string): string | undefined => graph.find({ name })?.provenance.detail;

    await renewConcepts(['a'], {}, terminal, program);
    expect([who('a'), who('b')]).toEqual(['renewed by ada', undefined]);
    await renewConcepts(['a'], { all: true }, terminal, program);

    expect([who('a'), who('b')]).toEqual(['renewed by ada', 'renewed by ada']);
    expect(lines).toEqual([
      'a is known to D1 IDENTITY again',
      'a is known to D1 IDENTITY again',
      'b is known to D1 IDENTITY again',
    ]);
    await expect(renewConcepts(['c'], {}, terminal, program)).rejects.toThrow('there is no concept `c`');
  });
});

describe('a policy whose graph has memory', () => {
  it('counts its seeds from when they fill the graph, and shows what has faded since', async () => {
    const root = projectWith('{ half_life: 90d, expires: { D2: 30d } }');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2027-01-01T00:00:00Z') });

    expect(await licetHere(root, ['concepts', 'check', 'deploy', '--min-depth', 'D2'])).toMatchObject({ status: 0 });
    vi.setSystemTime(Date.parse('2027-02-01T00:00:00Z'));
    const { status, stdout } = await licetHere(root, ['concepts', 'check', 'deploy', '--min-depth', 'D2']);

    expect(status).toBe(2);
    expect(stdout).toContain("FADED: 'deploy' was known to D2 CAPABILITIES (authored, 2027-01-01)");
    expect((await licetHere(root, ['concepts', 'learn', 'deploy', '--min-depth', 'D2'])).stdout).toContain(
      'ask a person to confirm',
    );
  });

  it.each([
    ['{ half_life: soon }', 'expected a time such as `30m`'],
    ['{ strengthen: 3 }', 'expected at most 1'],
    ['{ floor: D2, expires: { D2: 9d } }', 'expected a level above the floor D2'],
    ['{ fade: 3d }', 'fade'],
  ])('is refused for %s', async (memory, message) => {
    const { status, stdout, stderr } = await licetHere(projectWith(memory), ['validate']);

    expect(status).not.toBe(0);
    expect(stdout + stderr).toContain(message);
  });

  it('is refused for a graph that is gone with its process', async () => {
    const root = project(POLICY('{ half_life: 9d }').replace('store: sqlite', 'store: memory'));

    expect((await licetHere(root, ['validate'])).stderr).toContain('expected no `memory` for a graph in `memory`');
  });
});
