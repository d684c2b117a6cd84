import { writeFileSync } from 'node:fs';
import { basename } from 'node:path';

import { escapeText } from '@licet/core';
import type { AuditRecord } from '@licet/core';
import { readAll } from '@licet/core/store';
import { counted, isStdin, jsonText, patchLines, readTime, UsageError, withProgress } from '@licet/core/command';
import type { Terminal } from '@licet/core/command';

import type * as analysisModule from '../policies/policies.ts';
import type { Found, Proposal, SuggestionSource } from '../policies/suggestPolicy.ts';
import { testFileOf } from '../policies/testWords.ts';
import type { AnalysisProgram } from './program.ts';

interface Options {
  readonly policy?: string;
  readonly trail?: string;
  readonly since?: string;
  readonly apply?: boolean;
  readonly json?: boolean;
}

type Analysis = typeof analysisModule;

const MOST = 10;

/** Looks for exceptions in what humans have said yes to. Changes nothing, unless a human at a terminal says yes to it with `--apply`. */
export async function suggest(
  { policy, trail, since, apply = false, json = false }: Options,
  terminal: Terminal,
  program: AnalysisProgram,
): Promise<number> {
  if (apply) {
    if (json) throw new UsageError('`--apply` asks at a terminal, and `--json` is for programs: leave one of them out');
    program.requireHuman('licet suggest --apply');
  }
  const file = program.findPolicy(policy);
  if (isStdin(file)) throw new UsageError('the policy that an exception goes into must be a file: name one with `--policy FILE`');
  const reader = await program.openTrail(trail === undefined ? { policy: file } : { trail });
  const query = since === undefined ? {} : { since: readTime('--since', since, Date.now()) };
  const records = async function* (): AsyncGenerator<AuditRecord> {
    for await (const { record } of readAll(reader, query)) yield record;
  };
  const source: SuggestionSource = { file, records };
  const analysis = await import('../policies/policies.ts');
  if (apply) return await applied(source, analysis, terminal, program);
  return await printed(source, analysis, terminal, { json, program });
}

async function printed(
  source: SuggestionSource,
  analysis: Analysis,
  terminal: Terminal,
  { json, program }: { readonly json: boolean; readonly program: AnalysisProgram },
): Promise<number> {
  const { found, proposals, refused } = await withProgress('looking through the trail', () =>
    workedOut(source, analysis, program),
  );
  if (json) {
    const { approvals, inexact, settled } = found;
    const shown = proposals.map(({ suggestion: { compiled: _compiled, ...suggestion }, text, ...rest }) => ({
      ...suggestion,
      ...rest,
      patch: patchLines(found.text, text).join('\n'),
    }));
    terminal.print(jsonText({ approvals, inexact, settled, proposals: shown, refused }));
    return 0;
  }
  head(found, terminal);
  for (const [index, proposal] of proposals.entries()) tell(proposal, index + 1, source, found, analysis, terminal);
  for (const { why, approvals, example } of refused)
    terminal.print(escapeText(`no exception: ${counted(approvals, 'approval')} such as \`${example}\`: ${why}`));
  if (proposals.length > 0) terminal.print('`licet suggest --apply` asks about each of them, and writes what you say yes to');
  return 0;
}

interface WorkedOut {
  readonly found: Found;
  readonly proposals: readonly Proposal[];
  readonly refused: Found['refused'];
}

async function workedOut(
  source: SuggestionSource,
  { findSuggestions, propose }: Analysis,
  program: AnalysisProgram,
): Promise<WorkedOut> {
  const found = await findSuggestions(program, source);
  const proposals: Proposal[] = [];
  const refused = [...found.refused];
  for (const suggestion of found.suggestions) {
    if (proposals.length === MOST) break;
    const worked = await propose(program, suggestion, found, source);
    if ('why' in worked) refused.push(worked);
    else proposals.push(worked);
  }
  return { found, proposals, refused };
}

/** Every yes changes the policy that the next suggestion is about. */
async function applied(
  source: SuggestionSource,
  analysis: Analysis,
  terminal: Terminal,
  program: AnalysisProgram,
): Promise<number> {
  const answered = new Set<string>();
  for (let number = 1; ; number++) {
    const { found, proposals } = await withProgress('looking through the trail', () => workedOut(source, analysis, program));
    if (number === 1) head(found, terminal);
    const keyOf = ({ suggestion: { kind, words } }: Proposal): string => `${kind} ${words}`;
    const next = proposals.find(proposal => !answered.has(keyOf(proposal)));
    if (next === undefined) return 0;
    answered.add(keyOf(next));
    tell(next, number, source, found, analysis, terminal);
    if (!(await program.confirm('write this?'))) continue;
    writeFileSync(source.file, next.text);
    const tests = testFileOf(source.file);
    if (next.cases.length > 0) writeFileSync(tests, analysis.testsWith(tests, next.cases).after);
    terminal.print(`written: ${basename(source.file)}${next.cases.length > 0 ? ` and ${basename(tests)}` : ''}`);
  }
}

function head({ approvals, inexact, settled, suggestions }: Found, { print }: Terminal): void {
  const odd = [
    inexact > 0 && `${inexact} more to calls that are not whole in the trail`,
    settled > 0 && `${settled} to calls that are not asked about any more`,
  ].filter(each => each !== false);
  print([`${counted(approvals, 'approval')} by people`, ...odd].join('; '));
  if (suggestions.length === 0)
    print('nothing to suggest: an exception rests on at least 3 approvals of the same kind of call, in at least 2 sessions');
}

const MOST_WITNESSES = 5;

function tell(
  { suggestion, text, witnesses, replay, cases }: Proposal,
  number: number,
  { file }: SuggestionSource,
  found: Found,
  { testsWith }: Analysis,
  { print }: Terminal,
): void {
  const { words, kind, approvals, sessions, people } = suggestion;
  const show = (line: string): void => print(escapeText(line));
  const by = people.length === 0 ? '' : `, by ${people.slice(0, 3).join(', ')}${people.length > 3 ? ', …' : ''}`;
  print('');
  show(`${number}. \`${words}\` in \`${kind}\`: ${counted(approvals, 'approval')} in ${counted(sessions, 'session')}${by}`);
  const { before = 0, after } = replay.asksPer100;
  show(`   asks per 100 calls: ${before} → ${after}, of ${counted(replay.calls, 'call')} in the trail`);
  for (const { words: what, old, new: fresh } of witnesses.slice(0, MOST_WITNESSES))
    show(`   wider  ${what}: ${old.ruling} → ${fresh.ruling}`);
  if (witnesses.length > MOST_WITNESSES) print(`   and ${witnesses.length - MOST_WITNESSES} more`);
  show(`   ${basename(file)}`);
  for (const line of patchLines(found.text, text)) show(`   ${line}`);
  if (cases.length === 0) return;
  const tests = testFileOf(file);
  show(`   ${basename(tests)}`);
  const { before: was, after: is } = testsWith(tests, cases);
  for (const line of patchLines(was, is)) show(`   ${line}`);
}
