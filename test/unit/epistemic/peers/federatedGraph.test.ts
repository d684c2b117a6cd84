import { describe, expect, it } from 'vitest';
import { edgePolicy, federatedGraph, ground, memoryGraph } from '@licet/epistemic';
import { learnAll } from '@licet/epistemic/learning';
import { formatTrace } from '@licet/epistemic/render';

import { primitive, puts } from '../support/shorthand.ts';
import { faultyPeer, gapsWith, graphOf, groundWith, joined, peerOf, snapshotNow } from './support.ts';

const company = graphOf(['production 0123 1:REQ>change+freeze@1', 'change+freeze 01']);
const local = graphOf(['deploy 012 1:REQ>company:production@2', 'company:production 0']);

describe('a concept that rests on a peer', () => {
  it('is grounded when the peer knows what the local edge asks', () => {
    expect(gapsWith(local, [peerOf('company', company)], ['deploy'])).toEqual([]);
  });

  it('has a relational gap when the peer knows less than the local edge asks', () => {
    const shallow = graphOf(['production 01']);
    expect(gapsWith(local, [peerOf('company', shallow)], ['deploy'])).toEqual(['RELATIONAL deploy→company:production D2/D1']);
  });

  it('counts no further than the trust in the peer', () => {
    const trust = { maxDepth: 1 } as const;
    expect(gapsWith(local, [peerOf('company', company, { trust })], ['deploy'])).toEqual([
      'RELATIONAL deploy→company:production D2/D1',
    ]);
  });

  it('counts no further than the local edges ask', () => {
    const gaps = gapsWith(local, [peerOf('company', company)], ['deploy', 'company:production'], { minDepth: 'D3' });
    expect(gaps).toContain('DEPTH company:production D3/D2');
  });

  it('is not known at all when no local edge asks for it', () => {
    const bare = graphOf(['company:production 0123']);
    expect(gapsWith(bare, [peerOf('company', company)], ['company:production'], { minDepth: 'D1' })).toEqual([
      'DEPTH company:production D1/D0',
    ]);
  });

  it('gains nothing from levels that the local graph gives the reference', () => {
    const boastful = graphOf(['deploy 012 1:REQ>company:production@3', 'company:production 0123']);
    const shallow = graphOf(['production 0']);
    expect(gapsWith(boastful, [peerOf('company', shallow)], ['deploy'])).toEqual(['RELATIONAL deploy→company:production D3/D0']);
  });

  it('counts only levels of the kinds that are trusted', () => {
    const learned = memoryGraph();
    const { depths, ...rest } = primitive('production 012');
    const origin = { ...rest.provenance, source: 'learned' as const };
    learned.write([
      {
        type: 'put',
        primitive: { ...rest, depths: depths.map(each => (each.level === 2 ? { ...each, provenance: origin } : each)) },
      },
    ]);
    const trusting = (kinds: readonly ('authored' | 'learned')[]) =>
      gapsWith(local, [peerOf('company', learned, { trust: { maxDepth: 4, kinds } })], ['deploy']);
    expect(trusting(['authored'])).toEqual(['RELATIONAL deploy→company:production D2/D1']);
    expect(trusting(['authored', 'learned'])).toEqual([]);
  });

  it('is an ordinary concept without the peer, and its own levels count there', () => {
    expect(gapsWith(local, [], ['deploy'])).toEqual(['RELATIONAL deploy→company:production D2/D0']);
  });

  it('brings what the peer requires of it', () => {
    const strict = graphOf(['production 0123 1:REQ>change+freeze@2', 'change+freeze 01']);
    expect(gapsWith(local, [peerOf('company', strict)], ['deploy'])).toEqual([
      'RELATIONAL company:production→company:change freeze D2/D1',
    ]);
  });

  it('is found by another word of the peer, as the same concept', () => {
    const worded = graphOf(['production 0123'], { prod: 'production' });
    const twice = graphOf([
      'deploy 012 1:REQ>company:production@2',
      'ship 012 1:REQ>company:prod@2',
      'company:production 0',
      'company:prod 0',
    ]);
    expect(gapsWith(twice, [peerOf('company', worded)], ['deploy', 'ship'], { reachability: 'component' })).toEqual([]);
    const snapshot = joined(twice, [peerOf('company', worded)]);
    expect(snapshot.byName.get('company:prod')).toBe(snapshot.byName.get('company:production'));
  });
});

