// A team's graph rests on the graphs of two other teams. Run: node --conditions=@licet/source examples/two-teams/main.ts
import { PolicyEngine } from '@licet/core';
import type { ConceptGraph, GraphDocument, Peer } from '@licet/epistemic';
import { EdgePolicies, federatedGraph, ground, importGraph, memoryGraph } from '@licet/epistemic';
import { formatTree } from '@licet/epistemic/render';

const known = (by: string, what: string, ...relata: object[]): object[] => [
  { level: 'D0' },
  { level: 'D1', properties: { [by]: what }, relata },
];

async function graphOf(document: object): Promise<ConceptGraph> {
  const graph = memoryGraph();
  await importGraph(graph, { version: 1, ...document } as GraphDocument, { now: 0 });
  return graph;
}

// 1. The platform team knows the cluster. The company knows production, and that production requires the cluster.
const platform = await graphOf({ primitives: [{ name: 'cluster', depths: known('platform', 'three machines') }] });
const freeze = { name: 'freeze', requires_confirmation: true, confirmation_message: 'Production is frozen. {action} anyway?' };
const company = await graphOf({
  primitives: [
    { name: 'platform:cluster', depths: [{ level: 'D0' }] },
    {
      name: 'production',
      depths: known('company', 'what customers use', { relation: 'REQUIRES', target: 'platform:cluster', target_depth: 'D1' }),
    },
    {
      name: 'deploy',
      depths: known('company', 'bring a version there', {
        relation: 'APPLIES_TO',
        target: 'production',
        target_depth: 'D1',
        policies: [freeze],
      }),
    },
  ],
});

// 2. Our graph says which of our concepts are theirs: a name with the peer, or an alias for "the same as".
const ours = await graphOf({
  primitives: [
    { name: 'company:production', depths: [{ level: 'D0' }] },
    {
      name: 'ship',
      depths: known('shop', 'deploy our shop', { relation: 'APPLIES_TO', target: 'company:production', target_depth: 'D1' }),
    },
  ],
  aliases: { 'company:deploy': 'ship' },
});

const peer = async (name: string, graph: ConceptGraph, peers: Record<string, string> = {}): Promise<Peer> => {
  const knowledge = { snapshot: await graph.snapshot(), version: '1', peers: new Map(Object.entries(peers)) };
  return { name, key: `key of ${name}`, trust: { maxDepth: 3 }, read: () => knowledge };
};

// `licet concepts pull` verifies signed snapshots; here each peer answers from memory.
const peers = [await peer('company', company, { platform: 'key of platform' }), await peer('platform', platform)];
const question = ['ship', 'company:production'];

console.log('with both peers:');
const federated = federatedGraph(ours, peers);
console.log(formatTree(await ground(federated, question)));

// 3. The company calls our act `deploy` and its policy holds for it, although our own edge has none.
const engine = new PolicyEngine(EdgePolicies({ graph: federated, concepts: question, cardinality: 'single' }));
const evaluation = await engine.evaluate({ kind: 'bash' });
console.log(`\nthe ruling: ${evaluation.ruling}: ${evaluation.reason}`);

// 4. A peer that we do not declare, or whose snapshot is too old, is a gap and never a silent pass.
console.log('\nwithout the platform team:');
console.log(formatTree(await ground(federatedGraph(ours, peers.slice(0, 1)), question)));

console.log('\nwith an old snapshot of the company:');
const stale: Peer = { ...peers[0]!, read: () => ({ fault: 'stale', detail: 'its snapshot is from last year' }) };
console.log(formatTree(await ground(federatedGraph(ours, [stale, peers[1]!]), question)));
