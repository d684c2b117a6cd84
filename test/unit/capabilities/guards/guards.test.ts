import type { ActionInput } from '@licet/core';
import { PolicyEngine, memoryApprovals } from '@licet/core';
import type { CapabilitiesOptions, CapabilityRulesOptions } from '@licet/capabilities';
import {
  ArgConstraints,
  Capabilities,
  CapabilityRules,
  RequireJustification,
  RequireTenant,
  ToolPin,
  capabilityOf,
  explainDenial,
} from '@licet/capabilities';
import { All, guard, pass } from '@licet/core';
import { describe, expect, it } from 'vitest';

import { judge } from './fixtures.ts';

function classOf(catalogue: CapabilitiesOptions['catalogue'], tool: string): string {
  let seen = '';
  const look = guard('look', (action, ctx) => {
    const { id, safety } = capabilityOf(action, ctx);
    seen = `${id}: ${safety}`;
    return pass();
  });
  new PolicyEngine(All(Capabilities({ catalogue }), look)).evaluateSync({ kind: 'tool', tool });
  return seen;
}

describe('Capabilities', () => {
  it.each<[string, CapabilitiesOptions['catalogue'], string, string]>([
    ['goes by the operator', { t: { safety: 'read', hints: { destructive: true } } }, 't', 't: read'],
    [
      'believes a hint that a tool destroys',
      { t: { hints: { destructive: true, readOnly: true }, trusted: true } },
      't',
      't: destructive',
    ],
    [
      'believes a hint that a tool reads of a trusted server',
      { t: { hints: { readOnly: true }, trusted: true } },
      't',
      't: read',
    ],
    ['believes no such hint of another server', { t: { hints: { readOnly: true } } }, 't', 't: destructive'],
    ['takes what says nothing for destructive', { t: {} }, 't', 't: destructive'],
    ['takes what it does not name for destructive', { t: { safety: 'read' } }, 'u', 'u: destructive'],
    ['goes by the exact name first', { a: { tools: ['x.*'], safety: 'write' }, 'x.y': { safety: 'read' } }, 'x.y', 'x.y: read'],
    [
      'goes by the longer pattern',
      { a: { tools: ['x.*'], safety: 'write' }, b: { tools: ['x.get_*'], safety: 'read' } },
      'x.get_a',
      'b: read',
    ],
    [
      'goes by the stricter of two alike',
      { a: { tools: ['x*z'], safety: 'read' }, b: { tools: ['*xz'], safety: 'write' } },
      'xz',
      'b: write',
    ],
    ['is not misled by inherited names', { t: { safety: 'read' } }, 'constructor', 'constructor: destructive'],
  ])('%s', (_name, catalogue, tool, expected) => {
    expect(classOf(catalogue, tool)).toBe(expected);
  });

  it('refuses a tool that two entries name, and a catalogue without any', () => {
    expect(() => Capabilities({ catalogue: { a: { tools: ['t'] }, t: {} } })).toThrow('the tool `t` belongs to `a` and to `t`');
    expect(() => Capabilities({ catalogue: {} })).toThrow('`catalogue` names no capability');
  });
});