describe('knowledge of a peer that does not count', () => {
  it.each(['missing', 'stale', 'tampered', 'unsigned'] as const)('is a separate kind of gap when it is %s', fault => {
    expect(gapsWith(local, [faultyPeer('company', fault)], ['deploy'])).toEqual([`PEER company:production company ${fault}`]);
  });

  it('is a gap when the peer does not know the concept', () => {
    expect(gapsWith(local, [peerOf('company', graphOf(['staging 0123']))], ['deploy'])).toEqual([
      'PEER company:production company unknown',
    ]);
  });

  it('does not concern concepts that rest on no peer', () => {
    const more = graphOf(['deploy 0 0:REQ>company:production@2', 'company:production 0', 'read 012 2:A>file@1', 'file 01']);
    expect(gapsWith(more, [faultyPeer('company', 'missing')], ['read', 'file'])).toEqual([]);
  });

  it('says what the user does next', async () => {
    const graph = federatedGraph(local, [faultyPeer('company', 'stale')]);
    const [gap] = (await ground(graph, ['deploy'])).gaps;
    expect(gap).toMatchObject({ kind: 'PEER', peer: 'company', reason: 'stale', detail: 'it is stale' });
  });

  it('is asked of no learner, who can teach only this graph', async () => {
    const graph = federatedGraph(local, [faultyPeer('company', 'stale')]);
    const learner = { propose: () => Promise.reject(new Error('asked')) };
    const run = await learnAll(graph, ['deploy'], learner, { now: 0 });
    expect(run.outcomes).toEqual([]);
    const shallow = federatedGraph(local, [peerOf('company', graphOf(['production 01']))]);
    expect((await learnAll(shallow, ['deploy'], learner, { now: 0 })).outcomes).toEqual([]);
  });
});

describe('peers of peers', () => {
  const platform = graphOf(['cluster 012']);
  const middle = graphOf(['production 0123 1:REQ>platform:cluster@2', 'platform:cluster 0']);

  it('are followed along a line when this graph declares them too', () => {
    const peers = [peerOf('company', middle, { peers: ['platform'] }), peerOf('platform', platform)];
    expect(gapsWith(local, peers, ['deploy'])).toEqual([]);
    expect(groundWith(local, peers, ['deploy']).trace.pathway.map(step => `${step.source} ${step.target}`)).toEqual([
      'deploy company:production',
      'company:production platform:cluster',
    ]);
  });

  it('are a gap at the peer that rests on them when this graph does not declare them', () => {
    expect(gapsWith(local, [peerOf('company', middle, { peers: ['platform'] })], ['deploy'])).toEqual([
      'PEER company:platform:cluster company undeclared',
    ]);
  });

  it('are a gap when the last one of a line is gone', () => {
    const peers = [peerOf('company', middle, { peers: ['platform'] }), faultyPeer('platform', 'missing')];
    expect(gapsWith(local, peers, ['deploy'])).toEqual(['PEER company:platform:cluster platform missing']);
  });

  it('count no further than the least trusted graph on the way', () => {
    const relay = graphOf(['production 0', 'platform:cluster 0']);
    relay.write(puts(['top 01 1:REQ>platform:cluster@2']));
    const direct = graphOf(['deploy 012 1:REQ>company:top@1', 'company:top 0']);
    const peers = [
      peerOf('company', relay, { peers: ['platform'], trust: { maxDepth: 1 } }),
      peerOf('platform', platform, { trust: { maxDepth: 4 } }),
    ];
    expect(gapsWith(direct, peers, ['deploy'])).toEqual(['RELATIONAL company:top→platform:cluster D2/D1']);
  });

  it('end in a circle, also one that leads back to this graph', () => {
    const a = graphOf(['x 012 1:REQ>b:y@2', 'b:y 0']);
    const b = graphOf(['y 012 1:INC>us:deploy@1 1:REQ>a:x@1', 'a:x 0', 'us:deploy 0']);
    const ours = graphOf(['deploy 012 1:REQ>a:x@2', 'a:x 0']);
    const peers = [peerOf('a', a, { peers: ['b'] }), peerOf('b', b, { peers: ['a', 'us'] })];
    expect(gapsWith(ours, peers, ['deploy'])).toEqual([]);
    expect(groundWith(ours, peers, ['deploy']).trace.pathway.map(step => `${step.source} ${step.target}`)).toEqual([
      'deploy a:x',
      'a:x b:y',
      'b:y a:x',
      'b:y deploy',
    ]);
  });

  it('are a gap when each only refers to the other', () => {
    const a = graphOf(['b:x 0'], { x: 'b:x' });
    const b = graphOf(['a:x 0'], { x: 'a:x' });
    const ours = graphOf(['deploy 012 1:REQ>a:x@2', 'a:x 0']);
    const peers = [peerOf('a', a, { peers: ['b'] }), peerOf('b', b, { peers: ['a'] })];
    expect(gapsWith(ours, peers, ['deploy'])).toEqual(['PEER a:x a circle']);
  });
});

