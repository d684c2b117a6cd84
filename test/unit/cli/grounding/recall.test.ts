import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { sqliteGraph } from '@licet/adapters/sqlite/graph';
import { worldHere } from '@licet/analysis/policies';
import { PolicyEngine } from '@licet/core';
import { fakeClock } from '@licet/core/testing';
import { importGraph, SEEDS } from '@licet/epistemic';
import { policyHost } from 'licet/source/policy/analysisProgram.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';

const TEXT =
  'version: 1\ndefault: pass\ngraphs: { main: { store: sqlite, memory: { half_life: 90d } } }\npolicy: { grounded: { graph: main, concepts: [delete, file] } }\n';
const LATER = Date.UTC(2040, 0);

let root: string;
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'licet-recall-'));
  mkdirSync(join(root, '.licet'));
  const graph = sqliteGraph(join(root, '.licet', 'concepts.db'));
  await importGraph(graph, SEEDS.filesystem, { now: 0 });
  graph.close();
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

it('has a policy that is judged again remember what the evidence of a record says, until it says nothing', async () => {
  const file = join(root, 'governance.yaml');
  const { effects, build, recall } = worldHere(policyHost, root);
  const engine = new PolicyEngine(build(policyHost.compile(TEXT, file).compiled), { effects, clock: fakeClock(LATER) });
  const judged = async (): Promise<string> => (await engine.evaluate({ kind: 'tool', tool: 'rm', payload: {} })).ruling;
  const counters = [LATER, 0, 0, LATER, LATER, LATER, LATER, LATER];
  const names = ['delete', 'file', 'filesystem', 'operating_system', 'path', 'permission'];

  expect(await judged()).toBe('block');
  recall?.([{ guard: 'grounded', evidence: { remembered: Object.fromEntries(names.map(name => [name, counters])) } }]);
  expect(await judged()).toBe('pass');
  recall?.(undefined);
  expect(await judged()).toBe('block');
});
