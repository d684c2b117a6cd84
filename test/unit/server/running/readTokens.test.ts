import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { PolicyEngine, guard, pass } from '@licet/core';
import { createServer } from '@licet/server';
import { readTokens } from '@licet/server/running';
import { afterAll, describe, expect, it } from 'vitest';

const world = mkdtempSync(join(tmpdir(), 'licet-tokens-'));
afterAll(() => rmSync(world, { recursive: true, force: true }));

const GATEWAY = 'the-token-of-the-gateway-0123456789abcdef';
const BOARD = 'the-token-of-the-board-0123456789abcdefgh';

let count = 0;
function file(text: string, mode = 0o600): string {
  const path = join(world, `tokens-${count++}.json`);
  writeFileSync(path, text, { mode });
  chmodSync(path, mode);
  return path;
}
const machine = (more: object = {}): string => JSON.stringify({ gateway: { token: GATEWAY, may: ['decide'], ...more } });

describe('the tokens of machines', () => {
  it('let each machine do what its rights say, for its principals, and nothing else', async () => {
    const text = JSON.stringify({
      gateway: { token: GATEWAY, may: ['decide', 'report'], principals: ['ann'] },
      board: { token: BOARD, may: ['look'] },
    });
    const engine = new PolicyEngine(guard('fine', () => pass()));
    const server = createServer({ open: () => ({ engine, settings: {}, sources: [] }), tokens: readTokens(file(text)) });
    const url = await server.listen();
    const ask = async (token: string, path: string, body?: object): Promise<number> => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      return (await fetch(`${url}${path}`, { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) })).status;
    };
    const action = (id: string) => ({ action: { kind: 'read', principal: { id } } });

    expect(await ask(GATEWAY, '/v1/evaluate', action('ann'))).toBe(200);
    expect(await ask(GATEWAY, '/v1/evaluate', action('bob'))).toBe(403);
    expect(await ask(GATEWAY, '/v1/status')).toBe(403);
    expect(await ask(BOARD, '/v1/status')).toBe(200);
    expect(await ask(BOARD, '/v1/evaluate', action('ann'))).toBe(403);
    await server.close();
  });

  it.each([
    ['no JSON', '{', 'JSON'],
    ['a list', '[]', 'a JSON object'],
    ['none', '{}', 'there is none'],
    ['a text for a token', JSON.stringify({ gateway: GATEWAY }), 'must have the members'],
    ['a member more', machine({ rights: [] }), 'a member that is not known'],
    ['a short token', machine({ token: 'short' }), 'at least 32'],
    ['no rights', machine({ may: [] }), '`may` of `gateway`'],
    ['a right to answer', machine({ may: ['answer'] }), '`may` of `gateway`'],
    ['a right to end the server', machine({ may: ['decide', 'stop'] }), '`may` of `gateway`'],
    ['no principals', machine({ principals: [] }), '`principals` of `gateway`'],
    ['a name that is none', JSON.stringify({ '': { token: GATEWAY, may: ['look'] } }), 'the name of a machine'],
    [
      'one token twice',
      JSON.stringify({ a: { token: GATEWAY, may: ['look'] }, b: { token: GATEWAY, may: ['decide'] } }),
      'the same token',
    ],
  ])('are refused, and not shown: %s', (_name, text, why) => {
    const refusal = () => readTokens(file(text));
    expect(refusal).toThrow(why);
    expect(refusal).not.toThrow(GATEWAY);
  });

  it.skipIf(process.platform === 'win32')('are refused from a file that others can read', () => {
    expect(() => readTokens(file(machine(), 0o644))).toThrow(/others|read/u);
    expect(() => readTokens(join(world, 'none'))).toThrow(/none` cannot be read/u);
  });
});