describe('a concept that is declared the same as a peer’s', () => {
  const theirs = graphOf(['production 0123 3:A>region@0', 'region 0']);
  const ours = graphOf(['deploy 012 1:REQ>prod@3', 'prod 01'], { 'company:production': 'prod' });

  it('is known to what both know together', () => {
    expect(gapsWith(ours, [], ['deploy'])).toEqual(['RELATIONAL deploy→prod D3/D1']);
    expect(gapsWith(ours, [peerOf('company', theirs)], ['deploy'])).toEqual([]);
  });

  it('is a gap when the peer does not count, because its policies are not known', () => {
    const whole = graphOf(['deploy 012 1:REQ>prod@1', 'prod 01'], { 'company:production': 'prod' });
    expect(gapsWith(whole, [faultyPeer('company', 'stale')], ['deploy'])).toEqual(['PEER prod company stale']);
  });

  it('is a gap that shows both values when the graphs contradict each other', () => {
    const other = memoryGraph();
    const { depths, ...rest } = primitive('production 0123');
    const changed = depths.map(each => (each.level === 1 ? { ...each, properties: { known: 'no' } } : each));
    other.write([{ type: 'put', primitive: { ...rest, depths: changed } }]);
    const [gap] = groundWith(ours, [peerOf('company', other)], ['deploy']).gaps;
    expect(gap).toMatchObject({
      kind: 'PEER',
      reason: 'conflict',
      detail: 'it says `known: "no"` at D1, but this graph says `true`',
    });
  });

  it('is a gap when two local concepts are declared the same as one of the peer’s', () => {
    const worded = graphOf(['production 0123'], { live: 'production' });
    const twice = graphOf(['a 01', 'b 01'], { 'company:production': 'a', 'company:live': 'b' });
    expect(gapsWith(twice, [peerOf('company', worded)], ['a', 'b'], { reachability: 'component' })).toContain(
      'PEER a company conflict',
    );
  });
});

