import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { keyPlace, readToken } from '@licet/capabilities/tokens';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';

// Loaded here once, and not in the first test: it brings the schema library along.
import '../../../../packages/cli/src/policy/compile.ts';
import { openEngine } from '../../../../packages/cli/src/policy/openEngine.ts';
import { readPolicy } from '../../../../packages/cli/src/policy/readPolicy.ts';
import { storesOf } from '../../../../packages/cli/src/policy/stores.ts';
import { tokenProgram } from '../../../../packages/cli/src/grants/tokenProgram.ts';
import { grantTo, listTokens, revokeTokens, rotateKeys } from '../../../../packages/capabilities/src/commands/tokens.ts';

const POLICY = `version: 1
default: block
capabilities:
  crm.find: { safety: read }
  crm.edit: { safety: write }
policy:
  all: [ { capability_policy: {} }, { token: { max_ttl: 2h } } ]
`;

const folder = mkdtempSync(join(tmpdir(), 'licet-tokens-'));
const { HOME } = process.env;
process.env['HOME'] = join(folder, 'home');
afterAll(() => {
  process.env['HOME'] = HOME;
  rmSync(folder, { recursive: true, force: true });
});

const human = tokenProgram({ env: {}, hasTerminal: true });
let [policy, root, made] = ['', '', 0];
let said: string[] = [];
const say = (text: string): void => void said.push(text);
const terminal = { print: say, complain: say, hasColor: false };

beforeEach(() => {
  root = join(folder, `project-${made++}`);
  mkdirSync(join(root, '.licet'), { recursive: true });
  policy = join(root, 'governance.yaml');
  writeFileSync(policy, POLICY);
  said = [];
});

/** What another process says of a call with a token. */
async function codeOf(token: string, tool = 'crm.find'): Promise<string> {
  const kept = await readPolicy(policy, false);
  const stores = storesOf(kept.compiled, root, { writes: true });
  const { engine } = await openEngine({ kept, file: policy }, { records: true, stores });
  const { code } = await engine.evaluate({ kind: 'tool', tool, principal: { id: 'bot' }, request: { token } });
  await stores.close();
  return code;
}

async function grant(more: object = {}): Promise<string> {
  said = [];
  const code = await grantTo('crm.find', { to: 'bot', policy, as: 'ann', ...more }, terminal, human);
  return code === 0 ? (said.at(-1) ?? '') : `${code}`;
}

describe('licet grant', () => {
  it('prints a token that another process verifies, until it is revoked', async () => {
    await rotateKeys({ policy }, terminal, human);
    const token = await grant({ ttl: '10m', maxRows: '5', field: ['id'], once: true });
    expect(readToken(token)?.claims).toMatchObject({
      principal: 'bot',
      constraints: { maxRows: 5, fields: ['id'] },
      singleUse: true,
    });
    expect(await codeOf(token)).toBe('ok');
    expect(await codeOf(token)).toBe('token_used');
    const other = await grant();
    await revokeTokens(readToken(other)?.claims.id, { policy, as: 'ann' }, terminal, human);
    expect(await codeOf(other)).toBe('token_revoked');
    const third = await grant();
    await revokeTokens(undefined, { policy, principal: 'bot', as: 'ann' }, terminal, human);
    expect(said.at(-1)).toContain('1 of them good');
    expect(await codeOf(third)).toBe('token_revoked');
    said = [];
    await listTokens({ policy }, terminal, human);
    expect(said).toHaveLength(3);
    expect(said.every(line => line.startsWith('revoked') || line.startsWith('used'))).toBe(true);
  });

  it('says what the policy has against it, and grants nothing', async () => {
    await rotateKeys({ policy }, terminal, human);
    expect(await grant({ ttl: '3h' })).toBe('2');
    expect(said.join()).toContain('at most 2 hours');
    expect(await grantTo('crm.edit', { to: 'bot', role: ['writer'], policy, as: 'ann' }, terminal, human)).toBe(1);
    expect(await grantTo('crm.edit', { to: 'bot', policy, as: 'ann' }, terminal, human)).toBe(2);
  });

  it('signs with a new key from now on, and ends the tokens of one that is taken out', async () => {
    await rotateKeys({ policy }, terminal, human);
    const { file } = keyPlace({ root, home: homedir() });
    expect([statSync(file).mode & 0o777, statSync(dirname(file)).mode & 0o777]).toEqual([0o600, 0o700]);
    const first = await grant();
    await rotateKeys({ policy }, terminal, human);
    const second = await grant();
    expect([await codeOf(first), await codeOf(second)]).toEqual(['ok', 'ok']);
    await rotateKeys({ policy, drop: readToken(first)?.claims.keyId ?? '' }, terminal, human);
    expect([await codeOf(first), await codeOf(second)]).toEqual(['token_invalid', 'ok']);
    const { active, keys } = JSON.parse(readFileSync(file, 'utf8')) as { active: string; keys: object };
    expect(Object.keys(keys)).toEqual([active]);
    await expect(rotateKeys({ policy, drop: active }, terminal, human)).rejects.toThrow('no old key');
    expect(said.join()).not.toContain(JSON.stringify(keys).slice(20, 40));
  });

  it('refuses keys in the folder of the policy, and says how they move', async () => {
    await rotateKeys({ policy }, terminal, human);
    const token = await grant();
    const { file } = keyPlace({ root, home: homedir() });
    writeFileSync(join(root, '.licet', 'token-keys.json'), readFileSync(file, 'utf8'));

    expect(await codeOf(token)).toBe('guard_threw');
    await expect(rotateKeys({ policy }, terminal, human)).rejects.toThrow(`mv ${root}/.licet/token-keys.json ${file}`);
    rmSync(join(root, '.licet', 'token-keys.json'));
    expect(await codeOf(token)).toBe('ok');
    chmodSync(file, 0o644);
    expect(await codeOf(token)).toBe('guard_threw');
  });

  it('is for humans, and for policies that ask for tokens', async () => {
    const agent = tokenProgram({ env: { CLAUDECODE: '1' }, hasTerminal: true });
    await expect(grantTo('crm.find', { to: 'bot', policy }, terminal, agent)).rejects.toThrow('an agent');
    await expect(revokeTokens('x', { policy }, terminal, agent)).rejects.toThrow('an agent');
    await expect(rotateKeys({ policy }, terminal, agent)).rejects.toThrow('an agent');
    await expect(revokeTokens('x', { policy, principal: 'bot' }, terminal, human)).rejects.toThrow('not both');
    writeFileSync(policy, 'version: 1\ndefault: pass\npolicy: { floor: {} }\n');
    await expect(grantTo('crm.find', { to: 'bot', policy }, terminal, human)).rejects.toThrow('has no `token`');
  });
});
