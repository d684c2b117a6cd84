import { All, PolicyEngine, guard, memoryAudit, pass } from '@licet/core';
import type { Approver } from '@licet/core';
import type { CapabilityEngineOptions } from '@licet/capabilities';
import { Capabilities, CapabilityEngine, CapabilityPolicy, Firewall, Shortlist, outputFirewall } from '@licet/capabilities';
import { Token, keyRing } from '@licet/capabilities/tokens';
import { RESPONSE_MODES } from '@licet/core/nodes';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { cases } from '../../../support/longRuns.ts';

const catalogue = Capabilities({
  catalogue: {
    'log.read': { safety: 'read' },
    'log.write': { safety: 'write' },
    'crm.edit': { safety: 'write', sensitivity: ['pii'] },
    'vault.read': { safety: 'read', sensitivity: ['secrets'] },
    'memory.edit': { safety: 'destructive', sensitivity: ['memory'] },
  },
});
const rows = Array.from({ length: 60 }, (_, id) => ({ id, name: `n${id}` }));
const WHY = 'the customer confirmed the repair';

function stage(options: CapabilityEngineOptions = {}) {
  const audit = memoryAudit();
  const keys = keyRing('a secret of at least thirty-two letters');
  const engine = new CapabilityEngine(All(catalogue, CapabilityPolicy(), Firewall(), Token({ keys })), {
    keys,
    audit,
    ...options,
  });
  /** The types of the records that were written since the last time. */
  let seen = 0;
  const written = () => audit.records.slice(seen, (seen = audit.records.length));
  return { engine, written };
}

describe('the trail', () => {
  const ann = { id: 'ann', roles: ['writer'] };

  it('has one record for every grant, evaluation, answer, outcome and look into a handle, denials included', async () => {
    const approver: Approver = { approve: () => ({ granted: [true], by: 'ada' }) };
    const { engine, written } = stage();
    const types = () => written().map(({ type }) => type);

    const grant = await engine.grant({ tool: 'log.read', principal: ann });
    expect(types()).toEqual(['evaluation', 'fact']);
    const request = { token: grant.granted ? grant.token : '' };
    const frame = await engine.invoke({ tool: 'log.read', principal: ann, request, run: () => rows });
    expect(types()).toEqual(['evaluation', 'outcome']);
    const handle = frame.status === 'ok' ? (frame.handle?.id ?? '') : '';
    await engine.expand({ handle, limit: 2 }, { principal: ann, request });
    expect(types()).toEqual(['evaluation', 'outcome']);
    await engine.expand({ handle }, { principal: { id: 'bob' }, request });
    await engine.expand({ handle: 'none' }, { principal: ann, request });
    expect(written().map(({ type, ...rest }) => [type, 'code' in rest && rest.code])).toEqual([
      ['evaluation', 'handle_principal_mismatch'],
      ['evaluation', 'handle_not_found'],
    ]);
    await engine.invoke({ tool: 'log.read', principal: ann, request: { token: 'x' }, run: () => rows });
    expect(types()).toEqual(['evaluation']);

    const audit = memoryAudit();
    const plain = new CapabilityEngine(All(catalogue, CapabilityPolicy()), { approver, audit });
    await plain.invoke({ tool: 'log.write', principal: ann, run: () => rows });
    expect(audit.records.map(({ type }) => type)).toEqual(['ask', 'answer', 'evaluation', 'outcome']);
  });

  it('says who saw an output in its own shape, and in which role', async () => {
    const { engine, written } = stage();
    const principal = { id: 'root', roles: ['admin'] };
    const grant = await engine.grant({ tool: 'log.read', principal, constraints: { mode: 'raw' } });
    written();
    const request = { mode: 'raw' as const, token: grant.granted ? grant.token : '' };
    await engine.invoke({ tool: 'log.read', principal, request, run: () => ({ a: { b: 'SECRET' } }) });
    const [decided, ended] = written();
    expect(decided).toMatchObject({ type: 'evaluation', principal: 'root', roles: ['admin'], obligations: { mode: 'raw' } });
    expect(ended).toMatchObject({
      type: 'outcome',
      evaluationId: (decided as { evaluationId?: string }).evaluationId,
      shown: { mode: 'raw' },
    });
    expect(JSON.stringify([decided, ended])).not.toContain('SECRET');
  });

  it('says with which call older outputs had to go, and keeps a thousand in a tenth of 64 MiB', async () => {
    const { engine, written } = stage({ handles: { maxEntries: 2 } });
    for (let call = 0; call < 3; call++) await engine.invoke({ tool: 'log.read', principal: ann, run: () => rows });
    const outcomes = written().filter(({ type }) => type === 'outcome');
    expect(outcomes.map(record => ('shown' in record ? record.shown : undefined))).toEqual([
      expect.not.objectContaining({ evicted: 1 }),
      expect.not.objectContaining({ evicted: 1 }),
      expect.objectContaining({ evicted: 1 }),
    ]);

    const small = new CapabilityEngine(Firewall({ mode: 'handle' }), { handles: { maxEntries: 1_000 } });
    for (let id = 0; id < 1_010; id++)
      await small.invoke({
        tool: 'log.read',
        principal: ann,
        sessionId: `s${id % 50}`,
        run: () => [{ id, name: `person ${id}` }],
      });
    expect(small.handleStats).toMatchObject({ entries: 1_000, evicted: 10 });
    expect(small.handleStats.bytes).toBeLessThan((64 << 20) / 10);
  });
});

