import type { ActionInput, Evaluation, Guard } from '@licet/core';
import { All, PolicyEngine } from '@licet/core';
import { Capabilities } from '@licet/capabilities';
import type { CapabilitiesOptions } from '@licet/capabilities';

export const catalogue: CapabilitiesOptions['catalogue'] = {
  'docs.search': { safety: 'read' },
  'tickets.close': { safety: 'write' },
  'tickets.delete': { safety: 'destructive' },
  'crm.find': { safety: 'read', sensitivity: ['pii'], allowedFields: ['id', 'name'] },
  'crm.edit': { safety: 'write', sensitivity: ['pii'] },
  'vault.read': { safety: 'read', sensitivity: ['secrets'] },
  'memory.write': { safety: 'write', sensitivity: ['memory'] },
  'memory.read': { safety: 'read', sensitivity: ['memory'] },
  'files.read': { safety: 'read', args: { allowedKeys: ['path'], prefix: { path: 'docs/' } } },
};

export const WHY = 'the customer asked for it';

/** Evaluates a guard behind the catalogue. */
export const judge = (guard: Guard, tool: string, more: Partial<ActionInput> = {}): Evaluation =>
  new PolicyEngine(All(Capabilities({ catalogue }), guard)).evaluateSync({ kind: 'tool', tool, ...more });
