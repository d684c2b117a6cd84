// An agent may act only on what it understands. Run: node --conditions=@licet/source examples/05-ground-it/main.ts
import { PolicyEngine } from '@licet/core';
import { Grounded, SEEDS, importGraph, memoryGraph } from '@licet/epistemic';
import type { GraphDocument } from '@licet/epistemic';

const graph = memoryGraph();
await importGraph(graph, SEEDS.gaps, { now: 0 });

// What the action is about comes from the host, not from the agent.
const policy = Grounded({ graph, concepts: ['read', 'file'], minDepth: 'D2' });
const engine = new PolicyEngine(policy);
const read = { kind: 'read', tool: 'Read', payload: { file_path: 'notes.txt' } };

const before = await engine.evaluate(read);
console.log(`before: ${before.ruling}`);
for (const { kind, concept, detail } of before.gaps) console.log(`  gap: ${kind} of ${concept}: ${detail}`);
console.log(`  fix: ${before.fix?.summary}`);

// A person teaches the graph what a file is made of; the same action is evaluated again.
const taught: GraphDocument = { version: 1, primitives: SEEDS.filesystem.primitives.filter(({ name }) => name === 'file') };
await importGraph(graph, taught, { now: 1 });

const after = await engine.evaluate(read);
console.log(`after: ${after.ruling}`);