describe('policies on the edges of a peer', () => {
  const policy = edgePolicy({ name: 'freeze', requiresConfirmation: false, callback: 'is_open' });
  const theirs = graphOf(['deploy 012', 'production 012']);
  const { depths, ...rest } = primitive('deploy 012 2:A>production@1');
  const policied = depths.map(depth => ({ ...depth, relata: depth.relata.map(relatum => ({ ...relatum, policies: [policy] })) }));
  theirs.write([{ type: 'put', primitive: { ...rest, depths: policied } }]);
  const aliases = { 'company:deploy': 'deploy', 'company:production': 'production' };

  it('hold for local concepts that are the same, and name the peer', () => {
    const { trace, gaps } = groundWith(
      graphOf(['deploy 012', 'production 01'], aliases),
      [peerOf('company', theirs)],
      ['deploy', 'production'],
    );
    expect(gaps).toEqual([]);
    expect(trace.acts.flatMap(act => act.policies)).toEqual([{ ...policy, name: 'company:freeze', callback: 'company:is_open' }]);
  });

  it('hold beside a local edge of the same kind that has none', () => {
    const loose = graphOf(['deploy 012 2:A>production@1', 'production 01'], aliases);
    const { trace } = groundWith(loose, [peerOf('company', theirs)], ['deploy', 'production']);
    expect(trace.acts.map(act => act.policies.map(each => each.name))).toEqual([['company:freeze']]);
  });

  it('are never lost to a trust that is too shallow for the edge', () => {
    const loose = graphOf(['deploy 01 1:A>production@1', 'production 01'], aliases);
    const peers = [peerOf('company', theirs, { trust: { maxDepth: 1 } })];
    expect(gapsWith(loose, peers, ['deploy', 'production'])).toEqual(['DEPTH deploy D2/D1']);
  });
});

describe('a federated graph', () => {
  it('names the peer in the trace, in the levels and in the gaps', () => {
    const result = groundWith(local, [peerOf('company', company)], ['deploy']);
    const text = formatTrace(result);
    expect(text).toContain('═══ company:production');
    expect(text).toContain('by the peer company');
    expect(text).toContain('company:production —[REQUIRES@D1]→ company:change freeze');
    expect(result.trace.primitives.map(each => each.provenance.peer)).toEqual([undefined, 'company', 'company']);
  });

  it('keeps its snapshot until the graph or a peer changes', () => {
    const changing = graphOf(['deploy 012 1:REQ>company:production@2', 'company:production 0']);
    let stale = false;
    const fresh = peerOf('company', company).read(0);
    const old = { fault: 'stale', detail: 'too old' } as const;
    const graph = federatedGraph(changing, [{ name: 'company', key: 'k', read: () => (stale ? old : fresh) }]);
    const first = snapshotNow(graph);
    expect(snapshotNow(graph)).toBe(first);
    stale = true;
    const second = snapshotNow(graph);
    expect(second.version).toBe('1 + company@stale');
    changing.write(puts(['other 0']));
    expect(snapshotNow(graph).version).toBe('2 + company@stale');
  });

  it('writes to the local graph at its own version', async () => {
    const changing = graphOf(['company:production 0']);
    const graph = federatedGraph(changing, [peerOf('company', company)]);
    const { version } = snapshotNow(graph);
    expect(await graph.write(puts(['other 0']), { ifVersion: version })).toBe('2');
    expect(await graph.find({ name: 'other' })).toBeDefined();
    expect(() => graph.write(puts(['third 0']), { ifVersion: version })).toThrow(/version/u);
    expect(await graph.proposals()).toEqual([]);
    expect(await graph.turn?.(() => Promise.resolve(1))).toBe(1);
    expect(await graph.clear()).toBe(2);
    await graph.close();
  });

  it('refuses peers that cannot be told apart', () => {
    const peer = peerOf('company', company);
    expect(() => federatedGraph(local, [peer, { ...peer, name: 'other' }])).toThrow(/key/u);
    expect(() => federatedGraph(local, [peer, { ...peer, key: 'other' }])).toThrow(/name/u);
    expect(() => federatedGraph(local, [{ ...peer, name: 'a:b' }])).toThrow(/letters/u);
  });

  it('refuses a local concept whose id is that of a peer’s', () => {
    const sly = graphOf(['deploy 012 1:REQ>company:production@2', 'company:production 0']);
    sly.write([{ type: 'put', primitive: { ...primitive('x 0'), id: 'peer/company/id-change+freeze' } }]);
    expect(() => joined(sly, [peerOf('company', company)])).toThrow(/peer\//u);
  });
});
