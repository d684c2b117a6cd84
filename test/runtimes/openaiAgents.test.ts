import { PolicyEngine, ask, guard } from '@licet/core';
import { expect, it } from 'vitest';

import { players } from './sdks/index.ts';

it('a yes to all calls of a tool to come counts for none of them', async () => {
  const engine = new PolicyEngine(guard('who', () => ask('it reaches others', { fix: 'ask the user' })));
  const calls = [{ id: 'c1', args: {} }];

  const played = await players['OpenAI Agents']?.({ engine, calls, answer: 'yes', always: true });

  expect(played?.ended).toEqual(['stopped']);
});
