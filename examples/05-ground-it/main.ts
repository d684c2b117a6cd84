// An agent may act only on what it understands. Run: node --conditions=@licet/source examples/05-ground-it/main.ts
import { All, PolicyEngine, renderTrace } from '@licet/core';
import type { Evaluation } from '@licet/core';
import { Grounded, SEEDS, ground, importGraph, memoryGraph } from '@licet/epistemic';
import { formatTree } from '@licet/epistemic/render';
import { learnAll } from '@licet/epistemic/learning';
import type { Learner } from '@licet/epistemic/learning';
import { analyzeEffects } from '@licet/effects';
import { BashSafety, FileBoundary } from '@licet/guards';

const graph = memoryGraph();
await importGraph(graph, SEEDS.gaps, { now: 0 });

// Grounding is a guard among others. What an action is about follows from its effects, not from what the agent says.
const place = { root: '/project', home: '/home/mara' };
const policy = All(FileBoundary({ allow: ['notes/**'], ...place }), BashSafety(place), Grounded({ graph, minDepth: 'D2' }));
const engine = new PolicyEngine(policy, { default: 'block', effects: analyzeEffects(place) });
const read = { kind: 'read', tool: 'Read', cwd: place.root, payload: { file_path: 'notes/todo.txt' } };

function show(title: string, { ruling, guard, gaps, fix }: Evaluation): void {
  console.log(`${title}: ${ruling}${ruling === 'pass' ? '' : ` by ${guard}`}`);
  for (const { kind, concept, detail } of gaps) console.log(`  gap: ${kind} of ${concept}: ${detail}`);
  if (fix !== undefined) console.log(`  fix: ${fix.summary}`);
}

// 1. The boundary is fine with it, and yet: the graph does not say what one can do with a file.
const before = await engine.evaluate(read);
show('before', before);
console.log(renderTrace(before.trace));

// 2. A learner fills in what is missing, gap by gap. This one is a person who knows one thing.
const mara: Learner = {
  propose({ gap, template }) {
    if (gap.kind !== 'DEPTH' || gap.primitive.name !== 'file') return { decision: 'rejected', candidate: null };
    console.log(`learning: ${gap.kind.toLowerCase()} of ${gap.primitive.name}, as ${JSON.stringify(template)}`);
    const operations = { operations: ['create', 'read', 'write', 'delete'] };
    return { decision: 'accepted', candidate: { kind: 'DEPTH', newDepths: [{ level: 2, properties: operations }] } };
  },
};
const run = await learnAll(graph, ['read', 'file'], mara, { minDepth: 'D2', now: 1 });
console.log(`learned: ${run.outcomes.map(({ outcome }) => outcome).join(', ')}; graph version ${run.result.version}`);
console.log(formatTree(await ground(graph, ['read', 'file'], { minDepth: 'D2' })));

// 3. The same action is evaluated again. The other guards have not become any weaker.
show('after', await engine.evaluate(read));
const write = { kind: 'write', tool: 'Write', cwd: place.root, payload: { file_path: '/etc/passwd', content: '' } };
show('elsewhere', await engine.evaluate(write));
