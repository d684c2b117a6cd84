import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { play, scenariosIn } from '../../../../bench/flow/coding/play.ts';

describe('scenarios of coding agents', () => {
  for (const scenario of scenariosIn(join(import.meta.dirname, '../../../../bench/flow/coding/scenarios.yaml')))
    it(`${scenario.kind === 'attack' ? 'asks' : 'does not ask'}: ${scenario.name}`, async () => {
      const { asked, before } = await play(scenario);

      expect({ asked, before }).toEqual({ asked: scenario.kind === 'attack', before: [] });
    });
});
