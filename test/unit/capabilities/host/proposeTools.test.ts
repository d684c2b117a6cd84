import type { ActionInput } from '@licet/core';
import { All, PolicyEngine, RULINGS } from '@licet/core';
import { Capabilities, CapabilityPolicy, Shortlist, proposeTools } from '@licet/capabilities';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const cards = [
  { tool: 'docs.search', description: 'find a page in the handbook', tags: ['read'] },
  { tool: 'tickets.update_status', description: 'change the status of a ticket' },
  { tool: 'tickets.delete', description: 'delete a ticket for good', visibleTo: ['admin'] },
];

describe('proposeTools', () => {
  const propose = proposeTools(cards);
  const names = (...given: Parameters<typeof propose>) => propose(...given).map(({ tool }) => tool);

  it('puts the tools that fit a goal best first, always in the same order', () => {
    expect(names('find a page')[0]).toBe('docs.search');
    expect(names('change the status of a ticket')[0]).toBe('tickets.update_status');
    expect(names('ticket', { principal: { id: 'a', roles: ['admin'] } })).toContain('tickets.delete');
    expect(names('ticket', { only: ['docs.*'] })).toEqual([]);
    expect(names('ticket page', { limit: 1 })).toHaveLength(1);
    expect(names('')).toEqual([]);
  });

  it('never shows a card to who may not see it, whatever the goal', () => {
    fc.assert(
      fc.property(fc.string(), fc.subarray(['reader', 'writer']), (goal, roles) => {
        expect(names(`${goal} delete ticket`, { principal: { id: 'a', roles } })).not.toContain('tickets.delete');
      }),
    );
  });

  it('changes no ruling to a milder one', () => {
    const catalogue = Capabilities({
      catalogue: {
        'docs.search': { safety: 'read' },
        'tickets.update_status': { safety: 'write' },
        'tickets.delete': { safety: 'destructive' },
      },
    });
    const [plain, advised] = [All(catalogue, CapabilityPolicy()), All(catalogue, Shortlist(), CapabilityPolicy())];
    fc.assert(
      fc.property(fc.constantFrom(...cards), fc.string(), fc.subarray(['reader', 'writer', 'admin']), ({ tool }, goal, roles) => {
        const action: ActionInput = { kind: 'tool', tool, principal: { id: 'a', roles } };
        const shortlist = names(goal, { principal: { id: 'a', roles } });
        const without = new PolicyEngine(plain).evaluateSync(action).ruling;
        const given = new PolicyEngine(advised).evaluateSync({ ...action, request: { shortlist } }).ruling;
        expect(RULINGS.indexOf(given)).toBeGreaterThanOrEqual(RULINGS.indexOf(without));
      }),
    );
  });
});
