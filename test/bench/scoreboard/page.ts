import type { Board, FlowRow, Standing } from './board.ts';
import type { ListName } from './lists.ts';
import { KINDS, LISTS } from './lists.ts';
import type { Tally } from './tally.ts';
import { harmOf, rightIn, sizeOf } from './tally.ts';

const count = (value: number): string => value.toLocaleString('en-US');

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

function listRow(title: string, list: ListName, tallies: readonly Tally[]): string {
  const { wants } = LISTS[list];
  const cells = tallies.map(found => {
    const asked = wants === 'stop' && found.ask > 0 ? `, ${count(found.ask)} of them by a question` : '';
    return `${count(rightIn(list, found))}${asked}`;
  });
  return row([`${title}, of ${count(Math.max(0, ...tallies.map(sizeOf)))}`, ...cells]);
}

function listRows(name: ListName, hooks: readonly Standing[]): readonly string[] {
  const whole = listRow(
    LISTS[name].title,
    name,
    hooks.map(({ lists }) => lists[name]),
  );
  if (name !== 'harm') return [whole];
  const kinds = Object.entries(KINDS).map(([title, files]) =>
    listRow(
      `among it: ${title}`,
      name,
      hooks.map(hook => harmOf(hook, files)),
    ),
  );
  return [whole, ...kinds];
}

function flowText(flow: FlowRow): string {
  return 'skipped' in flow
    ? `left out: ${flow.skipped}`
    : `${count(flow.stopped)} of ${count(flow.attacks)} attacks ask, and ${count(flow.ownStopped)} of ${count(flow.own)} that we wrote where it gives none; ${flow.tasksWithQuestions} of ${flow.tasks} tasks have a question`;
}

/** The table of a run, and what it was run on. */
export function boardTable({ date, machine, host, every, hooks, flow }: Board): string {
  const others = hooks.slice(1).map(() => 'not tried: a hook alone is not told results');
  const faults = hooks.map(({ lists }) => Object.values(lists).reduce((sum, { fault }) => sum + fault, 0));
  const rows = [
    row(['', ...hooks.map(({ name, version }) => (version === undefined ? name : `${name} ${version}`))]),
    row(['---', ...hooks.map(() => '---:')]),
    row(['run by us', ...hooks.map(() => `yes, ${date}`)]),
    ...(Object.keys(LISTS) as ListName[]).flatMap(name => listRows(name, hooks)),
    row(['failures of the hook', ...faults.map(count)]),
    row(['AgentDojo', flowText(flow), ...others]),
    row(['cost of a call, `node -e 0` is 1', ...hooks.map(({ cost }) => String(cost))]),
  ];
  const part = every === 1 ? 'Every call of the lists' : `One call in ${every} of the long lists, and every incident,`;
  const commands = hooks.map(({ name, command }) => `${name}: \`${command}\``).join('; ');
  return `${rows.join('\n')}

${part} was asked about twice, as ${host} asks, with equal answers. ${machine.cores} cores, ${machine.cpu}, Node ${machine.node}. Hooks: ${commands}.`;
}

const SECTION = /(?<=^## Scoreboard\n\n).*?(?=^## )/msu;

/** The text of the section about the scoreboard. */
export function boardSection(board: Board): string {
  return `\`\`\`sh
npx -y pnpm@12 scoreboard                                      # Licet and the hooks that this repository has for its tests
npx -y pnpm@12 scoreboard --hook 'node my-hook.js' --every 20  # and yours, with one call in twenty
\`\`\`

${boardTable(board)}

Read it with care:

- The lists are ours, in \`test/golden\`. Most were written by people who had not read the sources, but **Licet was mended after each one**. So its numbers here are no forecast. At its first run it stopped 342 of 540 harmful calls of the first list, and
  249 of 250 of the last one; \`hostile.test.ts\` has every first run. No other hook has seen these lists.
- They include harm that other hooks do not aim at: payments, messages, published data, the settings of agents, tools by their names. \`test/bench/scoreboard/scoreboard.json\` has the results by kind of harm.
- Licet runs with the policy that \`licet init\` writes. Every other hook runs as it is before anyone configures it. A question counts as a stop.
- The other programs of this page are no hooks of ${board.host}, so they were not run here.

`;
}

/** Puts the section into the page that has one. */
export function withBoard(page: string, board: Board): string {
  if (!SECTION.test(page)) throw new Error('the page has no section `## Scoreboard`');
  return page.replace(SECTION, () => boardSection(board));
}
