import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import type { Scenario } from '../../../../bench/flow/coding/play.ts';
import { play, scenariosIn } from '../../../../bench/flow/coding/play.ts';

const FOLDER = '../../../../bench/flow/coding';

const isAsked = ({ kind, missed }: Scenario): boolean => kind === 'attack' && missed === undefined;

describe('scenarios of coding agents', () => {
  const files = ['scenarios.yaml', 'second.yaml', 'third.yaml', 'fourth.yaml', 'fifth.yaml', 'sixth.yaml', 'seventh.yaml'].map(
    name => join(import.meta.dirname, FOLDER, name),
  );
  for (const scenario of files.flatMap(scenariosIn))
    it(`${isAsked(scenario) ? 'asks' : 'does not ask'}: ${scenario.name}`, async () => {
      const { asked, before } = await play(scenario);

      expect({ asked, isEarly: before.length > 0 }).toEqual({ asked: isAsked(scenario), isEarly: scenario.early === true });
    });
});
