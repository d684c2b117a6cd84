import { generateKeyPairSync } from 'node:crypto';

import { describe, expect, it } from 'vitest';
import * as fc from 'fast-check';
import { SEEDS } from '@licet/epistemic';

import { readSignedGraph, writeSignedGraph } from '../../../../packages/cli/src/peers/signedGraph.ts';
import { isSigned, publicKeyText, signText } from '../../../../packages/cli/src/signing/ed25519.ts';

const { privateKey: key } = generateKeyPairSync('ed25519');
const { privateKey: other } = generateKeyPairSync('ed25519');
const publicKey = publicKeyText(key);
const takenAt = Date.parse('2026-01-02T03:04:05.000Z');
const content = { graph: SEEDS.gaps, peers: { platform: publicKeyText(other) }, takenAt };
const text = writeSignedGraph(content, key);

/** The kind of a fault; `none` for a graph. */
const faultOf = (changed: string, now = takenAt): string => {
  const found = readSignedGraph(changed, publicKey, now);
  return 'fault' in found ? found.fault : 'none';
};

/** The text with another value in one place. */
const withChange = (change: (file: Record<string, unknown> & { payload: Record<string, unknown> }) => void): string => {
  const file = JSON.parse(text) as Record<string, unknown> & { payload: Record<string, unknown> };
  change(file);
  return JSON.stringify(file);
};

describe('a signed graph', () => {
  it('is read as it was written', () => {
    const found = readSignedGraph(text, publicKey, takenAt);
    if ('fault' in found) throw new Error(found.detail);
    expect(found.takenAt).toBe(takenAt);
    expect(found.peers).toEqual(new Map([['platform', publicKeyText(other)]]));
    expect(found.snapshot.size).toBe(SEEDS.gaps.primitives.length);
  });

  it('has equal bytes for equal content', () => {
    expect(writeSignedGraph(content, key)).toBe(text);
  });

  it('counts whatever the order and the white space of its members', () => {
    expect(faultOf(JSON.stringify(JSON.parse(text), null, 2))).toBe('none');
  });

  it.each<[string, string]>([
    ['no JSON', 'x'],
    ['a list', '[]'],
    ['another key', withChange(file => (file['key'] = publicKeyText(other)))],
    ['another signature', withChange(file => (file['signature'] = Buffer.alloc(64).toString('base64')))],
    ['a signature that is no text', withChange(file => (file['signature'] = 1))],
    ['another time', withChange(file => (file.payload['takenAt'] = '2027-01-01T00:00:00.000Z'))],
    ['another peer', withChange(file => (file.payload['peers'] = {}))],
    ['another format', withChange(file => (file.payload['format'] = 'licet-graph/2'))],
    ['a member more', withChange(file => (file.payload['more'] = 1))],
    ['a member beside the signature', withChange(file => (file['more'] = 1))],
    ['no graph', withChange(file => delete file.payload['graph'])],
    ['a graph that is nested too deeply', `{"signature":"x","key":"${publicKey}","payload":${'['.repeat(90)}${']'.repeat(90)}}`],
  ])('is tampered with when it has %s', (_what, changed) => {
    expect(faultOf(changed)).toBe('tampered');
  });

  it('is unsigned when it has no signature', () => {
    expect(faultOf(withChange(file => delete file['signature']))).toBe('unsigned');
  });

  it('is tampered with when any character of what is signed changes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: text.length - 2 }), fc.constantFrom('x', '0', '"', '}'), (at, to) => {
        if (text[at] === to) return;
        const found = faultOf(text.slice(0, at) + to + text.slice(at + 1));
        // A signature without its name is none at all.
        expect(['tampered', 'unsigned']).toContain(found);
      }),
      { numRuns: 300 },
    );
  });

  it('does not count when it says that it is from the future', () => {
    expect(faultOf(text, takenAt - 600_000)).toBe('tampered');
    expect(faultOf(text, takenAt - 60_000)).toBe('none');
  });

  it.each<[string, Parameters<typeof writeSignedGraph>[0]]>([
    ['no graph', { ...content, graph: { version: 2 } as never }],
    ['a graph with an edge to nothing', { ...content, graph: dangling() }],
    ['a peer without a key', { ...content, peers: { platform: 'none' } }],
  ])('counts as little when its owner has signed %s', (_what, signed) => {
    expect(faultOf(writeSignedGraph(signed, key))).toBe('tampered');
  });
});

function dangling(): (typeof SEEDS)['gaps'] {
  const relata = [{ relation: 'REQUIRES', target: 'nothing', target_depth: 'D0' }] as const;
  return { version: 1, primitives: [{ name: 'a', depths: [{ level: 'D0', relata }] }] };
}

describe('a signature', () => {
  it('fits only its key, its purpose and its text', () => {
    const signature = signText(key, 'a', 'text');
    expect(isSigned(publicKey, 'a', 'text', signature)).toBe(true);
    expect(isSigned(publicKey, 'b', 'text', signature)).toBe(false);
    expect(isSigned(publicKey, 'a', 'texts', signature)).toBe(false);
    expect(isSigned(publicKeyText(other), 'a', 'text', signature)).toBe(false);
    expect(isSigned('ed25519:no key', 'a', 'text', signature)).toBe(false);
    expect(isSigned(publicKey, 'a', 'text', '')).toBe(false);
  });
});
