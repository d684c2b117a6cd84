import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';

import { fixText, reasonText, waitingText } from '@licet/adapters';
import { escapeText } from '@licet/core';
import type { Evaluation } from '@licet/core';
import { EXIT, UsageError, rulingWord } from '@licet/core/command';
import type { Terminal } from '@licet/core/command';
import {
  SandboxError,
  containedCommand,
  bubblewrapProgram,
  notePlanted,
  openReceipts,
  openSnapshots,
  planDigest,
  runContained,
  stateFolder,
  whyNotStarted,
} from '@licet/sandbox';
import type { ContainedOutcome, ContainedRun, PreparedSandbox } from '@licet/sandbox';

import { licetHome } from '../policy/licetHome.ts';
import type { OpenedPolicy } from '../policy/openEngine.ts';
import { realOf } from '../policy/policyFiles.ts';
import { askingOf } from '../policy/stores.ts';
import { LICET_RUN } from './containing.ts';
import { keptFiles } from './keptFiles.ts';
import { openPlan, readPlan } from './openPlan.ts';
import type { FoundPlan } from './openPlan.ts';
import { ruleWithLine } from './ruleLine.ts';
import { shellWord } from './shellWord.ts';

/** What `licet run` takes in addition to the command. */
export interface RunOptions {
  readonly print?: boolean;
  readonly session?: string;
  /** The ticket of a call that a hook has judged and let go into a sandbox. */
  readonly ticket?: string;
}

/**
 * Judges a command as any action, runs it in a sandbox if it passes, and records how it ended. With a ticket, a hook has judged the command: it runs once,
 * under the plan that the hook saw, and leaves a receipt. Returns the exit code of the command, or that of the ruling if the command does not run.
 */
export async function runInSandbox(command: readonly string[], options: RunOptions, terminal: Terminal): Promise<number> {
  const { print = false, ticket } = options;
  const bubblewrap = requireBubblewrap(print);
  const cwd = realOf(process.cwd());
  if (ticket !== undefined) return runWithTicket({ command, bubblewrap, terminal, ...(await readPlan(cwd)) }, ticket);
  const { opened, ...plan } = await openPlan(cwd, !print);
  try {
    return await runJudged({ command, bubblewrap, terminal, ...plan }, opened, options);
  } finally {
    await opened.close();
  }
}

/** A command, and everything that it takes to run it. */
interface Ready extends FoundPlan {
  readonly command: readonly string[];
  readonly bubblewrap: string;
  readonly terminal: Terminal;
}

async function runJudged(ready: Ready, opened: OpenedPolicy, { print = false, session = 'run' }: RunOptions): Promise<number> {
  const { plan, terminal, command } = ready;
  const action = {
    kind: 'bash',
    tool: 'Bash',
    payload: { command: lineOf(command) },
    cwd: realOf(process.cwd()),
    sessionId: session,
  } as const;
  const evaluation = print ? await opened.engine.explain(action) : await opened.engine.evaluate(action);
  const run = runOf(ready, gitOf(command, evaluation));
  if (print) return printRun(run, terminal);
  if (!evaluation.passed) return refuse(evaluation, opened, terminal);
  const outcome = await contained(run);
  finish(outcome, ready);
  const ok = outcome.exitCode === 0 && outcome.planted.length === 0;
  await opened.engine.postAction(evaluation, {
    status: ok ? 'ok' : 'error',
    exitCode: outcome.exitCode,
    containment: { held: true, by: LICET_RUN, planDigest: planDigest(plan), planted: plantedPaths(outcome) },
  });
  return outcome.stopped ? EXIT.block : outcome.exitCode;
}

/** The ticket is taken before anything else happens: what fails later cannot be tried again. */
async function runWithTicket(ready: Ready, name: string): Promise<number> {
  const receipts = openReceipts(licetHome());
  const ticket = await refusing(() => receipts.claim(name, ready.command));
  const digest = planDigest(ready.plan);
  if (digest !== ticket.planDigest)
    throw new UsageError(
      'nothing was run, since the policy or its folders have changed after the call was judged: repeat the call',
    );
  const run = runOf(ready, { gitWrites: false, onReady: () => receipts.start(name, digest) });
  const outcome = await contained(run);
  finish(outcome, ready);
  receipts.end(name, { exitCode: outcome.exitCode, planted: plantedPaths(outcome) });
  return outcome.stopped ? EXIT.block : outcome.exitCode;
}

const plantedPaths = ({ planted }: ContainedOutcome): readonly string[] => planted.map(({ path }) => path);