describe('a human', () => {
  it('is never asked for what is denied after the answer', () => {
    const engine = new PolicyEngine(All(catalogue, Shortlist(), CapabilityPolicy()));
    const tools = ['log.read', 'log.write', 'crm.edit', 'vault.read', 'memory.edit', 'unknown'];
    const roles = ['reader', 'writer', 'admin', 'secrets_reader', 'memory_writer', 'service', 'pii_reader'];
    const asked = fc.record({
      tool: fc.constantFrom(...tools),
      roles: fc.subarray(roles),
      tenant: fc.boolean(),
      maxRows: fc.constantFrom<unknown>(undefined, 5, '5', 1.5),
      scope: fc.constantFrom({}, { memory_scope: 'sensitive' }),
      payload: fc.constantFrom({}, { _justification: WHY, justification: WHY }),
    });
    let people = 0;
    fc.assert(
      fc.property(asked, ({ tool, roles: own, tenant, maxRows, scope, payload }) => {
        // No principal is limited by how often another one asked.
        const principal = { id: `bot${people++}`, roles: own, ...(tenant && { attributes: { tenant: 'acme' } }) };
        const judge = (more: object) =>
          engine.evaluateSync({
            kind: 'tool',
            tool,
            principal,
            payload,
            request: { scope, ...(maxRows !== undefined && { maxRows }), ...more } as never,
          });
        const first = judge({});
        if (first.ruling === 'ask') expect(judge({ justification: WHY }).ruling).toBe('pass');
        if (first.ruling === 'block') expect(judge({ justification: WHY }).ruling).toBe('block');
      }),
      { numRuns: cases(500) },
    );
  });
});

describe('the firewall in a runtime', () => {
  const kindOf = (value: unknown): string => (Array.isArray(value) ? 'list' : value === null ? 'null' : typeof value);

  it('keeps the shape of an output in every mode but `handle`, or the runtime would show the original', () => {
    const data = fc.jsonValue({ maxDepth: 4 });
    const text = fc.record({
      type: fc.constant('text'),
      text: fc.oneof(
        fc.string(),
        data.map(value => JSON.stringify(value)),
      ),
    });
    const block = fc.oneof(
      text,
      fc.record({ type: fc.constant('image'), data: fc.string(), mimeType: fc.constant('image/png') }),
    );
    const answer = fc.record({ content: fc.array(block, { minLength: 1, maxLength: 4 }), isError: fc.boolean() });
    const output = fc.oneof(data, fc.array(block, { minLength: 1, maxLength: 4 }), answer);
    fc.assert(
      fc.property(output, fc.constantFrom(undefined, ...RESPONSE_MODES), (given, mode) => {
        const owed = {
          redact: ['secrets'],
          maxRows: 3,
          maxFields: 5,
          maxDepth: 3,
          maxOutput: 200,
          ...(mode !== undefined && { mode }),
        };
        const { output: shown } = outputFirewall.shape(given, owed);
        expect(kindOf(shown)).toBe(mode === 'handle' ? 'undefined' : kindOf(given));
        if (mode === 'handle') return;
        const blocks = (value: unknown): unknown =>
          typeof value === 'object' && value !== null && 'content' in value ? value.content : value;
        const [was, is] = [blocks(given), blocks(shown)];
        if (
          !Array.isArray(was) ||
          !Array.isArray(is) ||
          !was.every(each => typeof each === 'object' && each !== null && 'type' in each)
        )
          return;
        expect(is.map(each => (each as { type: string }).type)).toEqual(was.map(each => (each as { type: string }).type));
      }),
    );
  });

  it('is advised, never overruled, by a shortlist', () => {
    const yes = guard('yes', () => pass());
    const engines = [[Shortlist(), CapabilityPolicy()], [CapabilityPolicy()]].map(
      own => new PolicyEngine(All(catalogue, yes, ...own)),
    );
    const wish = fc.record({
      tool: fc.constantFrom('log.read', 'log.write', 'unknown'),
      shortlist: fc.array(fc.constantFrom('log.read', 'log.write', 'unknown')),
    });
    fc.assert(
      fc.property(wish, ({ tool, shortlist }) => {
        const action = { kind: 'tool', tool, principal: { id: 'bot', roles: ['writer'] }, request: { shortlist } };
        const [advised, plain] = engines.map(engine => engine.evaluateSync(action).ruling);
        expect(advised).toBe(plain);
      }),
    );
  });
});
