import { All, PolicyEngine } from '@licet/core';
import { Capabilities, Sensitivity } from '@licet/capabilities';
import { describe, expect, it, test } from 'vitest';

const catalogue = Capabilities({
  catalogue: {
    'crm.find': { safety: 'read', sensitivity: ['pii'], allowedFields: ['id', 'name'] },
    'crm.all': { safety: 'read', sensitivity: ['pci'] },
    'vault.show': { safety: 'read', sensitivity: ['secrets'] },
    'memory.read': { safety: 'read', sensitivity: ['memory'] },
    'memory.write': { safety: 'write', sensitivity: ['memory'] },
    'crm.plain': { safety: 'read' },
  },
});
const use = (tool: string, roles: readonly string[] = [], scope: object = {}, options: Parameters<typeof Sensitivity>[0] = {}) =>
  new PolicyEngine(All(catalogue, Sensitivity(options)), { default: 'pass' }).evaluateSync({
    kind: 'tool',
    tool,
    payload: {},
    principal: { id: 'p', roles },
    request: { scope },
  } as never);

describe('a capability that shows or changes delicate data', () => {
  test.each([
    ['vault.show', [], {}, 'missing_role'],
    ['vault.show', ['admin'], {}, 'ok'],
    ['memory.write', [], {}, 'memory_write_requires_writer'],
    ['memory.write', ['memory_writer'], {}, 'ok'],
    // Who may read may not write.
    ['memory.write', ['memory_reader_sensitive'], {}, 'memory_write_requires_writer'],
    ['memory.read', [], {}, 'ok'],
    ['memory.read', [], { memory_scope: 'sensitive' }, 'memory_sensitive_read_denied'],
    ['memory.read', ['memory_reader_sensitive'], { memory_scope: 'sensitive' }, 'ok'],
  ])('%s by %j with %j: %s', (tool, roles, scope, code) => {
    expect(use(tool, roles, scope).code).toBe(code);
  });

  it('comes back in the allowed fields, unless a role sees all', () => {
    expect([
      use('crm.find').obligations.fields,
      use('crm.find', ['pii_reader']).obligations.fields,
      use('crm.all').obligations.fields,
    ]).toEqual([['id', 'name'], undefined, undefined]);
  });

  it('needs the roles that the policy names, and no others', () => {
    expect(use('vault.show', ['admin'], {}, { secretsReaders: ['keeper'] }).code).toBe('missing_role');
    expect(use('vault.show', ['keeper'], {}, { secretsReaders: ['keeper'] }).code).toBe('ok');
  });

  it('says which role is missing', () => {
    expect(use('vault.show', ['guest']).violations[0]?.evidence).toMatchObject({
      conditions: [{ condition: 'roles', found: '`guest`', required: expect.stringContaining('`secrets_reader`') }],
    });
  });
});
