import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { fixText, reasonText } from '@licet/adapters';
import { escapeText } from '@licet/core';
import { EXIT, UsageError, rulingWord } from '@licet/core/command';
import type { Terminal } from '@licet/core/command';
import type { Evaluation } from '@licet/core';
import { SandboxError, containedCommand, findBubblewrap, openSnapshots, runContained, stateFolder } from '@licet/sandbox';
import type { ContainedOutcome, ContainedRun, PreparedSandbox } from '@licet/sandbox';

import { licetHome } from '../policy/licetHome.ts';
import { realOf } from '../policy/policyFiles.ts';
import { closedPaths } from './closedNow.ts';
import { gitIdentity } from './gitIdentity.ts';
import { openPlan } from './openPlan.ts';
import type { OpenedPlan } from './openPlan.ts';
import { ruleWithLine } from './ruleLine.ts';

/** What `licet run` takes in addition to the command. */
export interface RunOptions {
  readonly print?: boolean;
  readonly session?: string;
}

/**
 * Judges a command as any action, runs it in a sandbox if it passes, and records how it ended. Returns the exit code of the command, or that of the
 * ruling if the command does not run.
 */
export async function runInSandbox(
  command: readonly string[],
  { print = false, session = 'run' }: RunOptions,
  terminal: Terminal,
): Promise<number> {
  const cwd = realOf(process.cwd());
  const bubblewrap = requireBubblewrap(print);
  const open = await openPlan(cwd, !print);
  const { opened, plan } = open;
  try {
    if (!plan.read.some(folder => cwd === folder || cwd.startsWith(`${folder}/`)))
      throw new UsageError(
        `the policy lets code read nothing in \`${cwd}\`, so that no command can start there: run it in another folder of the project`,
      );
    const line = command.map(shellWord).join(' ');
    const action = { kind: 'bash', tool: 'Bash', payload: { command: line }, cwd, sessionId: session } as const;
    const evaluation = print ? await opened.engine.explain(action) : await opened.engine.evaluate(action);
    const run: ContainedRun = {
      plan,
      command,
      cwd,
      bubblewrap,
      env: process.env,
      state: stateFolder(licetHome(), plan.project),
      ...gitOf(command, evaluation),
      onPrepared: (sandbox: PreparedSandbox) => keepWork(run, sandbox, line),
      onNotice: (text: string) => terminal.complain(escapeText(`licet: ${text}`, 500)),
    };
    if (print) return printRun(run, terminal);
    if (!evaluation.passed) return refuse(evaluation, terminal);
    const outcome = await contained(run);
    printOutcome(outcome, open, terminal);
    const ok = outcome.exitCode === 0 && outcome.planted.length === 0;
    await opened.engine.postAction(evaluation, { status: ok ? 'ok' : 'error', exitCode: outcome.exitCode });
    return outcome.stopped ? EXIT.block : outcome.exitCode;
  } finally {
    await opened.close();
  }
}

/** A program that is missing never means that the command runs without a sandbox. */
function requireBubblewrap(print: boolean): string {
  if (process.platform !== 'linux')
    throw new UsageError(
      `nothing was run, since \`licet run\` has a sandbox for Linux only, and never runs a command without one: \`licet sandbox print\` makes settings of others`,
    );
  const found = findBubblewrap();
  if ('program' in found) return found.program;
  if (print) return 'bwrap';
  throw new UsageError(
    `nothing was run, since ${found.problem}, and \`licet run\` never runs a command without a sandbox: ${found.fix}`,
  );
}

/** A git command whose effects are all known may change `.git`; any other command may not. */
function gitOf([program]: readonly string[], { context }: Evaluation): Pick<ContainedRun, 'gitWrites' | 'more'> {
  const gitWrites =
    program === 'git' && context.effects.every(({ kind, tags = [] }) => kind !== 'unknown' && !tags.includes('dynamic'));
  return { gitWrites, more: gitWrites ? gitIdentity() : {} };
}

/** Work that git does not hold is kept before the command may change it. A sandbox protects what is outside of the project, not the project itself. */
function keepWork({ plan, state }: ContainedRun, sandbox: PreparedSandbox, reason: string): void {
  if (plan.write.length > 0) openSnapshots(plan.project, state.snapshots).take(reason, closedPaths(plan, sandbox));
}

async function contained(run: ContainedRun): Promise<ContainedOutcome> {
  try {
    return await runContained(run);
  } catch (error) {
    if (error instanceof SandboxError) throw new UsageError(`nothing was run, since ${error.message}`);
    throw error;
  }
}

function printRun(run: ContainedRun, terminal: Terminal): number {
  const { args, inner } = containedCommand(run, join(tmpdir(), 'licet-run', 'proxy.sock'));
  terminal.print([run.bubblewrap, ...args, '--', ...inner].map(shellWord).join(' '));
  return 0;
}

function refuse(evaluation: Evaluation, terminal: Terminal): number {
  const fix = fixText(evaluation);
  terminal.complain(`licet: ${rulingWord(evaluation.ruling, terminal)}: nothing was run: ${reasonText(evaluation)}`);
  if (fix !== undefined) terminal.complain(`instead: ${fix}`);
  return EXIT[evaluation.ruling];
}

const MOST_SHOWN = 20;

function printOutcome({ refused, planted }: ContainedOutcome, { found, plan }: OpenedPlan, { complain }: Terminal): void {
  const rule = plan.hosts.length === 0 ? '' : `, by ${ruleWithLine('network', found)}`;
  if (refused.length > 0) complain(escapeText(`licet: refused hosts: ${refused.slice(0, MOST_SHOWN).join(', ')}${rule}`, 2_000));
  for (const { path, by } of planted.slice(0, MOST_SHOWN))
    complain(
      escapeText(
        `licet: \`${path}\` was made during the run, and ${ruleWithLine(by.rule, found)} closes it: look at it and remove it`,
        1_000,
      ),
    );
}

/** A word as a shell reads it back. */
const shellWord = (word: string): string =>
  /^[\w@%+=:,./-]+$/u.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
