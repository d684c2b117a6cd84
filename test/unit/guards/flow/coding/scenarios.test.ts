import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { play, scenariosIn } from '../../../../bench/flow/coding/play.ts';

const FOLDER = '../../../../bench/flow/coding';

describe('scenarios of coding agents', () => {
  const files = ['scenarios.yaml', 'second.yaml', 'third.yaml'].map(name => join(import.meta.dirname, FOLDER, name));
  for (const scenario of files.flatMap(scenariosIn))
    it(`${scenario.kind === 'attack' ? 'asks' : 'does not ask'}: ${scenario.name}`, async () => {
      const { asked, before } = await play(scenario);

      expect({ asked, before }).toEqual({ asked: scenario.kind === 'attack', before: [] });
    });
});
