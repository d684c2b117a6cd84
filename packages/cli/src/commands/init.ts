import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, relative } from 'node:path';

import type { Runtime } from '@licet/adapters/runtimes';
import type { QuietLevel } from '@licet/core';
import type { ProfileName } from '@licet/guards';
import { dim, jsonText, UsageError } from '@licet/core/command';
import type { Terminal } from '@licet/core/command';

import { planInit } from '../init/plan.ts';
import type { Plan } from '../init/plan.ts';
import { policyText, scopePatterns, testText } from '../init/policyText.ts';
import { programHere, wordsFor } from '../policy/ownProgram.ts';
import { readTargets, wantedRuntimes } from '../init/targets.ts';
import { findPolicy, userPolicyFile } from '../policy/findPolicy.ts';
import { POLICY_FILES, realOf } from '../policy/policyFiles.ts';
import { PolicyError } from '../exit.ts';
import { requireHuman, systemUser } from '../human.ts';
import { pinnedFolder, readPin, writePin } from '../pins/pin.ts';
import type { Step } from '../init/checks.ts';

interface Options {
  readonly profile: ProfileName;
  readonly quiet?: QuietLevel;
  readonly scope?: readonly string[];
  readonly local?: boolean;
  readonly user?: boolean;
  readonly resident?: boolean;
  readonly preCommit?: boolean;
  readonly githubAction?: boolean;
  readonly sandbox?: boolean;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

const FROM_CACHE =
  'this licet lies in the cache of npx, which npm may clear; the hook would then stop every call: install it with `npm install --save-dev licet`';

const ABOVE = 'governs this folder already; an agent that starts here now goes by the policy of this folder alone';

/** Sets a project up: writes a policy and installs the hook. Overwrites nothing; what is there already is kept. */
export async function init(
  words: readonly string[],
  { profile, quiet, scope = [], local = false, user = false, resident = true, dryRun = false, json = false, ...wanted }: Options,
  terminal: Terminal,
): Promise<number> {
  const { sandbox = false } = wanted;
  const checks = (['preCommit', 'githubAction'] as const).filter(check => wanted[check] === true);
  const targets = readTargets(words);
  if (user && (local || scope.length + checks.length > 0))
    throw new UsageError('`--user` is for every project: leave `--local`, `--scope`, `--pre-commit` and `--github-action` out');
  const root = user ? dirname(userPolicyFile()) : targets.root;
  const text = policyText(profile, scopePatterns(scope, root), { sandbox, ...(quiet !== undefined && { quiet }) });
  const runtimes = await wantedRuntimes(user ? { ...targets, root: homedir() } : targets, user);
  const { command, schema } = programHere();
  const plan = planInit({
    root,
    home: homedir(),
    runtimes,
    policyText: text,
    testText: testText(profile),
    scope: user ? 'user' : local ? 'local' : 'project',
    schema,
    command,
    resident,
    checks,
  });
  const above = user ? undefined : policyAbove(root);
  if (!dryRun) plan.steps.forEach(write);
  const pinned = dryRun ? undefined : await pinWritten(plan);
  const notes = [
    ...(sandbox ? await sandboxNotes(plan, runtimes) : []),
    ...(/[\\/]_npx[\\/]/.test(command.bundle) ? [FROM_CACHE] : []),
    ...(above === undefined ? [] : [`\`${shownPath(above, root)}\` ${ABOVE}`]),
  ];
  notes.forEach(note => terminal.complain(`note: ${note}`));
  if (json) terminal.print(jsonText({ dryRun, runtimes: runtimes.map(({ name }) => name), ...plan, ...(pinned && { pinned }) }));
  else tell(root, plan, runtimes, { dryRun, pinned, program: wordsFor(command, root, !user && !local) }, terminal);
  return 0;
}

/** The policy of a folder above that governs this one, which has no policy yet. */
function policyAbove(root: string): string | undefined {
  if ([...POLICY_FILES, '.git'].some(name => existsSync(join(root, name)))) return undefined;
  try {
    const found = findPolicy(undefined, dirname(root));
    return found === userPolicyFile() ? undefined : found;
  } catch {
    return undefined;
  }
}

function write({ file, action, text }: Step): void {
  if (text === undefined) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text, { flag: action === 'create' ? 'wx' : 'w' });
}

/** Whether the policy is pinned now: by this command, before, or not, since no person is there or since it is for a person to look at. */
type Pinned = 'pinned' | 'kept' | 'no person' | 'to accept';

