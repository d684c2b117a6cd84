import type { ResponseMode } from '@licet/core/nodes';
import { RESPONSE_MODES } from '@licet/core/nodes';
import { outputFirewall, shapeOutput } from '@licet/capabilities';
import { describe, expect, it } from 'vitest';

const LETTERS = 'abcdefghijkmnpqrstuvwxyz';
const UPPER = LETTERS.toUpperCase();
const DIGITS = '23456789';
const ANY = LETTERS + UPPER + DIGITS;

/** The same numbers in every run. */
function numbers(seed: number): () => number {
  let state = seed * 2_654_435_761 + 1;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c_1b_3c_6d) + 0x9e_37_79_b9) | 0;
    return (state >>> 0) / 2 ** 32;
  };
}

type Make = (some: (count: number, from?: string) => string) => string;

/** A secret of each kind: the whole of what must not be seen. */
const KINDS: Readonly<Record<string, Make>> = {
  aws: some => `AKIA${some(16, 'ABCDEFGHJKLMNPQRSTUVWXYZ234567')}`,
  github: some => `ghp_${some(36)}`,
  githubFine: some => `github_pat_${some(60)}`,
  gitlab: some => `glpat-${some(20)}`,
  slack: some => `xoxb-${some(12, DIGITS)}-${some(24)}`,
  stripe: some => `sk_live_${some(30)}`,
  anthropic: some => `sk-ant-api03-${some(93)}AA`,
  google: some => `AIza${some(35)}`,
  npm: some => `npm_${some(36)}`,
  pypi: some => `pypi-AgEIcHlwaS5vcmc${some(80)}`,
  huggingface: some => `hf_${some(34, LETTERS + UPPER)}`,
  sendgrid: some => `SG.${some(22)}.${some(43)}`,
  shopify: some => `shpat_${some(32, 'abcdef0123456789')}`,
  digitalocean: some => `dop_v1_${some(64, 'abcdef0123456789')}`,
  databricks: some => `dapi${some(32, 'abcdef0123456789')}`,
  linear: some => `lin_api_${some(40)}`,
  grafana: some => `glsa_${some(32)}_${some(8, 'abcdef0123456789')}`,
  doppler: some => `dp.pt.${some(43)}`,
  planetscale: some => `pscale_tkn_${some(43)}`,
  privateKey: some => `-----BEGIN PRIVATE KEY-----\n${some(64)}\n${some(64)}\n-----END PRIVATE KEY-----`,
  jwt: some => `eyJ${some(30)}.eyJ${some(60)}.${some(43)}`,
  url: some => `https://svc:${some(20)}@db.internal.test/x`,
  bearer: some => `Authorization: Bearer ${some(40)}`,
  password: some => `password=${some(18)}`,
  card: some => luhn(`4${some(14, '0123456789')}`),
};

function luhn(digits: string): string {
  const sum = digits
    .split('')
    .toReversed()
    .reduce((total, digit, at) => {
      const value = Number(digit) * (at % 2 === 0 ? 2 : 1);
      return total + (value > 9 ? value - 9 : value);
    }, 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

const canaries = Object.entries(KINDS).flatMap(([kind, make], row) =>
  Array.from({ length: 8 }, (_, column) => {
    const next = numbers(row * 8 + column + 1);
    const some = (count: number, from = ANY): string =>
      Array.from({ length: count }, () => from[Math.floor(next() * from.length)]).join('');
    return { kind, secret: make(some) };
  }),
);

/** The part of a secret that says nothing of its kind: any ten characters of its end. */
const tellOf = (secret: string): string =>
  secret.startsWith('-----') ? (secret.split('\n')[1] ?? '').slice(-12) : secret.replace(/@.*$/u, '').slice(-10);

const SHAPES: Readonly<Record<string, (secret: string) => unknown>> = {
  'a text': secret => `log line before ${secret} and after`,
  'the text alone': secret => secret,
  'a list': secret => ['first', secret, 'last'],
  rows: secret => [
    { id: 1, note: 'none' },
    { id: 2, note: secret },
    { id: 3, note: 'none' },
  ],
  'the same row often': secret => Array.from({ length: 6 }, () => ({ note: secret, id: 1 })),
  'a record in a record': secret => ({ a: { b: `x ${secret} y` } }),
  'a name': secret => ({ [secret]: 1 }),
  'JSON in a text': secret => JSON.stringify({ rows: [{ note: secret }] }),
  'blocks of a tool server': secret => ({
    content: [{ type: 'text', text: `found ${secret}` }],
    structuredContent: { note: secret },
  }),
  lines: secret => `one\ntwo ${secret}\nthree`,
};

const owed = (mode: ResponseMode | undefined, maxOutput: number) => ({
  redact: ['secrets', 'card', 'iban'],
  maxRows: 50,
  maxFields: 20,
  maxDepth: 4,
  maxOutput,
  ...(mode !== undefined && { mode }),
});

describe('the canaries', () => {
  it('are 200 of 25 kinds', () => {
    expect(new Set(canaries.map(({ secret }) => secret)).size).toBe(200);
    expect(Object.keys(KINDS)).toHaveLength(25);
  });

  it.each(Object.keys(SHAPES))('none leaves in any mode, whole or in part: %s', shape => {
    const leaks: string[] = [];
    for (const { kind, secret } of canaries) {
      const output = SHAPES[shape]?.(secret);
      const half = 24 + (secret.length >> 1);
      const shown = [
        ...RESPONSE_MODES.map(mode => shapeOutput(output, owed(mode, 4_000))),
        shapeOutput(output, owed(undefined, half)),
        outputFirewall.shape(output, owed('summary', 4_000)),
        outputFirewall.shape(output, owed(undefined, half)),
      ];
      if (JSON.stringify(shown).includes(tellOf(secret))) leaks.push(`${kind}: ${secret}`);
    }
    expect(leaks).toEqual([]);
  });
});
