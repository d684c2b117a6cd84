import { generateKeyPairSync } from 'node:crypto';

import { describe, expect, it } from 'vitest';
import * as fc from 'fast-check';
import { canonicalJson } from '@licet/core/text';
import { SEEDS } from '@licet/epistemic';

import { GRAPH_TYPE, readSignedGraph, writeSignedGraph } from '../../../../packages/cli/src/peers/signedGraph.ts';
import { publicKeyOf, publicKeyText } from '../../../../packages/cli/src/signing/ed25519.ts';
import { envelopeOf, payloadText, readEnvelope, signEnvelope, signersOf } from '../../../../packages/cli/src/signing/envelope.ts';

const { privateKey: key } = generateKeyPairSync('ed25519');
const { privateKey: other } = generateKeyPairSync('ed25519');
const publicKey = publicKeyText(key);
const takenAt = Date.parse('2026-01-02T03:04:05.000Z');
const content = { graph: SEEDS.gaps, peers: { platform: publicKeyText(other) }, takenAt };
const text = writeSignedGraph(content, key);
const payloadOf = (each: string): string => {
  const envelope = readEnvelope(each, GRAPH_TYPE);
  return typeof envelope === 'string' ? '' : payloadText(envelope);
};
const payload = payloadOf(text);

/** The kind of a fault; `none` for a graph. */
const faultOf = (changed: string, now = takenAt): string => {
  const found = readSignedGraph(changed, publicKey, now);
  return 'fault' in found ? found.fault : 'none';
};

interface File extends Record<string, unknown> {
  payloadType: string;
  payload: string;
  signatures: { keyid: string; sig: string }[];
}

/** The text with another value in one place. */
const withChange = (change: (file: File) => void): string => {
  const file = JSON.parse(text) as File;
  change(file);
  return JSON.stringify(file);
};

/** The text with other content under the old signature. */
const withContent = (change: (content: Record<string, unknown>) => void): string =>
  withChange(file => {
    const changed = JSON.parse(Buffer.from(file.payload, 'base64').toString()) as Record<string, unknown>;
    change(changed);
    file.payload = Buffer.from(canonicalJson(changed)).toString('base64');
  });

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
    ['the signature of another key', canonicalJson(signEnvelope(envelopeOf(GRAPH_TYPE, payload), other))],
    ['another type', canonicalJson(signEnvelope(envelopeOf('application/json', payload), key))],
    ['another signature', withChange(file => (file.signatures = [{ keyid: '', sig: Buffer.alloc(64).toString('base64') }]))],
    ['no signature in its list', withChange(file => (file.signatures = []))],
    ['a signature that is no text', withChange(file => (file.signatures = [1 as never]))],
    ['another time', withContent(content => (content['takenAt'] = '2027-01-01T00:00:00.000Z'))],
    ['another peer', withContent(content => (content['peers'] = {}))],
    ['a member more', withContent(content => (content['more'] = 1))],
    ['a member beside the signatures', withChange(file => (file['more'] = 1))],
    ['no graph', withContent(content => delete content['graph'])],
    ['content that is no JSON', canonicalJson(signEnvelope(envelopeOf(GRAPH_TYPE, 'x'), key))],
    [
      'another format',
      canonicalJson(signEnvelope(envelopeOf(GRAPH_TYPE, payload.replace('licet-graph/1', 'licet-graph/2')), key)),
    ],
    [
      'a graph that is nested too deeply',
      canonicalJson(signEnvelope(envelopeOf(GRAPH_TYPE, `${'['.repeat(90)}${']'.repeat(90)}`), key)),
    ],
  ])('is tampered with when it has %s', (_what, changed) => {
    expect(faultOf(changed)).toBe('tampered');
  });

  it('is unsigned when it has no signature', () => {
    expect(faultOf(JSON.stringify(SEEDS.gaps))).toBe('unsigned');
    expect(faultOf(withChange(file => delete (file as Partial<File>).signatures))).toBe('unsigned');
  });

  it('never counts with other content, whatever character changes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: text.length - 2 }), fc.constantFrom('x', '0', '"', '}'), (at, to) => {
        if (text[at] === to) return;
        const changed = text.slice(0, at) + to + text.slice(at + 1);
        // The name of a key in an envelope is a hint, which no signature is over.
        if (faultOf(changed) === 'none') expect(payloadOf(changed)).toBe(payload);
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
  it('fits only its key, its type and its text', () => {
    const signed = signEnvelope(envelopeOf('a', 'text'), key);
    const by = (envelope: typeof signed, one = publicKey): readonly string[] => {
      const known = publicKeyOf(one);
      return known === undefined ? [] : signersOf(envelope, new Map([['ann', known]]));
    };

    expect(by(signed)).toEqual(['ann']);
    expect(by({ ...signed, payloadType: 'b' })).toEqual([]);
    expect(by({ ...signed, payload: Buffer.from('texts').toString('base64') })).toEqual([]);
    expect(by(signed, publicKeyText(other))).toEqual([]);
    expect(publicKeyOf('ed25519:no key')).toBeUndefined();
    expect(by({ ...signed, signatures: [] })).toEqual([]);
  });
});
