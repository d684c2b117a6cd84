import { All, memoryAudit, memorySessions } from '@licet/core';
import type { SessionStore } from '@licet/core';
import { fakeClock } from '@licet/core/testing';
import type { CapabilityEngineOptions, Frame } from '@licet/capabilities';
import { Capabilities, CapabilityEngine, CapabilityPolicy, Firewall, Handles } from '@licet/capabilities';
import { Token, keyRing } from '@licet/capabilities/tokens';
import { describe, expect, it } from 'vitest';

const SECRET = `ghp_${'a1B2'.repeat(9)}`;
const KEY = 'a secret of at least thirty-two letters';
const people = Array.from({ length: 120 }, (_, id) => ({
  id,
  name: `p${id}`,
  city: id % 2 === 0 ? 'Ulm' : 'Bonn',
  ssn: '078-05-1120',
}));

function stage(options: CapabilityEngineOptions & { readonly tokens?: boolean; readonly sessions?: SessionStore } = {}) {
  const { tokens = true, ...more } = options;
  const clock = fakeClock(1_000_000);
  const audit = memoryAudit();
  const keys = keyRing(KEY);
  const catalogue = Capabilities({
    catalogue: {
      'crm.find': { safety: 'read', sensitivity: ['pii'], allowedFields: ['id', 'name', 'city'] },
      'crm.edit': { safety: 'write' },
      'log.read': { safety: 'read' },
    },
  });
  const guards = [catalogue, CapabilityPolicy(), Firewall(), ...(tokens ? [Token({ keys })] : [])];
  const sessions = memorySessions();
  const engine = new CapabilityEngine(All(...guards), { ...(tokens && { keys }), clock, audit, sessions, ...more });
  return { engine, clock, audit, sessions };
}

const ann = { id: 'ann', roles: ['writer'], attributes: { tenant: 't1' } };
const find = (engine: CapabilityEngine, more: object = {}, run: () => unknown = () => people): Promise<Frame> =>
  engine.invoke({ tool: 'crm.find', principal: ann, run, ...more });

function shownOf(frame: Frame): Extract<Frame, { status: 'ok' }> {
  if (frame.status !== 'ok')
    throw new Error(`${frame.status}: ${JSON.stringify(frame.status === 'stopped' ? frame.explanation : frame.error)}`);
  return frame;
}

