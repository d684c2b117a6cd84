import { inProcessRuntimes, runtimes } from '@licet/adapters/runtimes';
import type { Capabilities, Runtime, RuntimeFacts } from '@licet/adapters/runtimes';

/** Every runtime that there is. */
export interface Hosts {
  readonly hooked: readonly Runtime[];
  readonly inside: readonly RuntimeFacts[];
}

const COLUMNS: readonly (readonly [keyof Capabilities, string])[] = [
  ['canAsk', 'asks'],
  ['canRewriteArgs', 'rewrites arguments'],
  ['canRewriteOutput', 'redacts output'],
  ['canInjectContext', 'tells beside a call'],
  ['failClosed', 'a dead hook stops'],
  ['hasCallId', 'call ids'],
  ['reportsExitCode', 'exit codes'],
  ['canTellAtStop', 'tells before it stops'],
  ['namesAgents', 'sorts of sub-agents'],
  ['reportsPrompts', 'prompts'],
];

/** The table of the guide: what each runtime lets the hook do, and each reason for what it does not, with the runtimes that have it. */
function tableOf(all: readonly RuntimeFacts[]): string {
  const rows = all.map(({ title, capabilities }) =>
    row([title, ...COLUMNS.map(([name]) => (capabilities[name] ? 'yes' : 'no'))]),
  );
  const reasons = COLUMNS.flatMap(([name, words]) => {
    const hosts = Map.groupBy(all, ({ gaps }) => gaps[name]);
    return [...hosts].flatMap(([reason, which]) => (reason === undefined ? [] : [`- *${words}*, ${namesOf(which)}: ${reason}`]));
  });
  const head = ['', ...COLUMNS.map(([, words]) => words)];
  return [row(head), row(head.map(() => '---')), ...rows, '', 'Why a runtime has a *no*:', '', ...reasons].join('\n');
}

const namesOf = (all: readonly RuntimeFacts[]): string => all.map(({ title }) => title).join(', ');

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

const EVIDENCE: Readonly<Record<Runtime['evidence'], string>> = {
  driven: 'driven live',
  code: 'read in its code',
  documentation: 'from documentation',
};

/** The settings that `init` writes for each runtime, and what else it takes. */
function settingsTable(hooked: readonly Runtime[]): string {
  const rows = hooked.map(({ name, title, evidence, settings }) => {
    const files = settings.files({ root: '/project', home: '/home' });
    const [first] = files;
    const local = files.find(({ scope }) => scope === 'local');
    const [file, localFile] = [first?.file, local?.file].map(
      each => `\`${(each ?? '').replace(/^\/(?:project\/|(?=home))/u, '').replace(/^home/u, '~')}\``,
    );
    const how = settings.layout === 'plugin' ? ', a plugin that starts the hook' : '';
    const where = `${file}${how}${local === undefined ? '' : `, with \`--local\` ${localFile}`}`;
    return row([title, `\`${name}\``, where, EVIDENCE[evidence], settings.note ?? '']);
  });
  return [
    '',
    '',
    row(['runtime', 'name', 'settings', 'how we know it', 'also needed']),
    '|---|---|---|---|---|',
    ...rows,
    '',
    '',
  ].join('\n');
}

function noYesTable(hooked: readonly Runtime[]): string {
  const rows = hooked.flatMap(({ title, noYes }) => (noYes === undefined ? [] : [row([title, noYes])]));
  return ['', '', row(['host', 'why it gets no yes']), '| --- | --- |', ...rows, '', ''].join('\n');
}

const ofUsers = ({ settings }: Runtime): boolean =>
  settings.files({ root: '/project', home: '/home' }).some(({ scope }) => scope === 'user');

/** What is between `<!-- NAME -->` and `<!-- /NAME -->` in a page. */
const SECTIONS: Readonly<Record<string, (hosts: Hosts) => string>> = {
  hosts: ({ hooked }) => namesOf(hooked),
  'hosts that report prompts': ({ hooked }) => namesOf(hooked.filter(({ capabilities }) => capabilities.reportsPrompts)),
  'hosts with user settings': ({ hooked }) => `${namesOf(hooked.filter(ofUsers))} have`,
  'hosts without a yes': ({ hooked }) => noYesTable(hooked),
  'host settings': ({ hooked }) => settingsTable(hooked),
  'host abilities': ({ hooked }) => `\n\n${tableOf(hooked)}\n\n`,
  'abilities inside': ({ inside }) => `\n\n${tableOf(inside)}\n\n`,
};

/** The pages that name every runtime, and their sections. */
export const HOST_SECTIONS: Readonly<Record<string, readonly string[]>> = {
  'README.md': ['hosts'],
  'docs/README.md': ['hosts'],
  'packages/adapters/README.md': ['hosts'],
  'docs/guide/information-flow.md': ['hosts that report prompts'],
  'docs/guide/fewer-prompts.md': ['hosts without a yes'],
  'docs/guide/runtimes.md': ['host settings', 'hosts with user settings', 'host abilities', 'abilities inside'],
};

/** Loads every runtime. */
export async function loadHosts(): Promise<Hosts> {
  const hooked = await Promise.all(Object.values(runtimes).map(load => load()));
  return { hooked, inside: await Promise.all(Object.values(inProcessRuntimes).map(load => load())) };
}

/** Returns a page with its sections as they should be. Throws if it lacks one. */
export function fillSections(page: string, names: readonly string[], hosts: Hosts): string {
  return names.reduce((text, name) => {
    const [open, close] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
    const [start, end] = [text.indexOf(open) + open.length, text.indexOf(close)];
    if (start < open.length || end < start) throw new Error(`the page has no section \`${name}\``);
    return `${text.slice(0, start)}${SECTIONS[name]?.(hosts) ?? ''}${text.slice(end)}`;
  }, page);
}
