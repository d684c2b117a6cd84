import { capabilityDefinitions } from '@licet/capabilities';
import type { ActionInput } from '@licet/core';
import { All, Any, Escalate, Not, PolicyEngine, ask, block, createRegistry, guard, pass, warn } from '@licet/core';
import { severityOf } from '@licet/core/nodes';
import { buildTree } from '@licet/core/policy';
import { fakeClock } from '@licet/core/testing';
import { loadPolicy } from '@licet/core/yaml';
import { Capabilities, CapabilityPolicy, Shortlist, explainDenial } from '@licet/capabilities';
import { guardDefinitions, shortForms } from '@licet/guards';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { WHY, catalogue, judge } from './fixtures.ts';
import { cases } from '../../../support/longRuns.ts';

const by = (...roles: readonly string[]): Partial<ActionInput> => ({ principal: { id: 'p', roles } });
const tenant = { id: 'p', roles: ['writer'], attributes: { tenant: 'acme' } };
const why = { request: { justification: WHY } };

describe('CapabilityPolicy', () => {
  it.each<[string, string, Partial<ActionInput>, string, string]>([
    ['lets anybody read', 'docs.search', {}, 'pass', 'ok'],
    ['lets a writer with a reason write', 'tickets.close', { ...by('writer'), ...why }, 'pass', 'ok'],
    ['asks a writer without a reason', 'tickets.close', by('writer'), 'ask', 'insufficient_justification'],
    [
      'counts no spaces around a reason',
      'tickets.close',
      { ...by('writer'), request: { justification: `  ${'x'.repeat(14)}   ` } },
      'ask',
      'insufficient_justification',
    ],
    [
      'counts code points of a reason',
      'tickets.close',
      { ...by('writer'), request: { justification: '👍'.repeat(8) } },
      'ask',
      'insufficient_justification',
    ],
    ['takes fifteen characters', 'tickets.close', { ...by('writer'), request: { justification: 'x'.repeat(15) } }, 'pass', 'ok'],
    [
      'takes no reason from the arguments',
      'tickets.close',
      { ...by('writer'), payload: { _justification: WHY, request: { justification: WHY } } },
      'ask',
      'insufficient_justification',
    ],
    [
      'takes no reason that is no text',
      'tickets.close',
      { ...by('writer'), request: { justification: { length: 99 } as never } },
      'ask',
      'insufficient_justification',
    ],
    ['needs a role to write', 'tickets.close', { ...by('reader'), ...why }, 'block', 'missing_role'],
    ['also needs a role without a principal', 'tickets.close', why, 'block', 'missing_role'],
    ['needs an admin to destroy', 'tickets.delete', { ...by('writer'), ...why }, 'block', 'missing_role'],
    ['takes an unclassified tool for destructive', 'who.knows', { ...by('writer'), ...why }, 'block', 'missing_role'],
    ['lets an admin with a reason destroy', 'tickets.delete', { ...by('admin'), ...why }, 'pass', 'ok'],
    ['needs a tenant for personal data', 'crm.find', by('reader'), 'block', 'missing_tenant_attribute'],
    [
      'takes no empty tenant',
      'crm.find',
      { principal: { id: 'p', attributes: { tenant: ' ' } } },
      'block',
      'missing_tenant_attribute',
    ],
    ['blocks before it asks', 'crm.edit', by('writer'), 'block', 'missing_tenant_attribute'],
    ['needs a role for secrets', 'vault.read', { ...by('reader'), ...why }, 'block', 'missing_role'],
    ['asks for a reason to read secrets', 'vault.read', by('secrets_reader'), 'ask', 'insufficient_justification'],
    ['needs a role to change memory', 'memory.write', { ...by('writer'), ...why }, 'block', 'memory_write_requires_writer'],
    ['lets a memory writer change memory', 'memory.write', { ...by('writer', 'memory_writer'), ...why }, 'pass', 'ok'],
    [
      'needs a role for sensitive memory',
      'memory.read',
      { ...by('reader'), request: { scope: { memory_scope: 'sensitive' } } },
      'block',
      'memory_sensitive_read_denied',
    ],
    ['lets anybody read other memory', 'memory.read', by('reader'), 'pass', 'ok'],
    ['takes whole numbers of rows only', 'docs.search', { request: { maxRows: '5' as never } }, 'block', 'invalid_constraint'],
    [
      'holds arguments to the catalogue',
      'files.read',
      { payload: { path: 'docs/../.env' } },
      'block',
      'arg_constraint_violation',
    ],
  ])('%s', (_name, tool, more, ruling, code) => {
    const evaluation = judge(CapabilityPolicy(), tool, more);

    expect([evaluation.ruling, evaluation.code]).toEqual([ruling, code]);
  });

  it('limits a principal and a capability, each on its own, and counts nothing that was blocked', async () => {
    const clock = fakeClock();
    const engine = new PolicyEngine(All(Capabilities({ catalogue }), CapabilityPolicy()), { clock });
    const drop = (id: string, roles: readonly string[]): string =>
      engine.evaluateSync({ kind: 'tool', tool: 'tickets.delete', principal: { id, roles }, ...why }).code;

    expect(['ann', 'bob', 'ann', 'ann'].map(id => drop(id, ['admin']))).toEqual(['ok', 'ok', 'ok', 'rate_limited']);
    expect(Array.from({ length: 5 }, () => drop('eve', ['writer']))).toEqual(Array.from({ length: 5 }, () => 'missing_role'));
    expect(drop('eve', ['admin'])).toBe('ok');
    await clock.advance(60_000);
    expect(drop('ann', ['admin'])).toBe('ok');
  });

  it('caps the rows by the request, and more for a service', () => {
    const rows = (maxRows: number | undefined, ...roles: readonly string[]): unknown =>
      judge(CapabilityPolicy(), 'docs.search', { ...by(...roles), ...(maxRows !== undefined && { request: { maxRows } }) })
        .obligations.maxRows;

    expect([rows(undefined), rows(10), rows(400), rows(-3), rows(400, 'service'), rows(900, 'service')]).toEqual([
      50, 10, 50, 0, 400, 500,
    ]);
  });

  it('shows the allowed fields of personal data to whom no role gives more', () => {
    const fields = (...roles: readonly string[]): unknown =>
      judge(CapabilityPolicy(), 'crm.find', { principal: { ...tenant, roles } }).obligations.fields;

    expect([fields('reader'), fields('pii_reader')]).toEqual([['id', 'name'], undefined]);
  });

  it('explains everything that prevents an action, in the order of evaluation', () => {
    const { code, conditions, remediation } = explainDenial(judge(CapabilityPolicy(), 'crm.edit', by('reader')));

    expect(code).toBe('missing_role');
    expect(conditions.map(each => [each.condition, each.found, each.code])).toEqual([
      ['roles', '`reader`', 'missing_role'],
      ['tenant_attribute', 'no such attribute', 'missing_tenant_attribute'],
      ['min_justification', 'none', 'insufficient_justification'],
    ]);
    expect(remediation).toHaveLength(3);
    expect(explainDenial(judge(CapabilityPolicy(), 'docs.search'))).toMatchObject({ denied: false, conditions: [] });
  });

  it('is the same in governance.yaml, wherever the catalog is there', () => {
    const registry = createRegistry([...guardDefinitions, ...capabilityDefinitions]);
    const text =
      'version: 1\ndefault: block\npolicy: { capability_policy: {} }\ncapabilities: { a_b.c: { safety: read }, d: { safety: write } }\n';
    const { policy, data } = loadPolicy(text, { registry, root: '/w', home: '/h', shortForms });
    const context = {
      root: '/w',
      home: '/h',
      condition: () => {
        throw new Error('none');
      },
      resource: () => undefined,
    };
    const rulings = [policy, buildTree(data, registry, context)].map(tree =>
      ['a_b.c', 'd', 'e'].map(tool => new PolicyEngine(tree).evaluateSync({ kind: 'tool', tool, ...by('writer') }).ruling),
    );

    expect(rulings).toEqual([
      ['pass', 'ask', 'block'],
      ['pass', 'ask', 'block'],
    ]);
  });

  it('lets a yes for one principal and one scope be none for another', () => {
    const request = { scope: { project: 'a' } };
    const one = judge(CapabilityPolicy(), 'tickets.close', { ...by('writer'), request });
    const same = judge(CapabilityPolicy(), 'tickets.close', {
      ...by('writer'),
      request: { ...request, justification: 'x', shortlist: [] },
    });
    const other = judge(CapabilityPolicy(), 'tickets.close', { ...by('writer'), request: { scope: { project: 'b' } } });

    expect([same.actionDigest === one.actionDigest, other.actionDigest === one.actionDigest]).toEqual([true, false]);
  });
});

