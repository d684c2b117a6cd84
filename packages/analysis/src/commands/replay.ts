import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, resolve } from 'node:path';

import { escapeText } from '@licet/core';
import type { RecordedEvent } from '@licet/core/store';
import { readAll } from '@licet/core/store';
import { counted, jsonText, readTime, UsageError, withProgress } from '@licet/core/command';
import type { Terminal } from '@licet/core/command';

import type { Reading } from '../policies/transcriptFiles.ts';
import type { ReplayChange, ReplayReport } from '../replay.ts';
import type { ReplayStop } from '../replayStops.ts';
import { textAt } from './diff.ts';
import type { AnalysisProgram } from './program.ts';

interface Options {
  readonly policy?: string;
  readonly against?: string;
  readonly since?: string;
  readonly json?: boolean;
}

/** The name of our own trail among the formats. */
const AUDIT = 'audit';

/** What `--json` prints in addition to the report of the library. */
interface Told extends ReplayReport {
  readonly reading: Reading;
}

/** Lets a policy judge recorded sessions again, and says what would change. */
export async function replayed(
  format: string,
  paths: readonly string[],
  { policy, against, since, json = false }: Options,
  terminal: Terminal,
  program: AnalysisProgram,
): Promise<number> {
  const file = program.findPolicy(policy);
  const { replayPolicies } = await import('../policies/policies.ts');
  const older = against === undefined ? undefined : program.compile(olderText(against, file, program), file).compiled;
  let reading: Reading = { files: 0, filesRead: 0, broken: 0 };
  const from = since === undefined ? undefined : readTime('--since', since, Date.now());
  const events = await eventsOf(format, paths, { file, since: from, see: now => void (reading = now) }, program);
  const newer = program.compile(program.readText(file), file).compiled;
  const report = await withProgress('judging recorded calls', step =>
    replayPolicies(program, events, {
      newer,
      older,
      root: dirname(file),
      see: calls => (reading.files > 0 ? step(reading.filesRead, reading.files) : step(calls)),
    }),
  );
  if (json) terminal.print(jsonText({ ...report, reading } satisfies Told));
  else tell({ ...report, reading }, terminal);
  return 0;
}

/** A file that is there, or else a revision of git. */
function olderText(against: string, file: string, { readText }: AnalysisProgram): string {
  const path = resolve(against);
  return existsSync(path) ? readText(path) : textAt(against, file);
}

interface Source {
  readonly file: string;
  readonly since: number | undefined;
  readonly see: (reading: Reading) => void;
}

async function eventsOf(
  format: string,
  paths: readonly string[],
  { file, since, see }: Source,
  { openTrail, transcripts }: AnalysisProgram,
): Promise<AsyncIterable<RecordedEvent>> {
  if (format === AUDIT) {
    if (paths.length > 1) throw new UsageError('`audit` is one trail: name one file at most');
    const reader = await openTrail(paths[0] === undefined ? { policy: file } : { trail: paths[0] });
    const { recordedEvents } = await import('../policies/policies.ts');
    return (async function* () {
      for await (const { record } of readAll(reader, since === undefined ? {} : { since })) yield* recordedEvents(record);
    })();
  }
  const load = Object.hasOwn(transcripts, format) ? transcripts[format] : undefined;
  if (load === undefined) throw new UsageError(`no program \`${format}\` is known whose sessions could be read`);
  const found = await load();
  const chosen = paths.length > 0 ? paths : found.folders(homedir(), process.env).filter(folder => existsSync(folder));
  if (chosen.length === 0) throw new UsageError(`there are no transcripts of ${found.title} here: name files or folders`);
  const { transcriptEvents } = await import('../policies/policies.ts');
  return transcriptEvents(found, chosen, { ...(since !== undefined && { since }), see });
}

const MOST_CHANGES = 20;

function tell(told: Told, { print }: Terminal): void {
  const { calls, sessions, inexact, asksPer100, drift, changes, ungrouped, reading, after: rulings } = told;
  const odd = [
    inexact > 0 && `${counted(inexact, 'call')} not whole in the record`,
    reading.broken > 0 && counted(reading.broken, 'broken line'),
    drift.different > 0 && `${drift.different} of ${drift.recorded} recorded otherwise than the old policy says today`,
  ].filter(each => each !== false);
  const what = `${counted(calls, 'call')} of ${counted(sessions, 'session')}`;
  print([what, ...odd].join('; '));
  const { before, after } = asksPer100;
  print(`asks per 100 calls: ${before === undefined ? after : `${before} → ${after}`}`);
  if (before === undefined) return tellStops(told, print);
  if (rulings.block > 0) print(`stopped: ${counted(rulings.block, 'call')}; \`--json\` has each with its reason`);
  for (const change of changes.slice(0, MOST_CHANGES)) for (const line of linesOf(change)) print(escapeText(line));
  const rest = changes.slice(MOST_CHANGES).reduce((sum, change) => sum + change.calls, ungrouped);
  if (rest > 0) print(`  and ${counted(rest, 'more changed call')}: \`--json\` has them`);
  if (changes.length === 0 && before !== undefined) print('no call is judged differently');
}

const MOST_STOPS = 100;

/** Lists what is stopped and what is asked about, with reasons. */
function tellStops({ stops, unlisted }: Told, print: Terminal['print']): void {
  const total = (ruling: ReplayStop['ruling']): number =>
    stops.reduce((sum, each) => sum + (each.ruling === ruling ? each.calls : 0), unlisted[ruling]);
  print(`would be stopped: ${total('block')}, asked about: ${total('ask')}`);
  for (const { ruling, words, guard, code, reason, calls } of stops.slice(0, MOST_STOPS)) {
    const times = calls > 1 ? `${calls} × ` : '';
    print(escapeText(`  ${ruling.padEnd(5)}  ${times}${words.replaceAll(/\s*\n\s*/gu, ' ⏎ ')}`));
    print(escapeText(`         ${reason.split('\n')[0] ?? ''} (${guard}, ${code})`));
  }
  const rest = stops.slice(MOST_STOPS).reduce((sum, each) => sum + each.calls, unlisted.block + unlisted.ask);
  if (rest > 0) print(`  and ${counted(rest, 'more call')}: \`--json\` has them`);
}

function linesOf({ change, calls, about, before, after, whose, examples }: ReplayChange): readonly string[] {
  const said = ({ ruling, guard, code }: ReplayChange['before']): string => `${ruling} (${guard}, ${code})`;
  const people = whose.slice(0, 3).map(({ who, calls: own }) => `${who} (${own})`);
  const more = whose.length > 3 ? ', …' : '';
  return [
    `  ${change.padEnd(8)}  ${calls} × ${about}: ${said(before)} → ${said(after)}`,
    `            of ${people.join(', ')}${more}`,
    ...examples.map(({ words }) => `            ${words}`),
  ];
}
