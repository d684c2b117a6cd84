import { capabilityDefinitions } from '@licet/capabilities';
import type { ActionInput } from '@licet/core';
import type { ResponseMode } from '@licet/core/nodes';
import { All, PolicyEngine, createRegistry } from '@licet/core';
import { loadPolicy } from '@licet/core/yaml';
import { Firewall, outputFirewall } from '@licet/capabilities';
import { guardDefinitions, shortForms } from '@licet/guards';
import { describe, expect, it } from 'vitest';

const modeOf = (guard: ReturnType<typeof Firewall>, mode?: ResponseMode, ...roles: readonly string[]): unknown => {
  const action: ActionInput = { kind: 'tool', tool: 'crm.find', principal: { id: 'bot', roles } };
  return new PolicyEngine(guard).evaluateSync({ ...action, ...(mode !== undefined && { request: { mode } }) }).obligations.mode;
};

describe('Firewall', () => {
  it('shows a summary, rows to who asks, and outputs in their own shape only to a role', () => {
    expect([modeOf(Firewall()), modeOf(Firewall(), 'table'), modeOf(Firewall(), 'handle')]).toEqual([
      'summary',
      'table',
      'handle',
    ]);
    expect([modeOf(Firewall(), 'raw'), modeOf(Firewall(), 'raw', 'admin')]).toEqual(['summary', 'raw']);
    expect([modeOf(Firewall({ mode: 'handle' }), 'table'), modeOf(Firewall({ mode: 'handle' }), 'table', 'admin')]).toEqual([
      'handle',
      'table',
    ]);
    expect(modeOf(Firewall(), 'everything' as never, 'admin')).toBe('summary');
  });

  it('is narrowed by another one, never widened', () => {
    const engine = new PolicyEngine(
      All(Firewall({ mode: 'raw', maxRows: 9, redact: ['pii'] }), Firewall({ mode: 'table', maxRows: 3 })),
    );
    expect(engine.evaluateSync({ kind: 'tool' }).obligations).toMatchObject({ mode: 'table', maxRows: 3 });
  });

  it('is in governance.yaml, also at its top', () => {
    const text = 'version: 1\ndefault: pass\nfirewall: { mode: table, max_rows: 2 }\n';
    const registry = createRegistry([...guardDefinitions, ...capabilityDefinitions]);
    const { data } = loadPolicy(text, { registry, root: '/p', home: '/h', shortForms });
    expect(data).toMatchObject({ kind: 'firewall', params: { mode: 'table', maxRows: 2 } });
  });

  it('refuses rules that there are not', () => {
    expect(() => Firewall({ redact: ['stranger'] })).toThrow('`stranger`');
  });
});

describe('outputFirewall', () => {
  const rows = '[{"id":1,"ssn":"x"},{"id":2,"ssn":"y"}]';

  it('looks into the blocks of text of a tool server', () => {
    const answer = { content: [{ type: 'text', text: rows }], isError: false };
    expect(outputFirewall.shape(answer, { fields: ['id'], maxRows: 1 }).output).toEqual({
      content: [{ type: 'text', text: '[{"id":1}]' }],
      isError: '[withheld]',
    });
    expect(outputFirewall.shape(answer, { maxRows: 1 }).output).toMatchObject({ isError: false });
    expect(outputFirewall.shape([{ type: 'text', text: rows }], { mode: 'summary' }).output).toEqual([
      { type: 'text', text: 'rows: 2\nfields: id, ssn\nid: least 1, most 2, average 1.5\nssn: x 1, y 1' },
    ]);
  });

  it('withholds in a block that is no text what belongs to no field', () => {
    const image = { type: 'image', data: 'c2VjcmV0', mimeType: 'image/png' };
    expect(outputFirewall.shape([image], { fields: ['id'] }).output).toEqual([{ type: 'image' }]);
  });

  it('lets what needs no change be', () => {
    expect(outputFirewall.shape(rows, { maxRows: 5 })).toEqual({ output: rows, rules: [], changed: false });
  });

  it('shows nothing under a handle', () => {
    expect(outputFirewall.shape(rows, { mode: 'handle' })).toMatchObject({ output: undefined, changed: true });
  });
});