describe('invoke', () => {
  it('grants, judges, runs, shows and writes down in one call', async () => {
    const { engine, audit } = stage();
    const frame = shownOf(await find(engine));
    expect(frame).toMatchObject({
      mode: 'summary',
      shown: ['rows: 120', 'fields: city, id, name', 'id: least 0, most 119, average 59.5', 'city: Bonn 60, Ulm 60'],
      handle: { total: 120 },
    });
    expect(audit.records.map(({ type }) => type)).toEqual(['evaluation', 'fact', 'evaluation', 'outcome']);
    expect(audit.records.at(-1)).toMatchObject({ status: 'ok', shown: { mode: 'summary', handle: { id: frame.handle?.id } } });
    expect(JSON.stringify(audit.records)).not.toContain('078-05');
  });

  it('never runs what does not pass, and says everything that prevents it', async () => {
    const { engine, audit } = stage();
    let ran = 0;
    const run = () => (ran += 1);
    const denied = await engine.invoke({ tool: 'crm.find', principal: { id: 'bob' }, run });
    expect(denied).toMatchObject({ status: 'stopped', code: 'missing_tenant_attribute', explanation: { denied: true } });
    const asked = await engine.invoke({ tool: 'crm.edit', principal: ann, run });
    expect(asked).toMatchObject({ status: 'stopped', ruling: 'ask', code: 'insufficient_justification' });
    const request = { justification: 'the customer asked for it' };
    expect(await engine.invoke({ tool: 'crm.edit', principal: ann, request, run })).toMatchObject({ status: 'ok' });
    expect(ran).toBe(1);
    expect(audit.records.filter(({ type }) => type === 'evaluation')).toHaveLength(4);
  });

  it('takes only a token for the call where one is brought', async () => {
    const { engine } = stage();
    expect(await find(engine, { request: { token: 'none' } })).toMatchObject({ status: 'stopped', code: 'token_invalid' });
    const grant = await engine.grant({ tool: 'crm.find', principal: ann });
    const token = grant.granted ? grant.token : '';
    expect(await find(engine, { request: { token } })).toMatchObject({ status: 'ok' });
    await engine.revokePrincipal('ann');
    expect(await find(engine, { request: { token } })).toMatchObject({ code: 'token_revoked' });
  });

  it('works without tokens where the policy asks for none', async () => {
    expect(await find(stage({ tokens: false }).engine)).toMatchObject({ status: 'ok' });
    await expect(stage({ tokens: false }).engine.grant({ tool: 'crm.find' })).rejects.toThrow('`keys`');
  });

  it.each<[string, () => unknown]>([
    [
      'throws an error',
      () => {
        throw new Error(`bad ${SECRET}`);
      },
    ],
    [
      'throws a text',
      () => {
        throw `bad ${SECRET}`;
      },
    ],
    [
      'throws what throws',
      () => {
        throw {
          toString() {
            throw new Error(SECRET);
          },
        };
      },
    ],
    ['rejects', () => Promise.reject(new Error(`bad ${SECRET}`))],
  ])('shows a failure without its secrets where a tool %s', async (_what, run) => {
    const { engine, audit } = stage();
    const frame = await engine.invoke({ tool: 'log.read', principal: ann, run });
    expect(frame).toMatchObject({ status: 'failed' });
    expect(JSON.stringify(frame)).not.toContain('ghp_a1');
    expect(JSON.stringify(audit.records)).not.toContain('ghp_a1');
    expect(audit.records.at(-1)).toMatchObject({ type: 'outcome', status: 'error' });
  });

  it('withholds the text of a failure where only some fields may be shown', async () => {
    const frame = await find(stage().engine, {}, () => {
      throw new Error('no row with ssn 078-05-1120');
    });
    expect(JSON.stringify(frame.status === 'failed' && frame.error)).not.toContain('078');
  });

  it('gives a call up when its host does', async () => {
    const { engine, audit } = stage();
    const abort = new AbortController();
    const run = () => {
      abort.abort();
      return new Promise(() => undefined);
    };
    expect(await engine.invoke({ tool: 'log.read', principal: ann, signal: abort.signal, run })).toMatchObject({
      status: 'failed',
    });
    expect(audit.records.at(-1)).toMatchObject({ status: 'cancelled' });
  });

  it('shows rows to who asks, and its own shape to a role with a token that allows it, which the trail holds', async () => {
    const { engine, audit } = stage();
    const raw = { tool: 'log.read', principal: { ...ann, roles: ['admin'] }, run: () => ({ a: [1, { b: SECRET }] }) };
    expect(shownOf(await find(engine, { request: { mode: 'table', maxRows: 2 } })).shown).toEqual([
      { id: 0, name: 'p0', city: 'Ulm' },
      { id: 1, name: 'p1', city: 'Bonn' },
    ]);
    expect(shownOf(await engine.invoke({ ...raw, principal: ann, request: { mode: 'raw' } })).mode).toBe('summary');
    expect(shownOf(await engine.invoke({ ...raw, request: { mode: 'raw' } })).mode).toBe('table');
    const grant = await engine.grant({ tool: 'log.read', principal: raw.principal, constraints: { mode: 'raw' } });
    const request = { mode: 'raw' as const, token: grant.granted ? grant.token : '' };
    expect(shownOf(await engine.invoke({ ...raw, request }))).toMatchObject({
      mode: 'raw',
      shown: { a: [1, { b: '[REDACTED:github_token]' }] },
    });
    expect(audit.records.findLast(({ type }) => type === 'evaluation')).toMatchObject({ obligations: { mode: 'raw' } });
  });
});

describe('a handle of a table', () => {
  async function table(maxRows: number) {
    const catalogue = Capabilities({ catalogue: { 'crm.find': { safety: 'read' } } });
    const engine = new CapabilityEngine(
      All(catalogue, CapabilityPolicy({ maxRows: 500 }), Handles(), Firewall({ mode: 'table', maxRows })),
      {
        sessions: memorySessions(),
      },
    );
    return { engine, frame: shownOf(await find(engine)) };
  }

  it('is not given where no row more may be shown', async () => {
    const { frame } = await table(50);

    expect(frame).toMatchObject({ mode: 'table', shown: expect.objectContaining({ length: 50 }) });
    expect(frame.handle).toBeUndefined();
  });

  it('can be expanded where it is given', async () => {
    const { engine, frame } = await table(200);

    expect(frame.shown).toHaveLength(120);
    expect(frame.handle).toMatchObject({ total: 120 });
    const more = await engine.expand({ handle: frame.handle?.id ?? '', filter: { city: 'Ulm' } }, { principal: ann });
    expect(shownOf(more).shown).toHaveLength(60);
  });
});

