import { PolicyEngine } from '@licet/core';
import { RedactOutput } from '@licet/guards';
import { describe, expect, it } from 'vitest';

describe('RedactOutput', () => {
  it('lets the action through with an obligation', () => {
    const evaluation = new PolicyEngine(RedactOutput()).evaluateSync({ kind: 'read' });

    expect(evaluation.ruling).toBe('pass');
    expect(evaluation.obligations.redact).toEqual(['card', 'iban', 'secrets']);
  });

  it('skips what it is not meant for', () => {
    const engine = new PolicyEngine(RedactOutput({ rules: ['email'], match: { tool: 'mcp__crm__*' } }));

    expect(engine.evaluateSync({ kind: 'tool', tool: 'mcp__crm__find' }).obligations.redact).toEqual(['email']);
    expect(engine.evaluateSync({ kind: 'tool', tool: 'Read' }).obligations.redact).toBeUndefined();
  });

  it('takes rules of the host by name', () => {
    const extra = [{ id: 'acme', pattern: 'acme_\\w+' }];
    expect(new PolicyEngine(RedactOutput({ rules: ['acme'], extra })).evaluateSync({ kind: 'read' }).obligations.redact).toEqual([
      'acme',
    ]);
  });

  it('refuses a rule that is unknown, and no rules', () => {
    expect(() => RedactOutput({ rules: ['sekrets'] })).toThrow('found `sekrets`');
    expect(() => RedactOutput({ rules: [] })).toThrow('`rules` must be a list of texts, at least one');
  });
});
