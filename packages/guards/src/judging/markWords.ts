import type { Effect, Ruling } from '@licet/core';
import { marksOf } from '@licet/effects/marks';
import type { JudgedMark } from '@licet/effects/marks';

import { describeTarget, shortPath } from './findings.ts';
import type { Finding } from './findings.ts';

/** How a mark is spoken of. */
interface MarkWords {
  readonly reason: (what: string) => string;
  readonly fix: string;
}

/** What is said about each mark when it stops an action. */
export const markWords: Readonly<Record<JudgedMark, MarkWords>> = {
  unknown: {
    reason: what => `what ${what} does cannot be told from the command`,
    fix: 'write out the command: plain program names and paths instead of computed ones, one step at a time',
  },
  catastrophic: {
    reason: what => `it would destroy ${what}`,
    fix: 'name exactly the files of the task, inside the project; nothing above it',
  },
  destructive: {
    reason: what => `it deletes or overwrites ${what} for good`,
    fix: 'ask the user, or move the files aside instead of deleting them',
  },
  destructive_outside: {
    reason: what => `it deletes or overwrites ${what}, outside the project`,
    fix: 'work inside the project, or in a temporary folder',
  },
  write_outside: {
    reason: what => `it changes ${what}, outside the project`,
    fix: 'write inside the project, or in a temporary folder',
  },
  recoverable: { reason: what => `it drops local work in ${what}, which git may bring back`, fix: 'commit or stash first' },
  history_loss: {
    reason: what => `it loses history: ${what}`,
    fix: 'keep the old commits reachable: make a branch or a tag first, or use `git revert`',
  },
  commits: {
    reason: () => 'it makes a commit',
    fix: 'show the user what would be committed, and ask',
  },
  shares: {
    reason: what => `it publishes to other people: ${what}`,
    fix: 'finish the work locally and ask the user to publish it',
  },
  remote_change: {
    reason: what => `it changes something on another system: ${what}`,
    fix: 'look first with a reading command, and ask the user before changing anything there',
  },
  remote_execution: {
    reason: what => `it runs commands on another machine: ${what}`,
    fix: 'work on this machine, or ask the user',
  },
  uploads: { reason: what => `it sends local data to ${what}`, fix: 'keep the data local, or ask the user to send it' },
  browses: {
    reason: () => 'it acts on the page that is open in the browser',
    fix: 'make sure that the page is the one that you are working on, and that nobody is signed in to it',
  },
  downloaded_code: {
    reason: what => `it runs code that comes straight from the network: ${what}`,
    fix: 'download it to a file, read it, and then ask to run it',
  },
  obfuscated: { reason: what => `what ${what} runs is hidden by an encoding`, fix: 'write the code in plain text' },
  untrusted_code: { reason: what => `${what} runs code that nobody has reviewed`, fix: 'ask the user to look at the code first' },
  tampered_environment: {
    reason: what => `it changes what later programs load or run: ${what}`,
    fix: 'set options on the command line of the one program that needs them',
  },
  persistence: { reason: what => `it installs something that will run again later: ${what}`, fix: 'run it once, now, instead' },
  weakens: {
    reason: what => `it lowers a protection: ${what}`,
    fix: 'give the least right that is needed, to one user and one file',
  },
  skips_checks: {
    reason: what => `it skips the checks of the project: ${what}`,
    fix: 'run it with its checks and mend what they find',
  },
  unguarded_agents: {
    reason: what => `it starts an agent without its permission checks: ${what}`,
    fix: 'start the agent with its permission checks on',
  },
  covers_tracks: { reason: what => `it erases records of what was done: ${what}`, fix: 'leave logs and histories as they are' },
  disrupts: {
    reason: what => `it stops or changes a running service or process: ${what}`,
    fix: 'stop only what you have started, by its process id',
  },
  elevation: {
    reason: what => `it runs one command with the rights of ${what}`,
    fix: 'do it without `sudo`, or ask the user to run it',
  },
  privilege: {
    reason: what => `it gains other rights: ${what}`,
    fix: 'do the work with the rights that you have, or ask the user',
  },
  unlisted: { reason: what => `nothing is known about ${what}`, fix: 'use a common program for it, or ask the user' },
};

/** Judges an effect mark by mark. Marks that pass leave no finding. */
export function markFindings(effect: Effect, root: string, rulingOf: (mark: JudgedMark) => Ruling): readonly Finding[] {
  return marksOf(effect, root).flatMap(mark => {
    const ruling = rulingOf(mark);
    return ruling === 'pass' ? [] : [{ ruling, code: `effect_${mark}`, ...wordsFor(mark, effect, root), effect }];
  });
}

function wordsFor(name: JudgedMark, effect: Effect, root: string): Pick<Finding, 'reason' | 'fix' | 'command'> {
  const { reason, fix } = markWords[name];
  const { target } = effect;
  const what = target?.type === 'file' ? shortPath(describeTarget(effect), root) : `\`${describeTarget(effect)}\``;
  const command = name === 'destructive' ? insteadOfLosing(effect, root) : undefined;
  return { reason: reason(what), fix, ...(command !== undefined && { command }) };
}

/** A command that keeps what would be lost: git stashes work, a file moves aside. Only for names that need no quoting. */
function insteadOfLosing({ target, program, kind }: Effect, root: string): string | undefined {
  if (target?.type !== 'file' || target.glob !== undefined) return undefined;
  if (program === 'git') return 'git stash --include-untracked';
  const inside = target.lexical.startsWith(`${root}/`) ? target.lexical.slice(root.length + 1) : '';
  return kind === 'delete' && /^[\w./-]+$/.test(inside) ? `mv ./${inside} ./${inside}.aside` : undefined;
}