describe('Shortlist', () => {
  const leaves = [
    guard('p', () => pass()),
    guard('w', () => warn('w')),
    guard('a', () => ask('a', { fix: 'f' })),
    guard('b', () => block('b', { fix: 'f' })),
  ];

  it('changes no ruling, wherever it is', () => {
    const tree = fc.letrec(tie => ({
      node: fc.oneof({ depthSize: 'small' }, fc.constantFrom(...leaves, Shortlist()), tie('many'), tie('not'), tie('two')),
      many: fc
        .tuple(fc.constantFrom(All, Any), fc.array(tie('node'), { minLength: 1, maxLength: 3 }))
        .map(([make, nodes]) => make(...(nodes as never[]))),
      not: tie('node').map(node => Not(node as never)),
      two: fc.tuple(tie('node'), tie('node')).map(([a, b]) => Escalate(a as never, b as never)),
    })).node;
    fc.assert(
      fc.property(tree, fc.subarray(['t', 'u', 'v']), (node, shortlist) => {
        const engine = new PolicyEngine(node as never);
        const without = engine.evaluateSync({ kind: 'tool', tool: 't' });
        const proposed = engine.evaluateSync({ kind: 'tool', tool: 't', request: { shortlist } });

        expect(severityOf(proposed.ruling)).toBe(severityOf(without.ruling));
      }),
      { numRuns: cases(200) },
    );
  });
});
