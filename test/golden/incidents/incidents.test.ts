import { readFileSync } from 'node:fs';

import { beforeAll, describe, expect, it } from 'vitest';

import { InstalledProject } from '../../support/installed.ts';
import type { Judged } from '../../support/installed.ts';
import { incidents } from './incidents.ts';
import { incidentsPage } from './page.ts';

const called = incidents.filter(({ says }) => says !== undefined);

describe('documented incidents, under what `licet init` writes', () => {
  let judged: readonly Judged[] = [];
  beforeAll(() => void (judged = new InstalledProject().judge(called)), 600_000);

  it.each(called.map((incident, index) => ({ ...incident, index })))('$date $title: $says', ({ says, index }) => {
    expect(judged[index]?.ruling).toBe(says);
  });

  it('are at least sixty, each with its own title', () => {
    expect(new Set(incidents.map(({ title }) => title)).size).toBe(incidents.length);
    expect(incidents.length).toBeGreaterThanOrEqual(60);
  });

  it('are on the page of the guide with these rulings', () => {
    expect(readFileSync(new URL('../../../docs/guide/incidents.md', import.meta.url), 'utf8')).toBe(incidentsPage());
  });
});
