import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { CommandSpec } from '@licet/core/command';
import { COMMANDS } from 'licet/source/table/index.ts';
import { describe, expect, it } from 'vitest';

import { allNodes } from './policyDefinitions.ts';

const ROOT = join(import.meta.dirname, '../..');
const PAGE = readFileSync(join(ROOT, 'docs/guide/mappings.md'), 'utf8');

interface Row {
  readonly control: string;
  readonly means: string;
  readonly tests: string;
  readonly missing: string;
}

const rows: readonly Row[] = PAGE.split('\n')
  .filter(line => /^\| (?!control)\S/u.test(line))
  .map(line => line.slice(2, -2).split(' | '))
  .map(([control = '', means = '', tests = '', missing = '']) => ({ control, means, tests, missing }));

const named = (cell: string): readonly string[] => Array.from(cell.matchAll(/`([^`]+)`/gu), ([, name = '']) => name);

const namesOf = (specs: readonly CommandSpec[], before = 'licet'): readonly string[] =>
  specs.flatMap(({ name, commands = [] }) => [`${before} ${name}`, ...namesOf(commands, `${before} ${name}`)]);

const SETTINGS = Object.keys(
  (JSON.parse(readFileSync(join(ROOT, 'schema/governance.schema.json'), 'utf8')) as { readonly properties: object }).properties,
);
const MEANS: ReadonlySet<string> = new Set([...allNodes.kinds, ...namesOf(COMMANDS), ...SETTINGS]);

describe('the mappings to standards', () => {
  it('name nodes, settings, commands and test files that exist', () => {
    const unknown = rows.flatMap(({ control, means, tests }) => [
      ...named(means).flatMap(name => (MEANS.has(name) ? [] : [`${control}: ${name}`])),
      ...named(tests).flatMap(path => (existsSync(join(ROOT, path)) ? [] : [`${control}: ${path}`])),
    ]);

    expect(unknown).toEqual([]);
  });

  it('have a test for every control that something answers, and say for each what is missing', () => {
    expect(rows.length).toBeGreaterThan(25);
    for (const { control, means, tests, missing } of rows) {
      expect(named(tests).length > 0, control).toBe(named(means).length > 0);
      expect(missing, control).not.toBe('');
    }
  });

  it('have each of the ten risks of OWASP once', () => {
    const risks = rows.flatMap(({ control }) => /^ASI\d\d/u.exec(control)?.[0] ?? []);

    expect(risks).toEqual(Array.from({ length: 10 }, (_, index) => `ASI${String(index + 1).padStart(2, '0')}`));
  });
});
