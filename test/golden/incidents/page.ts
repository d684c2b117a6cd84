import { incidents, isStopped } from './incidents.ts';
import type { Incident } from './incidents.ts';

const FORMS = { happened: 'did harm', attacked: 'tried on users', shown: 'demonstrated' } as const;

const code = (text: string): string => `\`\`${text.replaceAll('|', String.raw`\|`)}\`\``;

function callOf({ command, tool, input }: Incident): string {
  if (command !== undefined) return code(command);
  return tool === undefined ? 'none' : code(`${tool} ${JSON.stringify(input)}`);
}

function rowOf(incident: Incident): string {
  const { title, date, agent, form, source, call, says } = incident;
  const origin = call === 'recorded' ? ' (recorded)' : '';
  const ruling = says === undefined ? 'nothing to judge' : `**${says}**`;
  return `| ${title} | ${date}, ${agent}, ${FORMS[form]} | ${callOf(incident)}${origin} | ${ruling} | ${source.publisher}: *${source.title}* |`;
}

const HEAD = '| what happened | when, which agent | the decisive call | Licet | source |\n|---|---|---|---|---|';
const tableOf = (listed: readonly Incident[]): string => [HEAD, ...listed.map(rowOf)].join('\n');

/** The page of the guide about incidents, with the rulings that the test checks. */
export function incidentsPage(): string {
  const stopped = incidents.filter(isStopped);
  const others = incidents.filter(incident => !isStopped(incident));
  const count = (ruling: string): number => stopped.filter(({ says }) => says === ruling).length;
  return `${[
    '# Incidents',
    `You see ${incidents.length} reports of AI agents that did harm, were attacked, or were shown by researchers to be open to an attack, and what Licet says to the call that decided each one.`,
    "```sh\nnpx licet check --command 'rm -rf tests/ patches/ plan/ ~/'\n```",
    `Under the policy that \`licet init\` writes, ${count('block')} are blocked, ${count('ask')} wait for a person, and ${others.length} are not stopped. A test runs every call through the program, and the page is generated from its data in \`test/golden/incidents\` by \`npx -y pnpm@12 reference\`.`,
    'A call marked *recorded* is the one that the source gives, as we remember it; the hosts of attackers are replaced. We wrote the others: each does what the source describes, in a shell where the source used another. One report may have several entries. The list was written after the engine, by its authors and from memory of the reports: titles and dates are not checked against the sources, and the rulings were recorded from a run. It shows what the default policy does, and is no measure of how well Licet does on attacks that are not in it.',
    `## Stopped\n\n${tableOf(stopped)}`,
    `## Not stopped\n\n${tableOf(others)}`,
    `### Why not\n\n${others.map(({ title, why }) => `- ${title}: ${why}`).join('\n')}`,
  ].join('\n\n')}\n`;
}