describe('ArgConstraints', () => {
  it.each([
    ['docs/a.md', 'pass'],
    ['docs//a.md', 'pass'],
    ['./docs/a.md', 'pass'],
    ['docs/../.env', 'block'],
    ['docs/%2e%2e/.env', 'block'],
    ['docs/%252e%252e/.env', 'block'],
    ['docs/..\\.env', 'block'],
    ['docs/a\u0000.md', 'block'],
    ['docs/\u202e.md', 'block'],
    ['/docs/a.md', 'block'],
    ['docs-old/a.md', 'block'],
    [7, 'block'],
    [undefined, 'block'],
    [['docs/a.md'], 'block'],
  ])('resolves %j before it compares: %s', (path, ruling) => {
    expect(judge(ArgConstraints({ prefix: { path: 'docs/' } }), 't', { payload: { path } }).ruling).toBe(ruling);
  });

  it.each([
    ['https://api.example.com/v1/x', 'pass'],
    ['HTTPS://API.example.com/v1', 'pass'],
    ['https://api.example.com/v1/../v2', 'block'],
    ['https://api.example.com/v10', 'block'],
    ['https://api.example.com@evil.example/v1', 'block'],
    ['https://api.example.com.evil.example/v1', 'block'],
    ['https://[', 'block'],
  ])('resolves the address %s: %s', (url, ruling) => {
    expect(judge(ArgConstraints({ prefix: { url: 'https://api.example.com/v1' } }), 't', { payload: { url } }).ruling).toBe(
      ruling,
    );
  });

  it.each<[unknown, string]>([
    [{ a: [1, { b: null }] }, 'pass'],
    [{ a: [1, { b: 0 }] }, 'block'],
    ['1', 'block'],
    [undefined, 'block'],
  ])('holds %j against what is pinned: %s', (pin, ruling) => {
    expect(judge(ArgConstraints({ pinned: { pin: { a: [1, { b: null }] } } }), 't', { payload: { pin } }).ruling).toBe(ruling);
  });

  it('names every argument that breaks a rule, and no value', () => {
    const rules = ArgConstraints({ allowedKeys: ['a'], pinned: { a: 'pinned-value' } });
    const evaluation = judge(rules, 't', { payload: { a: 'secret-value', ['__proto__x']: 1, b: 2 } });
    const { conditions } = explainDenial(evaluation);

    expect(conditions.map(({ condition }) => condition)).toEqual(['argument `__proto__x`', 'argument `b`', 'argument `a`']);
    expect(JSON.stringify(evaluation.verdicts)).not.toMatch(/secret-value|pinned-value/u);
  });

  it('takes no inherited property for an argument', () => {
    expect(judge(ArgConstraints({ pinned: { toString: 'x' } }), 't').code).toBe('arg_constraint_violation');
  });
});

describe('CapabilityRules', () => {
  const rules: CapabilityRulesOptions = {
    rules: [
      {
        name: 'no-secrets',
        action: 'deny',
        match: { sensitivity: ['secrets'], roles: ['intern'] },
        reason: 'interns see no secrets',
      },
      { action: 'allow', match: { safety: ['read'], sensitivity: ['none'] }, constraints: { maxRows: 20 } },
      {
        action: 'allow',
        match: { sensitivity: ['pii'], attributes: { tenant: '*', region: 'eu' } },
        constraints: { allowedFields: ['id'] },
      },
      {
        action: 'allow',
        match: { safety: ['write'], roles: ['editor'], intent: ['triage'], scope: { project: 'web-*' }, minJustification: 5 },
      },
    ],
  };
  const editor = { principal: { id: 'p', roles: ['editor'] } };
  const request = { intent: 'triage', scope: { project: 'web-1' }, justification: 'because' };

  it.each<[string, Partial<ActionInput>, string, string]>([
    ['docs.search', {}, 'pass', 'rule_allow'],
    ['vault.read', { principal: { id: 'p', roles: ['intern'] } }, 'block', 'explicit_deny_rule'],
    ['vault.read', {}, 'block', 'no_matching_rule'],
    ['crm.find', { principal: { id: 'p', attributes: { tenant: 'x', region: 'eu' } } }, 'pass', 'rule_allow'],
    ['crm.find', { principal: { id: 'p', attributes: { tenant: 'x', region: 'us' } } }, 'block', 'no_matching_rule'],
    ['tickets.close', { ...editor, request }, 'pass', 'rule_allow'],
    ['tickets.close', { ...editor, request: { ...request, scope: { project: 'WEB-1' } } }, 'block', 'no_matching_rule'],
    ['tickets.close', { ...editor, request: { ...request, scope: { project: ['web-1'] } } }, 'block', 'no_matching_rule'],
    ['who.knows', {}, 'block', 'no_matching_rule'],
  ])('first match: %s with %j is %s, %s', (tool, more, ruling, code) => {
    const evaluation = judge(CapabilityRules(rules), tool, more);

    expect([evaluation.ruling, evaluation.verdicts.at(-1)?.code]).toEqual([ruling, code]);
  });

  it('tells what the nearest rule asks for, each with its code', () => {
    const { conditions } = explainDenial(judge(CapabilityRules(rules), 'tickets.close', { request: { justification: 'no' } }));
    const personal = explainDenial(judge(CapabilityRules(rules), 'crm.find'));

    expect(conditions.map(({ code }) => code)).toEqual([
      'missing_role',
      'intent_not_allowed',
      'scope_not_allowed',
      'insufficient_justification',
    ]);
    expect(personal.conditions.map(({ code }) => code)).toEqual(['missing_attribute', 'missing_attribute']);
  });

  it('lets what fits no rule through where the policy allows it', () => {
    expect(judge(CapabilityRules({ ...rules, default: 'allow' }), 'who.knows').verdicts.at(-1)?.code).toBe(
      'default_fallthrough_allow',
    );
  });

  it('narrows only', () => {
    const both = All(
      CapabilityRules(rules),
      CapabilityRules({ rules: [{ action: 'allow', constraints: { maxRows: 5, allowedFields: ['id', 'x'] } }] }),
    );
    const more = { principal: { id: 'p', attributes: { tenant: 'x', region: 'eu' } } };

    expect(judge(both, 'docs.search').obligations.maxRows).toBe(5);
    expect(judge(both, 'crm.find', more).obligations).toMatchObject({ fields: ['id'], maxRows: 5 });
  });
});