function runOf(
  { command, bubblewrap, plan, terminal }: Ready,
  { onReady = () => {}, ...git }: Pick<ContainedRun, 'gitWrites' | 'more'> & { readonly onReady?: () => void },
): ContainedRun {
  const cwd = realOf(process.cwd());
  if (!plan.read.some(folder => cwd === folder || cwd.startsWith(`${folder}/`)))
    throw new UsageError(
      `the policy lets code read nothing in \`${cwd}\`, so that no command can start there: run it in another folder of the project`,
    );
  return {
    plan,
    command,
    cwd,
    bubblewrap,
    env: process.env,
    state: stateFolder(licetHome(), plan.project),
    ...git,
    onPrepared: onReady,
    onNotice: (text: string) => terminal.complain(escapeText(`licet: ${text}`, 500)),
  };
}

const lineOf = (command: readonly string[]): string => command.map(shellWord).join(' ');

/** Tells what was refused, and keeps what was planted from later calls. */
function finish(outcome: ContainedOutcome, ready: Ready): void {
  notePlanted(licetHome(), ready.plan.project, plantedPaths(outcome));
  printOutcome(outcome, ready);
}

/** A program that is missing never means that the command runs without a sandbox. */
function requireBubblewrap(print: boolean): string {
  if (process.platform !== 'linux')
    throw new UsageError(
      `nothing was run, since \`licet run\` has a sandbox for Linux only, and never runs a command without one: \`licet sandbox print\` makes settings of others`,
    );
  const program = bubblewrapProgram();
  if (program !== undefined) return program;
  if (print) return 'bwrap';
  throw new UsageError(`nothing was run, since ${whyNotStarted()}`);
}

/** A git command whose effects are all known may change `.git`; any other command may not. */
function gitOf([program]: readonly string[], { context }: Evaluation): Pick<ContainedRun, 'gitWrites' | 'more'> {
  const gitWrites =
    program === 'git' && context.effects.every(({ kind, tags = [] }) => kind !== 'unknown' && !tags.includes('dynamic'));
  return { gitWrites, more: gitWrites ? gitIdentity() : {} };
}

/**
 * Runs a command. Work that git does not hold is kept before the command may change it: a sandbox protects what is outside of the project, not the project
 * itself. What takes the longest, a look at every file, goes on while the sandbox is prepared.
 */
function contained({ plan, state, command, onPrepared, ...run }: ContainedRun): Promise<ContainedOutcome> {
  const snapshots = plan.write.length === 0 ? undefined : openSnapshots(plan.project, state.snapshots);
  const unchanged = snapshots?.compare();
  const keepWork = async (sandbox: PreparedSandbox): Promise<void> => {
    await snapshots?.take(lineOf(command), keptFiles(plan, sandbox), unchanged);
    await onPrepared(sandbox);
  };
  return refusing(() => runContained({ ...run, plan, state, command, onPrepared: keepWork }));
}

async function refusing<Value>(work: () => Value | Promise<Value>): Promise<Value> {
  try {
    return await work();
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

/** What a person may say yes to goes on when the same command is run again: the yes is for one run. */
function refuse(evaluation: Evaluation, { settings }: OpenedPolicy, terminal: Terminal): number {
  const { approval, enforced } = evaluation;
  const { isReachable } = askingOf(settings);
  const isWaiting = enforced === 'ask' && approval?.status === 'pending';
  const way = isWaiting && isReachable ? waitingText(approval) : undefined;
  const fix = fixText(evaluation);
  terminal.complain(`licet: ${rulingWord(evaluation.ruling, terminal)}: nothing was run: ${reasonText(evaluation)}`);
  if (isWaiting && !isReachable)
    terminal.complain('licet: `approvals: { store: sqlite }` in the policy lets a person say yes with a code');
  if (way !== undefined) terminal.complain(`licet: ${way}; then run the same command again`);
  if (fix !== undefined) terminal.complain(`instead: ${fix}`);
  return EXIT[evaluation.ruling];
}

const MOST_SHOWN = 20;

function printOutcome({ refused, planted }: ContainedOutcome, { found, plan, terminal: { complain } }: Ready): void {
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

/** Returns the variables that name the author of a commit: the settings of the user are not in a sandbox, since they name programs too. */
function gitIdentity(): Readonly<Record<string, string>> {
  const [name, email] = [globalSetting('user.name'), globalSetting('user.email')];
  return {
    ...(name !== '' && { GIT_AUTHOR_NAME: name, GIT_COMMITTER_NAME: name }),
    ...(email !== '' && { GIT_AUTHOR_EMAIL: email, GIT_COMMITTER_EMAIL: email }),
  };
}

const globalSetting = (name: string): string =>
  spawnSync('git', ['config', '--global', '--get', name], { encoding: 'utf8', timeout: 10_000 }).stdout?.trim() ?? '';
