import { readFileSync } from 'node:fs';

import type { Evaluation } from '@licet/core';
import { beforeAll, describe, expect, it } from 'vitest';

import { runDemo } from '../../examples/demo/demo.ts';
import { PICTURES, pictureOf } from '../../examples/demo/picture.ts';

const lines: string[] = [];
let evaluations: readonly Evaluation[];

beforeAll(async () => {
  evaluations = await runDemo(line => lines.push(line), false);
});

describe('the demo', () => {
  it.each(PICTURES)(
    'is what the picture %s shows, within %i characters: `npx -y pnpm@12 picture` draws it again',
    (file, columns) => {
      const rulings = (svg: string): readonly string[] => svg.split('\n').filter(line => /“|✗|✓|\?|▲|→/u.test(line));

      const drawn = pictureOf(lines, columns);
      const texts = Array.from(drawn.matchAll(/preserve">([^<]*)</gu), ([, text = '']) => text.replaceAll('&amp;', '&'));

      expect(rulings(drawn).length).toBeGreaterThan(8);
      expect(texts.filter(text => text.length > columns)).toEqual([]);
      expect(rulings(readFileSync(file, 'utf8'))).toEqual(rulings(drawn));
    },
  );

  it('decides about at least fifteen actions, of every ruling', () => {
    const said = evaluations.map(({ ruling, approval }) => (approval === undefined ? ruling : 'ask'));

    expect(said.length).toBeGreaterThanOrEqual(15);
    expect(new Set(said)).toEqual(new Set(['pass', 'warn', 'ask', 'block']));
  });

  it('stops the secret, the commit without tests, the destruction, the disguise and the change of its rules, each by the guard that knows', () => {
    const stopped = evaluations.filter(({ passed, approval }) => !passed && approval === undefined);

    expect(stopped.map(({ guard }) => guard)).toEqual([
      'secret_paths',
      'requires',
      'bash_safety',
      'bash_safety',
      'self_protection',
      'budget',
    ]);
    expect(stopped.every(({ fix, reason }) => fix !== undefined && reason !== undefined)).toBe(true);
  });

  it('really runs what it lets through: the tests fail before the mend and pass after it', () => {
    const outcomes = lines.filter(line => line.includes('→ ran:'));

    expect(outcomes[1]).toContain('error (exit code 1)');
    expect(outcomes.filter(line => line.includes('error'))).toHaveLength(1);
    expect(lines.join('\n')).toContain('12 let through; 11 went well, 1 failed by themselves');
  });

  it('opens the gate of the commit when the tests have passed', () => {
    expect(lines.filter(line => line.includes('→ earned'))).toEqual(['    → earned: tests_passing']);
  });

  it('asks a human three times, and goes on only with a yes', () => {
    const asked = evaluations.filter(({ approval }) => approval !== undefined);

    expect(asked.map(({ approval, passed }) => [approval?.status, passed])).toEqual([
      ['granted', true],
      ['denied', false],
      ['denied', false],
    ]);
  });

  it('tells no secret, no folder of this machine and no color when it is piped', () => {
    const text = lines.join('\n');

    expect(text).not.toContain('live-3f9c1d');
    expect(text).not.toMatch(/licet-demo-|\u001b/);
  });

  it('says the same in color', async () => {
    const colored: string[] = [];
    await runDemo(line => colored.push(line), true);

    const plain = colored.map(line => line.replaceAll(/\u001b\[[0-9;]*m/g, ''));

    expect(colored.join('\n')).toContain('\u001b[1;31m✗ BLOCK\u001b[0m');
    expect(plain).toEqual(lines);
  });
});
