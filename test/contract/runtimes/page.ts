import { gapOf } from './row.ts';
import type { Need, Row } from './row.ts';
import { ownRows, sdkRows } from './rows.ts';
import { groups, scenarios } from './scenarios.ts';
import type { Scenario } from './scenarios.ts';

/** What does not arise in some runtimes, rather than being out of their reach. */
const NOT_ARISING: ReadonlySet<Need> = new Set<Need>(['losesOutcomes', 'streams']);

const rows: readonly Row[] = [...ownRows, ...sdkRows];
const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
const missing = (row: Row, { needs = [] }: Scenario): Need | undefined => needs.find(need => gapOf(row, need) !== undefined);

function cell(row: Row, scenario: Scenario): string {
  const need = missing(row, scenario);
  return need === undefined ? 'yes' : NOT_ARISING.has(need) ? '–' : 'no';
}

function tableOf(scenariosHere: readonly Scenario[]): string {
  const head = ['', '', ...rows.map(({ title }) => title)];
  const lines = scenariosHere.map(scenario =>
    line([String(scenarios.indexOf(scenario) + 1), scenario.name, ...rows.map(row => cell(row, scenario))]),
  );
  return [line(head), line(head.map(() => '---')), ...lines].join('\n');
}

function insteadOf(scenariosHere: readonly Scenario[]): string {
  return scenariosHere
    .flatMap(scenario => {
      const where = `- Where ${scenarios.indexOf(scenario) + 1} is not possible: `;
      return scenario.otherwise === undefined ? [] : [`${where}${scenario.otherwise[0]}`];
    })
    .join('\n');
}

/** Every reason once, with the runtimes that give it and the numbers of the scenarios that it keeps from holding there. */
function reasons(): readonly string[] {
  const given = new Map<string, Map<string, number[]>>();
  for (const row of rows)
    for (const [index, scenario] of scenarios.entries()) {
      const need = missing(row, scenario);
      const reason = need === undefined ? undefined : gapOf(row, need);
      if (reason === undefined) continue;
      const titles = given.get(reason) ?? new Map<string, number[]>();
      titles.set(row.title, [...(titles.get(row.title) ?? []), index + 1]);
      given.set(reason, titles);
    }
  return Array.from(given, ([reason, titles]) => {
    const where = Array.from(titles, ([title, numbers]) => `${title} (${numbers.join(', ')})`);
    return `- ${where.join(', ')}: ${reason}`;
  });
}

/** The page of the guide about what holds in which runtime, as the tests play it. */
export function conformancePage(): string {
  const parts = groups.flatMap(({ title, scenarios: here }) =>
    [`## ${title}`, tableOf(here), insteadOf(here)].filter(text => text !== ''),
  );
  return `${[
    '# What holds in which runtime',
    'Written by `npx -y pnpm@12 reference` from the table that the tests play: `test/contract/runtimes` has the scenarios and the runtimes. Hooks are played with the events that their programs write, SDKs with the fake models of their own packages (`npx -y pnpm@12 test:runtimes`). *yes* is played and holds; *no* is a gap that the runtime has declared, its reason stands below, and what holds in its place is played too; *–* does not arise.',
    ...parts,
    '## Why not',
    reasons().join('\n'),
  ].join('\n\n')}\n`;
}