describe('RequireTenant', () => {
  it('takes only the tenants that are named, and no inherited attribute', () => {
    const by = (attributes: Record<string, string>): Partial<ActionInput> => ({ principal: { id: 'p', attributes } });

    expect(judge(RequireTenant({ is: ['acme'] }), 't', by({ tenant: 'acme' })).ruling).toBe('pass');
    expect(judge(RequireTenant({ is: ['acme'] }), 't', by({ tenant: 'evil' })).ruling).toBe('block');
    expect(judge(RequireTenant({ attribute: 'constructor' }), 't', by({})).ruling).toBe('block');
  });
});

describe('RequireJustification', () => {
  it('takes the yes of a human in place of words', async () => {
    const approvals = memoryApprovals();
    const engine = new PolicyEngine(RequireJustification(), { approvals });
    const action = { kind: 'tool', tool: 't' };
    const asked = await engine.evaluate(action);
    await approvals.answer(asked.approval?.id ?? '', { granted: [true], by: 'ann' }, Date.now());

    expect(asked.code).toBe('insufficient_justification');
    expect((await engine.evaluate(action)).passed).toBe(true);
  });
});

describe('ToolPin', () => {
  const catalogue = Capabilities({ catalogue: { t: { safety: 'read', pin: 'sha256:a' }, u: { safety: 'read' } } });
  const ruling = (tool: string, toolDigest?: string, unknown?: 'ask' | 'skip'): string => {
    const engine = new PolicyEngine(All(catalogue, ToolPin(unknown === undefined ? {} : { unknown })), { default: 'warn' });
    return engine.evaluateSync({ kind: 'tool', tool, request: toolDigest === undefined ? {} : { toolDigest } }).code;
  };

  it('asks when the description has changed, or is not known', () => {
    expect([ruling('t', 'sha256:a'), ruling('t', 'sha256:b'), ruling('t')]).toEqual(['ok', 'tool_changed', 'tool_unverified']);
    expect([ruling('t', undefined, 'skip'), ruling('u', 'sha256:b')]).toEqual(['default_ruling', 'default_ruling']);
  });
});