describe('expand', () => {
  async function kept(options: CapabilityEngineOptions = {}) {
    const made = stage(options);
    const { handle } = shownOf(await find(made.engine));
    return { ...made, id: handle?.id ?? '' };
  }
  const as = { principal: ann };

  it('shows rows of a handle to its principal, as the policy shows them', async () => {
    const { engine, id, audit } = await kept();
    const frame = shownOf(await engine.expand({ handle: id, filter: { city: 'Bonn' }, fields: ['id'], offset: 1, limit: 2 }, as));
    expect(frame.shown).toEqual([{ id: 3 }, { id: 5 }]);
    expect(audit.records.at(-2)).toMatchObject({ type: 'evaluation', kind: 'expand', tool: 'crm.find', principal: 'ann' });
    expect(audit.records.at(-1)).toMatchObject({ type: 'outcome', shown: { handle: { id, rows: 2 } } });
  });

  it.each<[string, object, object, string]>([
    ['another principal', {}, { principal: { ...ann, id: 'bob' } }, 'handle_principal_mismatch'],
    ['stranger', {}, {}, 'missing_tenant_attribute'],
    ['a field that may not be shown', { fields: ['ssn'] }, as, 'handle_constraint_violation'],
    ['a search in a field that may not be shown', { filter: { ssn: '078-05-1120' } }, as, 'handle_constraint_violation'],
    ['too many rows', { limit: 51 }, as, 'handle_constraint_violation'],
    ['a limit that is none', { limit: -1 }, as, 'invalid_constraint'],
    ['a limit that is a text', { limit: '5' }, as, 'invalid_constraint'],
    ['fields that are no list', { fields: 'id' }, as, 'invalid_constraint'],
    ['a filter that is no mapping', { filter: [] }, as, 'invalid_constraint'],
    ['an unknown handle', { handle: 'stranger' }, as, 'handle_not_found'],
  ])('is refused, and written down, for %s', async (_what, query, who, code) => {
    const { engine, id, audit } = await kept();
    const before = audit.records.length;
    const frame = await engine.expand({ handle: id, ...query }, who);
    expect(frame.status === 'stopped' && frame.explanation.conditions.map(each => each.code)).toContain(code);
    expect(audit.records.slice(before).some(record => record.type === 'evaluation' && record.ruling === 'block')).toBe(true);
  });

  it('counts rows over all of its calls', async () => {
    const { engine, id } = await kept();
    expect(shownOf(await engine.expand({ handle: id, limit: 30 }, as)).shown).toHaveLength(30);
    expect(await engine.expand({ handle: id, limit: 21 }, as)).toMatchObject({ status: 'stopped' });
    expect(shownOf(await engine.expand({ handle: id, offset: 30 }, as)).shown).toHaveLength(20);
    expect(await engine.expand({ handle: id, limit: 1 }, as)).toMatchObject({ code: 'handle_constraint_violation' });
  });

  it('shows no more at the same time either', async () => {
    const { engine, id } = await kept();
    const frames = await Promise.all([1, 2, 3].map(() => engine.expand({ handle: id, limit: 40 }, as)));
    const rows = frames.flatMap(frame => (frame.status === 'ok' ? (frame.shown as readonly unknown[]) : []));
    expect(rows.length).toBeLessThanOrEqual(50);
  });

  it('ends with its time, its token and its place in the store', async () => {
    const { engine, id, clock } = await kept({ handles: { ttlMs: 1_000 } });
    await clock.advance(1_000);
    expect(await engine.expand({ handle: id }, as)).toMatchObject({ code: 'handle_expired' });
    const revoked = await kept();
    await revoked.engine.revokePrincipal('ann');
    expect(await revoked.engine.expand({ handle: revoked.id }, as)).toMatchObject({ code: 'token_revoked' });
    const gone: unknown[] = [];
    const small = await kept({ handles: { maxEntries: 1, onEvict: evicted => void gone.push(evicted) } });
    await find(small.engine);
    expect(await small.engine.expand({ handle: small.id }, as)).toMatchObject({ code: 'handle_not_found' });
    expect(small.engine.handleStats).toMatchObject({ entries: 1, evicted: 1 });
    expect(gone).toEqual([expect.objectContaining({ id: small.id, tool: 'crm.find' })]);
  });

  it('is bounded by its own token for the same capability', async () => {
    const { engine, id } = await kept();
    const other = await engine.grant({ tool: 'log.read', principal: ann });
    const token = other.granted ? other.token : '';
    expect(await engine.expand({ handle: id }, { ...as, request: { token } })).toMatchObject({ code: 'token_scope_mismatch' });
  });

  it('keeps nothing that is too large, and counts it', async () => {
    const { engine } = stage({ handles: { maxEntryBytes: 1_000 } });
    expect(shownOf(await find(engine)).handle).toBeUndefined();
    expect(engine.handleStats).toMatchObject({ entries: 0, refused: 1 });
  });
});
