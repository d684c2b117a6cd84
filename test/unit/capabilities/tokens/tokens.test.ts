import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { PolicyEngine, memoryAudit, memorySessions } from '@licet/core';
import { CapabilityEngine } from '@licet/capabilities';
import { Token, keyRing, keysFrom, readToken } from '@licet/capabilities/tokens';
import * as fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';

import { NEW, OLD, ann, granted, stage, use } from './fixtures.ts';
import { cases } from '../../../support/longRuns.ts';

const claimsOf = (token: string) => readToken(token)?.claims;

/** The same token with other claims, under the old signature or signed again with another key. */
const forged = (token: string, claims: object): string => {
  const [body = '', signature] = token.split('.');
  const changed = { ...(JSON.parse(Buffer.from(body, 'base64url').toString()) as object), ...claims };
  return `${Buffer.from(JSON.stringify(changed)).toString('base64url')}.${signature ?? ''}`;
};

describe('a token', () => {
  it('lets its principal use its capability, and is needed', async () => {
    const { engine } = stage();
    expect(await use(engine, await granted(engine))).toBe('ok');
    expect(await use(engine, undefined)).toBe('token_missing');
  });

  it('is for one principal and one capability', async () => {
    const { engine } = stage();
    const token = await granted(engine);
    expect(await use(engine, token, { principal: { id: 'bob' } })).toBe('token_scope_mismatch');
    expect(await use(engine, token, { principal: undefined })).toBe('token_scope_mismatch');
    expect(await use(engine, token, { tool: 'crm.edit' })).toBe('token_scope_mismatch');
  });

  it('is not granted for another capability by being a kind of grant itself', async () => {
    const { engine } = stage();
    expect(await use(engine, await granted(engine), { kind: 'read' })).toBe('ok');
    expect((await engine.evaluate({ kind: 'grant', tool: 'crm.find', principal: ann })).obligations).toEqual({});
  });

  it.each<[string, (token: string) => unknown]>([
    ['another principal', token => forged(token, { principal: 'bob' })],
    ['another capability', token => forged(token, { capability: 'crm.edit' })],
    ['more time', token => forged(token, { expiresAt: 9_999_999_999_999 })],
    ['fewer limits', token => forged(token, { constraints: {} })],
    ['no end of uses', token => forged(token, { singleUse: false })],
    ['another key', token => forged(token, { keyId: 'k9' })],
    ['an old epoch', token => forged(token, { epoch: 99 })],
    ['no signature', token => token.split('.')[0]],
    ['an empty signature', token => `${token.split('.')[0]}.`],
    ['another signature', token => `${token.slice(0, -4)}AAAA`],
    ['more after it', token => `${token}.x`],
    ['a byte before it', token => `x${token}`],
    ['no text', () => 5],
    ['an empty text', () => ''],
    ['JSON', () => '{"alg":"none"}'],
    ['a token of another kind', () => 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJhbm4ifQ.'],
    ['megabytes', token => token.padStart(5_000_000, 'A')],
    ['claims that are a list', token => `${Buffer.from('[]').toString('base64url')}.${token.split('.')[1]}`],
    ['a deep nest', token => `${Buffer.from('['.repeat(6_000)).toString('base64url')}.${token.split('.')[1]}`],
  ])('is worthless with %s', async (_what, change) => {
    const { engine } = stage();
    const token = change(await granted(engine, { singleUse: true, constraints: { maxRows: 5 } })) as string;
    const evaluation = await engine.evaluate({ kind: 'tool', tool: 'crm.find', principal: ann, request: { token } });
    expect(evaluation.passed).toBe(false);
    expect(['token_invalid', 'token_scope_mismatch']).toContain(evaluation.code);
    expect(JSON.stringify(evaluation.verdicts)).not.toContain(OLD);
  });

  it('is worthless after any change of a single character', async () => {
    const { engine } = stage();
    const token = await granted(engine);
    await fc.assert(
      fc.asyncProperty(fc.nat(token.length - 1), fc.constantFrom('A', 'a', '0', '_', '-', '.'), async (at, char) => {
        const changed = token.slice(0, at) + char + token.slice(at + 1);
        const same = Buffer.from(changed.split('.')[1] ?? '', 'base64url').equals(
          Buffer.from(token.split('.')[1] ?? '', 'base64url'),
        );
        if (changed !== token && !(same && changed.split('.')[0] === token.split('.')[0]))
          expect(await use(engine, changed)).not.toBe('ok');
      }),
      { numRuns: cases(60) },
    );
  });

  it('expires on time, and is not good before it was issued but for clocks that differ a little', async () => {
    const { engine, clock } = stage();
    const token = await granted(engine, { ttl: '1m' });
    await clock.advance(59_999);
    expect(await use(engine, token)).toBe('ok');
    await clock.advance(1);
    expect(await use(engine, token)).toBe('token_expired');
    const late = stage();
    await late.clock.advance(60_000);
    const future = await granted(late.engine, { ttl: '1h' });
    expect(await use(stage().engine, future)).toBe('token_invalid');
    const skewed = stage();
    await skewed.clock.advance(40_000);
    expect(await use(skewed.engine, future)).toBe('ok');
  });

  it('is good under the policy that granted it only', async () => {
    const token = await granted(stage().engine);
    expect(await use(stage({ token: { maxTtl: '2h' } }).engine, token)).toBe('token_scope_mismatch');
  });

  it.each<[string, object, string]>([
    ['no time', { ttl: 0 }, 'invalid_constraint'],
    ['a time below 0', { ttl: -5 }, 'invalid_constraint'],
    ['a time that is none', { ttl: 'soon' }, 'invalid_constraint'],
    ['a fraction', { ttl: 0.5 }, 'invalid_constraint'],
    ['too long a time', { ttl: '25h' }, 'ttl_exceeded'],
    ['limits that are none', { constraints: { maxRows: '5' } }, 'invalid_constraint'],
    ['limits that there are not', { constraints: { rows: 5 } }, 'invalid_constraint'],
    ['rules for arguments that are none', { constraints: { args: [{ pinned: 5 }] } }, 'invalid_constraint'],
  ])('is not granted with %s, and never for less than was asked for', async (_what, wish, code) => {
    const { engine } = stage();
    const result = await engine.grant({ tool: 'crm.find', principal: ann, ...wish });
    expect(result).toMatchObject({ granted: false, evaluation: { code } });
    expect(result.granted || result.explanation.conditions[0]?.condition).toBe('grant');
  });

  it('lasts at most as long as the class of its capability allows', async () => {
    const { engine } = stage({ token: { maxTtlDestructive: '10m', ttl: '2h' } });
    expect(await engine.grant({ tool: 'crm.drop', principal: ann, ttl: '11m' })).toMatchObject({
      evaluation: { code: 'ttl_exceeded' },
    });
    expect(await engine.grant({ tool: 'crm.drop', principal: ann })).toMatchObject({
      claims: { expiresAt: 1_000_000 + 600_000 },
    });
    expect(await engine.grant({ tool: 'crm.find', principal: ann })).toMatchObject({
      claims: { expiresAt: 1_000_000 + 7_200_000 },
    });
  });

  it('holds its calls to its content', async () => {
    const { engine } = stage();
    const constraints = {
      args: [{ allowedKeys: ['id', 'path'], pinned: { id: 5 }, prefix: { path: 'docs/' } }],
      maxRows: 3,
      fields: ['id'],
      scope: { project: 'web' },
    };
    const token = await granted(engine, { constraints });
    const call = (payload: object, scope: object = { project: 'web' }) =>
      engine.evaluate({
        kind: 'tool',
        tool: 'crm.find',
        principal: ann,
        payload: { ...payload },
        request: { token, scope: { ...scope } },
      });
    expect((await call({ id: 5, path: 'docs/a' })).obligations).toEqual({ maxRows: 3, fields: ['id'] });
    expect((await call({ id: 6, path: 'docs/a' })).code).toBe('arg_constraint_violation');
    expect((await call({ id: 5, path: 'docs/../.env' })).code).toBe('arg_constraint_violation');
    expect((await call({ id: 5, path: 'docs/a', more: 1 })).code).toBe('arg_constraint_violation');
    expect((await call({ id: 5, path: 'docs/a' }, { project: 'app' })).code).toBe('scope_not_allowed');
  });

  it('compares a scope by what it says, also where that is a list', async () => {
    const { engine } = stage();
    const token = await granted(engine, { constraints: { scope: { teams: ['a', 'b'] } } });
    const within = (teams: readonly string[]) => use(engine, token, { request: { token, scope: { teams } } });

    expect(await within(['a', 'b'])).toBe('ok');
    expect(await within(['b', 'a'])).toBe('scope_not_allowed');
    expect(await use(engine, token)).toBe('scope_not_allowed');
  });

  it('can be for exactly one call', async () => {
    const { engine } = stage();
    const token = await granted(engine, { args: { id: 5 }, exact: true });
    expect(await use(engine, token, { payload: { id: 5 } })).toBe('ok');
    expect(await use(engine, token, { payload: { id: 6 } })).toBe('token_scope_mismatch');
    expect((await engine.grant({ tool: 'crm.find', args: { f: () => 1 }, exact: true, principal: ann })).granted).toBe(false);
  });

  it('can be good once: not again, not at the same time, and again when its call did not run', async () => {
    const { engine, sessions, policy, clock } = stage();
    const other = new PolicyEngine(policy, { sessions, clock });
    const token = await granted(engine, { singleUse: true });
    const call = { kind: 'tool', tool: 'crm.find', principal: ann, request: { token } };
    const all = await Promise.all([engine, other, engine, other].map(each => each.evaluate(call)));
    expect(all.filter(({ passed }) => passed)).toHaveLength(1);
    const first = all.find(({ passed }) => passed);
    const stops = all.filter(({ passed }) => !passed).map(({ code }) => code);
    expect(stops.every(code => code === 'token_used' || code === 'commit_lost')).toBe(true);
    if (first !== undefined) await engine.postAction(first, { status: 'denied' });
    expect(await use(engine, token)).toBe('ok');
    expect(await use(other as CapabilityEngine, token)).toBe('token_used');
  });

  it('is not used up by what asks for less, nor by an explanation', async () => {
    const { engine } = stage();
    const token = await granted(engine, { singleUse: true });
    await engine.explain({ kind: 'tool', tool: 'crm.find', principal: ann, request: { token } });
    expect(await use(engine, token)).toBe('ok');
  });
});

describe('revoking', () => {
  it('ends a token in every engine on the same store, and is the first thing that is seen', async () => {
    const { engine, sessions, policy, clock } = stage();
    const token = await granted(engine, { ttl: '1m' });
    await engine.revoke(claimsOf(token)?.id ?? '');
    await engine.revoke(claimsOf(token)?.id ?? '');
    expect(await use(new CapabilityEngine(policy, { sessions, clock }), token)).toBe('token_revoked');
    await clock.advance(120_000);
    expect(await use(engine, forged(token, { principal: 'bob' }))).toBe('token_revoked');
    expect(await engine.tokens()).toMatchObject([{ state: 'revoked' }]);
  });

  it('ends what was granted to a principal so far, and nothing later', async () => {
    const { engine } = stage();
    const [one, other] = [await granted(engine), await granted(engine, { principal: { id: 'bob' } })];
    expect(await engine.revokePrincipal('ann')).toBe(1);
    expect(await use(engine, one)).toBe('token_revoked');
    expect(await use(engine, other, { principal: { id: 'bob' } })).toBe('ok');
    expect(await use(engine, await granted(engine))).toBe('ok');
    expect(await engine.revokePrincipal('ann')).toBe(1);
  });

  it('takes unknown ids', async () => {
    await expect(stage().engine.revoke('stranger')).resolves.toBeUndefined();
  });

  it('is in the trail, like the grant and its denial', async () => {
    const audit = memoryAudit();
    const { engine } = stage({ audit });
    const token = await granted(engine);
    await engine.grant({ tool: 'crm.find', principal: ann, ttl: '9d' });
    await engine.revoke(claimsOf(token)?.id ?? '', { by: 'eve', reason: 'lost' });
    expect(audit.records).toMatchObject([
      { type: 'evaluation', kind: 'grant', ruling: 'pass', principal: 'ann' },
      { type: 'fact', name: `token/${claimsOf(token)?.id}`, change: 'established' },
      { type: 'evaluation', kind: 'grant', ruling: 'block', code: 'ttl_exceeded' },
      { type: 'fact', change: 'void', by: 'eve', reason: 'lost' },
    ]);
    expect(JSON.stringify(audit.records)).not.toContain(token.split('.')[1]);
  });
});

describe('a token made from another one', () => {
  const from = (token: string) => ({ from: { token, principal: 'ann' }, principal: { id: 'bob' } });

  it('is for somebody else, narrower, and ends with the first', async () => {
    const { engine } = stage();
    const first = await granted(engine, { constraints: { maxRows: 9, fields: ['id', 'name'] }, ttl: '10m' });
    const second = await granted(engine, { ...from(first), constraints: { maxRows: 5, fields: ['id'] } });
    expect(claimsOf(second)).toMatchObject({
      principal: 'bob',
      constraints: { maxRows: 5, fields: ['id'] },
      expiresAt: 1_000_000 + 600_000,
    });
    expect(await use(engine, second, { principal: { id: 'bob' } })).toBe('ok');
    await engine.revoke(claimsOf(first)?.id ?? '');
    expect(await use(engine, second, { principal: { id: 'bob' } })).toBe('token_revoked');
  });

  it.each<[string, object, object, string]>([
    ['more rows', { maxRows: 5 }, { constraints: { maxRows: 6 } }, 'invalid_constraint'],
    ['more fields', { fields: ['id'] }, { constraints: { fields: ['id', 'ssn'] } }, 'invalid_constraint'],
    ['a wider mode', {}, { constraints: { mode: 'raw' } }, 'invalid_constraint'],
    ['another scope', { scope: { p: 1 } }, { constraints: { scope: { p: 2 } } }, 'invalid_constraint'],
    ['more time', {}, { ttl: '2h' }, 'ttl_exceeded'],
    ['another capability', {}, { tool: 'crm.edit' }, 'token_scope_mismatch'],
    ['the name of somebody else', {}, { from: { token: '', principal: 'ann' } }, 'token_invalid'],
  ])('is not granted with %s', async (_what, constraints, wish, code) => {
    const { engine } = stage();
    const first = await granted(engine, { constraints });
    expect(await engine.grant({ tool: 'crm.find', ...from(first), ...wish })).toMatchObject({
      granted: false,
      evaluation: { code },
    });
    const thief = { ...from(first), from: { token: first, principal: 'bob' } };
    expect(await engine.grant({ tool: 'crm.find', ...thief })).toMatchObject({ evaluation: { code: 'token_scope_mismatch' } });
  });

  it('inherits the rules of all before it, and never comes from a token for one call', async () => {
    const { engine } = stage();
    const first = await granted(engine, { constraints: { args: [{ pinned: { a: 1 } }] } });
    const second = await granted(engine, { ...from(first), constraints: { args: [{ pinned: { b: 2 } }] } });
    const bob = { principal: { id: 'bob' } };
    expect(await use(engine, second, { ...bob, payload: { a: 1, b: 2 } })).toBe('ok');
    expect(await use(engine, second, { ...bob, payload: { b: 2 } })).toBe('arg_constraint_violation');
    const once = await granted(engine, { singleUse: true });
    expect((await engine.grant({ tool: 'crm.find', ...from(once) })).granted).toBe(false);
  });
});

describe('the keys', () => {
  it('are changed without a stop: tokens of an old one are good until it goes', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'licet-keys-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'keys.json');
    const keys = keysFrom({ file });
    writeFileSync(file, JSON.stringify({ keys: { k1: OLD } }));
    const { engine } = stage({ keys });
    const first = await granted(engine);
    writeFileSync(file, JSON.stringify({ active: 'k2', keys: { k1: OLD, k2: NEW } }));
    const second = await granted(engine);
    expect([claimsOf(first)?.keyId, claimsOf(second)?.keyId]).toEqual(['k1', 'k2']);
    expect([await use(engine, first), await use(engine, second)]).toEqual(['ok', 'ok']);
    writeFileSync(file, JSON.stringify({ keys: { k2: NEW } }));
    expect([await use(engine, first), await use(engine, second)]).toEqual(['token_invalid', 'ok']);
    rmSync(file);
    expect(await use(engine, second)).toBe('guard_threw');
  });

  it('never stand in for each other', async () => {
    const token = await granted(stage().engine);
    expect(await use(stage({ keys: keyRing({ active: 'default', keys: { default: NEW, k1: OLD } }) }).engine, token)).toBe(
      'token_invalid',
    );
  });

  it('come from a variable, as one secret or as JSON', () => {
    const variable = 'LICET_TEST_TOKEN_KEYS';
    onTestFinished(() => void delete process.env[variable]);
    const keys = keysFrom({ variable });
    expect(() => keys.active()).toThrow('holds no keys');
    process.env[variable] = OLD;
    expect(keys.active()).toEqual({ id: 'default', key: OLD });
    process.env[variable] = JSON.stringify({ active: 'b', keys: { a: OLD, b: NEW } });
    expect(keys.active().id).toBe('b');
  });

  it.each<[string, unknown]>([
    ['a short key', 'short'],
    ['no key', { keys: {} }],
    ['several and none active', { keys: { a: OLD, b: NEW } }],
    ['an active one that is not there', { active: 'c', keys: { a: OLD } }],
    ['a key that is no text', { keys: { a: 5 } }],
    ['no keys', {}],
    ['nothing', null],
  ])('are refused: %s', (_what, given) => {
    const make = () => keyRing(given as never);
    expect(make).toThrow(expect.objectContaining({ code: 'invalid_param' }));
    expect(make).not.toThrow(OLD);
  });

  it('need a policy that asks for tokens', () => {
    expect(() => new CapabilityEngine({ name: 'any', check: () => ({}) as never }, { keys: keyRing(OLD) })).toThrow('no `token`');
    expect(() => Token({ keyFile: 'a', keyVariable: 'b' })).toThrow('keep one');
    expect(memorySessions().inspect).toBeDefined();
  });
});
