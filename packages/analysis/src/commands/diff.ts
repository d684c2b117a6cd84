import { spawnSync } from 'node:child_process';
import type { SpawnSyncReturns } from 'node:child_process';
import { existsSync } from 'node:fs';
import { basename, dirname, relative } from 'node:path';

import { escapeText } from '@licet/core';
import { inputPath, isStdin, jsonText, UsageError, withProgress } from '@licet/core/command';
import type { Terminal } from '@licet/core/command';

import type { PolicyDiff, Verdict } from '../policies/diffPolicies.ts';
import { VERDICT_MEANINGS, changeRows, isPerhapsStricter, obstacleTexts, unshownText } from '../policies/diffWords.ts';
import type { AnalysisProgram } from './program.ts';

interface Options {
  readonly against?: string;
  readonly failOn?: keyof typeof FAILS;
  readonly json?: boolean;
  readonly markdown?: boolean;
  readonly comment?: boolean;
}

interface Source {
  readonly file: string;
  /** Undefined where a revision has no policy. */
  readonly text: string | undefined;
}

interface WholeSource extends Source {
  readonly text: string;
}

/** What `--fail-on` stops at. What is not proven may be either. */
const FAILS = {
  wider: ['wider', 'mixed', 'unknown'],
  narrower: ['narrower', 'mixed', 'unknown'],
  change: ['wider', 'narrower', 'mixed', 'unknown'],
} as const satisfies Readonly<Record<string, readonly Verdict[]>>;

/** Compares two policies. Returns 1 when the verdict is one that `--fail-on` names. */
export async function diff(
  files: readonly string[],
  { against, failOn, json = false, markdown = false, comment = false }: Options,
  terminal: Terminal,
  program: AnalysisProgram,
): Promise<number> {
  const fails: readonly Verdict[] = failOn === undefined ? [] : FAILS[failOn];
  const [older, newer] = sourcesOf(files, against, program);
  const { diffPolicies, recordedCalls } = await import('../policies/policies.ts');
  const was = older.text === undefined ? undefined : program.compile(older.text, older.file).compiled;
  const is = program.compile(newer.text, newer.file).compiled;
  if (was === undefined)
    terminal.complain(`there is no policy in \`${against}\`: compared with none, under which everything runs`);
  const root = dirname(newer.file);
  const trail = isStdin(newer.file) ? undefined : await program.localTrail(is, newer.file);
  const found = await withProgress('comparing', async () =>
    diffPolicies(program, was, is, root, await recordedCalls(trail, root)),
  );
  if (json) terminal.print(jsonText(found));
  else if (markdown) terminal.print(markdownOf(found));
  else tell(found, terminal);
  if (comment) {
    const policy = relative(process.cwd(), newer.file);
    await program.publishComparison({ policy, markdown: markdownOf(found), hasChange: found.verdict !== 'equal' }, terminal);
  }
  return fails.includes(found.verdict) || (failOn === 'narrower' && isPerhapsStricter(found)) ? 1 : 0;
}

function sourcesOf(
  files: readonly string[],
  against: string | undefined,
  { findPolicy, readText }: AnalysisProgram,
): readonly [Source, WholeSource] {
  const sourceOf = (file: string): WholeSource => ({ file, text: readText(file) });
  const [first, second] = files;
  if (against === undefined) {
    if (first === undefined || second === undefined || files.length > 2)
      throw new UsageError('expected the old policy and the new one, or `--against REVISION` with one policy at most');
    const file = inputPath(second);
    const isRevision = !isStdin(inputPath(first)) && !existsSync(inputPath(first)) && !/\.ya?ml$/iu.test(first);
    return [isRevision ? { file, text: textAt(first, file) } : sourceOf(inputPath(first)), sourceOf(file)];
  }
  if (files.length > 1) throw new UsageError('`--against` compares one policy with what it was: name one file at most');
  const file = findPolicy(first);
  return [{ file, text: textBefore(against, file) }, sourceOf(file)];
}

/** The text of a policy in a revision; undefined where that has none. */
function textBefore(revision: string, file: string): string | undefined {
  try {
    return textAt(revision, file);
  } catch (error) {
    if (error instanceof UsageError && hasNoPolicy(revision, file)) return undefined;
    throw error;
  }
}

/**
 * Tells whether nothing in a revision can be what a policy was before: no file of its name, and none that a hook would have found, in any
 * folder. A policy that was renamed or moved is not new.
 */
function hasNoPolicy(revision: string, file: string): boolean {
  if (revision.startsWith('-')) return false;
  const listed = git(file, 'ls-tree', '-r', '--full-tree', '--name-only', '-z', revision);
  if (listed.error !== undefined || listed.status !== 0) return false;
  const names = listed.stdout.split('\0').map(path => basename(path));
  return !names.some(name => name === basename(file) || /^governance\.ya?ml$/iu.test(name));
}

const git = (file: string, ...args: readonly string[]): SpawnSyncReturns<string> =>
  spawnSync('git', ['-C', dirname(file), ...args], { encoding: 'utf8', maxBuffer: 1 << 26 });

/** The text of a file in a revision of its git repository. What it includes is read from where it lies now. */
export function textAt(revision: string, file: string): string {
  if (revision.startsWith('-')) throw new UsageError(`expected a revision of git, or a file, found \`${revision}\``);
  const { status, stdout, stderr, error } = git(file, 'show', `${revision}:./${basename(file)}`);
  if (error === undefined && status === 0) return stdout;
  const why = error?.message ?? stderr.trim().split('\n')[0] ?? '';
  throw new UsageError(`git has no \`${basename(file)}\` in \`${revision}\`: ${why}`);
}

function tell(found: PolicyDiff, { print }: Terminal): void {
  const { verdict, proof, witnesses, settings } = found;
  print(`${verdict}: ${VERDICT_MEANINGS[verdict]}`);
  for (const { change, words, before, after } of changeRows(found))
    print(escapeText(`  ${change.padEnd(8)}  ${words}: ${before} → ${after}`));
  const rest = unshownText(witnesses);
  if (rest !== undefined) print(`  ${rest}`);
  for (const each of obstacleTexts({ verdict, proof })) print(escapeText(`  not proven: ${each}`));
  if (settings.length > 0) print(`  changes no ruling: ${settings.join(', ')}`);
}

function markdownOf(found: PolicyDiff): string {
  const rows = changeRows(found).map(
    ({ change, words, before, after }) => `| ${change} | ${code(words)} | ${before} | ${after} |`,
  );
  const table = rows.length === 0 ? [] : ['', '| | action | before | after |', '|---|---|---|---|', ...rows];
  const open = obstacleTexts(found).map(each => `- not proven: ${escapeText(each)}`);
  return [
    `**The policy becomes ${found.verdict}**: ${VERDICT_MEANINGS[found.verdict]}.`,
    ...table,
    ...(open.length === 0 ? [] : ['', ...open]),
  ].join('\n');
}

function code(text: string): string {
  return `\`${escapeText(text).replaceAll('`', "'").replaceAll('|', '\\|')}\``;
}
