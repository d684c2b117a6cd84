import { fileURLToPath } from 'node:url';
import { All, PolicyEngine } from '@licet/core';
import { analyzeEffects } from '@licet/effects';
import { memoryFiles } from '@licet/effects/places';
import { BashSafety, Floor, SecretPaths, SelfProtection } from '@licet/guards';
import { describe, expect, it } from 'vitest';

import { actionOf, wantedCases } from '../../support/wantedCases.ts';

const files = memoryFiles({
  '/w/.env': 'file',
  '/w/src/app.ts': 'file',
  '/w/src/a.ts': 'file',
  '/w/package.json': 'file',
  '/home/u/.ssh/id_rsa': 'file',
});
const place = { root: '/w', home: '/home/u', files };

/** The guards of the standard profile, in the folder `/w`. */
const engine = new PolicyEngine(All(Floor(place), SelfProtection(place), SecretPaths(place), BashSafety(place)), {
  effects: analyzeEffects(place),
});

const golden = fileURLToPath(new URL('../../golden/effects/', import.meta.url));

describe('the standard profile', () => {
  it.each([...wantedCases(`${golden}everyday.yaml`), ...wantedCases(`${golden}hostile.yaml`)])('%s', async (_name, wanted) => {
    const { ruling, code, reason } = await engine.evaluate(actionOf(wanted, '/w'));
    const stops = ruling === 'ask' || ruling === 'block';

    expect({ stops, why: stops && wanted.want === 'run' ? `${code}: ${reason ?? ''}` : '' }).toEqual({
      stops: wanted.want === 'stop',
      why: '',
    });
  });
});
