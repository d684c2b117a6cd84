import type { Action } from '@licet/core';
import * as fc from 'fast-check';
import { expect, it, test } from 'vitest';

import { keyPart, scopeKey } from '@licet/core/nodes';

const action = { kind: 'bash', payload: {}, sessionId: 's', agentId: 'a', tool: 'Bash', principal: { id: 'p' } } as Action;

test.each([
  ['session', 'session:s'],
  ['agent', 'session:s:agent:a'],
  ['tool', 'session:s:tool:Bash'],
  ['principal', 'principal:p'],
  ['project', 'project'],
] as const)('a counter per %s has the key %s', (per, key) => {
  expect(scopeKey(action, per)).toBe(key);
});

it('is shared by actions without an agent, a tool or a principal', () => {
  const { kind, payload, sessionId } = action;
  const bare = { kind, payload, sessionId };

  expect((['agent', 'tool', 'principal'] as const).map(per => scopeKey(bare, per))).toEqual([
    'session:s:agent:main',
    'session:s:tool:bash',
    'principal',
  ]);
});

it('is never the key of another, whatever the names', () => {
  const name = fc.string({ unit: fc.constantFrom(':', '%', 'a', '3', 'A') });
  fc.assert(
    fc.property(name, name, name, name, (a, b, c, d) => {
      fc.pre(a !== c || b !== d);

      expect(`${keyPart(a)}:${keyPart(b)}`).not.toBe(`${keyPart(c)}:${keyPart(d)}`);
    }),
  );
});
