import { describe, expect, it } from 'vitest';

import { namesHumanCommand, saysHumanCommand } from '../../../../packages/effects/src/places/humanCommands.ts';
import { boundedCost } from '../../../support/boundedCost.ts';

describe('saysHumanCommand', () => {
  it.each([
    'licet approve ABCD-1234',
    '["stdin","licet approve ABCD-1234\\r"]',
    '{"command":["run","licet","approve","ABCD-1234"]}',
    '--wrap=licet approve ABCD-1234',
    'iterm2:/command?c=licet%20approve%20ABCD-1234',
    'http://localhost/run?c=licet+approve+X',
    '!licet accept',
    '$(licet pause 10m)',
    'licet flow reset --session s',
    'licet concepts pending --store main --accept concept/deploy',
    '["licet","concepts","renew","deploy"]',
    'test-cmd: npx licet@latest fact grant tests_passing',
  ])('finds the command in `%s`', text => {
    expect(saysHumanCommand(text)).toBe(true);
  });

  it.each([
    '',
    'licet',
    'licet status',
    'npx licet accept --check',
    'licet concepts pending --json',
    'licet concepts ask deploy',
    'licet-docs approve',
    '@licet approve',
    'delicet approve',
    `licet ${'x'.repeat(200_000)} approve`,
  ])('finds none in `%.40s`', text => {
    expect(saysHumanCommand(text)).toBe(false);
  });

  it('takes a time that does not grow with the square of the text', () => {
    const within = boundedCost();
    for (const part of ['licet suggest ', 'licet concepts pending ', 'licet -', 'licet - ', 'licet ', 'licet+', "licet'"])
      saysHumanCommand(part.repeat(Math.floor(99_000 / part.length)));

    within(100);
  });
});

describe('namesHumanCommand', () => {
  it('leaves programs alone that only look at words', () => {
    expect(namesHumanCommand(['grep', 'licet approve', 'docs'])).toBe(false);
    expect(namesHumanCommand(['sbatch', '--wrap=licet approve X'])).toBe(true);
  });
});