/**
 * Pins a policy that this command wrote, for the person who runs it in a terminal. Any other policy, and one below a folder with an accepted policy, is accepted by
 * `licet accept` only, which shows it.
 */
async function pinWritten({ policy, steps }: Plan): Promise<Pinned> {
  const { acceptable } = await import('../pins/makePin.ts');
  const isOurs = steps.some(({ file, action }) => file === policy && action === 'create');
  try {
    const known = readPin(policy);
    if (known === undefined) requireHuman({ command: 'licet accept' });
    const { pin } = acceptable(policy, systemUser(), new Date());
    if (known !== undefined) return known.digest === pin.digest ? 'kept' : 'to accept';
    if (!isOurs || pinnedFolder(dirname(realOf(dirname(policy)))) !== undefined) return 'to accept';
    writePin(pin);
    return 'pinned';
  } catch (error) {
    if (error instanceof UsageError) return 'no person';
    if (error instanceof PolicyError) return 'to accept';
    throw error;
  }
}

const PINNED: Readonly<Record<Pinned, string>> = {
  pinned: 'pinned  the policy, as you accept it: a later change that allows more has no effect until you run `licet accept`',
  kept: '',
  'no person':
    'note: no person has accepted the policy yet, so a change of its file applies at once: run `licet accept` in a terminal',
  'to accept': 'note: no person has accepted the policy that is here: read it, then run `licet accept`',
};

/** What a new user does next, and why. */
const NEXT = [
  ['doctor', 'prove that the hook blocks'],
  ["check --command 'rm -rf ~'", 'ask what would happen; nothing runs'],
  ['status', 'see what the agent did, and what waits for you'],
  ['uninstall', 'take the hook out again'],
] as const;

interface Told {
  readonly dryRun: boolean;
  readonly pinned: Pinned | undefined;
  /** How the user starts licet in this folder. */
  readonly program: string;
}

function tell(
  root: string,
  { project, steps }: Plan,
  runtimes: readonly Runtime[],
  { dryRun, pinned, program }: Told,
  terminal: Terminal,
): void {
  const { print } = terminal;
  if (project.kinds.length > 0) print(dim(`a ${project.kinds.join(' and ')} project`, terminal));
  for (const { file, action, added } of steps) {
    print(
      `${dryRun && action !== 'keep' ? `would ${action}` : action}  ${shownPath(file, root)}${action === 'keep' ? dim('  (there already)', terminal) : ''}`,
    );
    if (dryRun && added !== undefined)
      print(
        added
          .trimEnd()
          .split('\n')
          .map(line => `    ${line}`)
          .join('\n'),
      );
  }
  if (dryRun) return print('nothing was written');
  if (pinned !== undefined && PINNED[pinned] !== '') print(PINNED[pinned].replace('`licet', `\`${program}`));
  for (const { title, settings } of runtimes) if (settings.note !== undefined) print(`${title}: ${settings.note}`);
  print('');
  for (const [command, purpose] of NEXT) print(`  ${`${program} ${command}`.padEnd(program.length + 29)}${purpose}`);
}

/** What lies in the user's folder is named from there: it is no file of the project. */
function shownPath(file: string, root: string): string {
  const [below, atHome] = [relative(root, file), relative(homedir(), file)];
  return below.startsWith('..') && !atHome.startsWith('..') ? `~/${atHome}` : below;
}

/** What a person still has to do so that code of the project runs in a sandbox, in sentences. */
async function sandboxNotes({ policy, steps }: Plan, runtimes: readonly Runtime[]): Promise<readonly string[]> {
  const { findBubblewrap } = await import('@licet/sandbox');
  const isWritten = steps.some(({ file, action }) => file === policy && action === 'create');
  const found = process.platform === 'linux' ? findBubblewrap() : NO_LINUX;
  const others = runtimes.filter(({ containsCommands }) => containsCommands !== true);
  return [
    ...(isWritten
      ? []
      : [`the policy is there already: add \`sandbox: auto\` and the guard \`contained\` to it, and run \`licet accept\``]),
    ...('program' in found ? [] : [`no command runs in a sandbox yet, since ${found.problem}: ${found.fix}`]),
    ...others.map(
      ({ title }) =>
        `${title} lets no hook put a command into a sandbox, so that code of the project asks there: \`licet sandbox print\` makes settings of other sandboxes`,
    ),
  ];
}

const NO_LINUX = {
  problem: '`licet run` has a sandbox for Linux only',
  fix: '`licet sandbox print` makes settings of others',
} as const;
