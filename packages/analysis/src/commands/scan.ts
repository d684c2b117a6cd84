import { homedir } from 'node:os';

import { escapeText } from '@licet/core';
import { counted, jsonText, readTime, withProgress } from '@licet/core/command';
import type { Terminal } from '@licet/core/command';
import { createRedactor, rulesFor } from '@licet/guards/redaction';

import type { FoundHere } from '../policies/scanHere.ts';
import type { ReplayStop } from '../replayStops.ts';
import type { AnalysisProgram } from './program.ts';

interface Options {
  readonly since?: string;
  readonly json?: boolean;
  readonly html?: boolean;
}

/** The command with which most people go on. */
const NEXT = 'licet init --quiet look';

/** Reads the sessions of the agents on this machine, and says what the profile `standard` would have made of them. */
export async function scan(
  { since = '30d', json = false, html = false }: Options,
  { print }: Terminal,
  program: AnalysisProgram,
): Promise<number> {
  const from = readTime('--since', since, Date.now());
  const { scanHere, scanPage } = await import('../policies/policies.ts');
  const found = withoutSecrets(
    await withProgress('reading sessions', async step => scanHere(program, program.transcripts, { since: from, see: step })),
  );
  if (json) print(jsonText({ since, ...found, next: NEXT }));
  else if (html) print(scanPage(found, { since, next: NEXT }).trimEnd());
  else tell(found, since, print);
  return 0;
}

/** Takes out of the words of calls what looks like a credential: a report is read by others, too. */
function withoutSecrets(found: FoundHere): FoundHere {
  const redactor = createRedactor(rulesFor(['secrets']));
  const clean = (text: string): string => redactor.redact(text).text;
  return {
    ...found,
    stops: found.stops.map(stop => ({ ...stop, words: clean(stop.words), reason: clean(stop.reason) })),
    secrets: found.secrets.map(secret => ({ ...secret, path: atHome(secret.path), words: clean(secret.words) })),
  };
}

const atHome = (path: string): string => (path.startsWith(`${homedir()}/`) ? `~${path.slice(homedir().length)}` : path);

const MOST_STOPS = 15;
const MOST_SECRETS = 10;

function tell(found: FoundHere, since: string, print: Terminal['print']): void {
  const { calls, sessions, hosts, rulings, broken } = found;
  if (calls === 0)
    return print(
      `no session of an agent was found since ${since} in the folders of the programs that \`licet replay --help\` names. Go on with \`${NEXT}\``,
    );
  const odd = broken > 0 ? `; ${counted(broken, 'broken line')}` : '';
  print(`${counted(calls, 'call')} of ${counted(sessions, 'session')} since ${since} (${hosts.join(', ')})${odd}`);
  print(`the profile \`standard\` would have stopped ${rulings.block} and asked about ${rulings.ask}`);
  tellStops(found, print);
  tellSecrets(found, print);
  tellQuiet(found, print);
  print(`\nnext: ${NEXT}`);
}

const oneLine = (text: string): string => escapeText(text.replaceAll(/\s*\n\s*/gu, ' ⏎ '));

function tellStops({ stops, unlisted }: FoundHere, print: Terminal['print']): void {
  if (stops.length > 0) print('\nthe worst first:');
  for (const { ruling, words, reason, calls } of stops.slice(0, MOST_STOPS)) {
    print(`  ${ruling === 'block' ? 'stop' : 'ask '}  ${calls > 1 ? `${calls} × ` : ''}${oneLine(words)}`);
    print(`        ${oneLine(reason.split('\n')[0] ?? '')}`);
  }
  const rest = sumOf(stops.slice(MOST_STOPS)) + unlisted.block + unlisted.ask;
  if (rest > 0) print(`  and ${counted(rest, 'more call')}: \`--json\` has them`);
}

const sumOf = (stops: readonly ReplayStop[]): number => stops.reduce((sum, { calls }) => sum + calls, 0);

function tellSecrets({ secrets }: FoundHere, print: Terminal['print']): void {
  if (secrets.length === 0) return print('\nno call named a file with credentials and read it');
  print('\nfiles with credentials that agents read:');
  for (const { path, calls, words } of secrets.slice(0, MOST_SECRETS))
    print(`  ${escapeText(path)}  (${counted(calls, 'call')}: ${oneLine(words)})`);
  if (secrets.length > MOST_SECRETS) print(`  and ${counted(secrets.length - MOST_SECRETS, 'more file')}: \`--json\` has them`);
}

function tellQuiet({ quiet }: FoundHere, print: Terminal['print']): void {
  const { asked } = quiet;
  print(`\nof ${counted(asked, 'command')} and edits that a host may ask about, these need no question:`);
  for (const level of ['look', 'edit', 'build'] as const) {
    const share = asked === 0 ? 0 : Math.round((100 * quiet[level]) / asked);
    print(
      `  quiet: ${level.padEnd(5)}  ${String(quiet[level]).padStart(6)}  ${share} %${level === 'build' ? ', in a sandbox' : ''}`,
    );
  }
}
