import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createRegistry } from '@licet/core';
import { loadPolicy } from '@licet/core/yaml';
import { guardDefinitions } from '@licet/guards';
import { stateOf, storesOf } from 'licet/source/policy/stores.ts';
import { afterAll, describe, expect, it } from 'vitest';

const root = mkdtempSync(join(tmpdir(), 'licet-open-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

async function opens(policy: string, settings = ''): Promise<boolean> {
  const built = loadPolicy(`version: 1\naudit: { store: none }\n${settings}policy: ${policy}\n`, {
    registry: createRegistry(guardDefinitions),
    root,
    home: root,
  });
  return (await stateOf(built, storesOf(built, root, { writes: true }), false)).sessions !== undefined;
}

describe('stateOf', () => {
  it.each([
    '{ budget: { max: 1 } }',
    '{ rate_limit: { max: 1, window: 1m } }',
    '{ progressive: { match: { kind: read }, steps: [{ after: 1, then: block }] } }',
    '{ single_use: {} }',
    '{ allow_once: {} }',
    '{ requires: tests_passing }',
    '{ all: [{ floor: {} }, { when: { if: { kind: read }, then: { any: [{ single_use: {} }] } } }] }',
    '{ layer: observe, budget: { max: 1 } }',
  ])('keeps what %s remembers in a file, asked or not', async policy => {
    expect(await opens(policy)).toBe(true);
  });

  it('keeps sessions in a file for any policy, so that an outcome finds its call', async () => {
    expect(await opens('{ all: [{ floor: {} }, { file_boundary: { deny: [.env] } }] }')).toBe(true);
  });

  it('keeps them in memory where the policy sets it', async () => {
    expect(await opens('{ floor: {} }', 'sessions: { store: memory }\n')).toBe(false);
  });

  it('makes no file before there is something to keep', async () => {
    await opens('{ budget: { max: 1 } }');

    expect(readdirSync(root)).toEqual([]);
  });
});
