import type { Effect, Ruling } from '@licet/core';
import type { NamedTarget } from '@licet/core/nodes';
import { marksOf } from '@licet/effects/marks';
import type { JudgedMark } from '@licet/effects/marks';

import type { Finding } from './findings.ts';
import { nameTarget } from './nameTarget.ts';

const opensPort = ({ kind, target }: Effect): boolean =>
  kind === 'network' && target?.type === 'network' && target.direction === 'listen';

const isOf = (target: Effect['target'], category: string): boolean => target?.type === 'named' && target.category === category;

const isOwner = (target: Effect['target']): target is NamedTarget => target?.type === 'named' && target.category === 'owner';

const fillsMachine = (target: Effect['target']): boolean => target?.type === 'named' && target.name === 'memory and disk';

interface MarkWords {
  /** `what` is the target in words; `who` the program. */
  readonly reason: (what: string, who: string, effect: Effect) => string;
  readonly fix: string | ((effect: Effect) => string);
}

/** Whether git keeps what an effect acts upon. */
const isOfGit = (target: Effect['target']): boolean => target?.type === 'named' && target.category.startsWith('git');

/** Says what would be lost for good, by what happens to it. */
function destruction(what: string, { kind, target, tags = [], note }: Effect): string {
  if (target?.type === 'program' && note !== undefined) return `it starts ${note}: ${what}`;
  if (target?.type !== 'file') return `it would destroy ${what}`;
  if (kind === 'delete' && tags.includes('moved')) return `it would move ${what} away`;
  const isTree = target.recursive === true && target.glob === undefined;
  if (kind === 'delete') return `it would delete ${what}${isTree ? ' and everything in it' : ''}`;
  return isTree ? `it would change everything in ${what}` : `it would destroy ${what}`;
}

/** The way out of an action that reaches far too much. */
const ONLY_THE_TASK = 'name only the files of the task, inside the project';

/** What is said about each mark when it stops an action: a clause about the action, and what the agent can do next. */
const markWords: Readonly<Record<JudgedMark, MarkWords>> = {
  unknown: {
    reason: (_what, who) => `what ${who} does is unknown`,
    fix: 'write the command out: plain program names and paths instead of computed ones, one step at a time',
  },
  catastrophic: {
    reason: (what, _who, effect) => destruction(what, effect),
    fix: ({ target }) => (target?.type === 'file' ? ONLY_THE_TASK : 'leave it out, or ask the user to do it by hand'),
  },
  destructive: {
    reason: (what, _who, { program, target }) =>
      program === 'git' && target?.type === 'file'
        ? `it throws away uncommitted work in ${what}`
        : `it deletes or overwrites ${what}, and nothing brings it back`,
    fix: ({ program, target }) => {
      if (target?.type === 'named' && target.category === 'unset_variable')
        return 'set the variable, or write it as `${NAME:?}`, which fails when it is not set';
      if (target?.type !== 'file') return 'make sure that there is a copy, and ask the user';
      return program === 'git'
        ? 'stash or commit the work first'
        : 'move the files aside instead of deleting them, or ask the user';
    },
  },
  destructive_outside: {
    reason: what => `it deletes or overwrites ${what}, outside the project`,
    fix: 'work inside the project or in a temporary folder, or ask the user',
  },
  write_outside: {
    reason: what => `it changes ${what}, outside the project`,
    fix: 'write inside the project or in a temporary folder, or ask the user',
  },
  recoverable: {
    reason: (what, _who, { target, tags }) => {
      if (tags?.includes('own_work') === true) return `it deletes ${what}, which this session made`;
      return target?.type === 'file'
        ? `it deletes or overwrites ${what}, which git can bring back`
        : isOfGit(target)
          ? `it rewrites ${what}; git keeps the old commits for a while`
          : `it removes ${what}, which can be made again`;
    },
    fix: ({ target, tags }) => {
      if (tags?.includes('own_work') === true) return 'make it again if it is still needed';
      return target?.type === 'file'
        ? 'bring it back with `git restore` if it is still needed'
        : isOfGit(target)
          ? 'find the old commits with `git reflog` if they are still needed'
          : 'write down first how it was made, if it is still needed';
    },
  },
  history_loss: {
    reason: what => `it rewrites or deletes history: ${what}`,
    fix: ({ tags }) =>
      tags?.includes('remote_change') === true
        ? 'push without `--force` and delete nothing at the remote, or ask the user'
        : 'keep the old commits reachable: make a branch or a tag first, or use `git revert`',
  },
  overwritten: {
    reason: (what, _who, { note }) =>
      `it replaces ${what}${note === undefined ? '' : ` (and ${note})`}, and git holds no version of it`,
    fix: 'let git hold it first (`git add`), or keep a copy beside it (`.bak`), or change only the lines that the task is about',
  },
  commits: { reason: () => 'it makes a commit', fix: 'show the user what would be committed, and ask' },
  shares: {
    reason: (_what, who) => `other people will see what ${who} publishes`,
    fix: 'publish only what the user wants to share; if in doubt, ask first',
  },
  remote_change: {
    reason: (what, who, { kind }) => {
      const verb = kind === 'delete' ? 'destroys' : 'changes';
      return `${who} ${verb} something on another system${what === who ? '' : `: ${what}`}`;
    },
    fix: 'check first with a command that only reads, then ask the user',
  },
  remote_execution: {
    reason: what => `it runs commands on another machine: ${what}`,
    fix: 'work on this machine, or ask the user',
  },
  uploads: {
    reason: (what, _who, { target, note }) => {
      const where = target?.type === 'network' && target.host === undefined ? 'an unknown host' : what;
      return note === undefined ? `it sends local data to ${where}` : `it ${note}, to ${where}`;
    },
    fix: 'keep the data local, or ask the user to send it',
  },
  opaque_address: {
    reason: what => `the address at ${what} has a long part that only a machine reads: it may carry data away`,
    fix: 'use the plain address, or ask the user; `bash_safety: { opaque_address: pass }` switches this off',
  },
  browses: {
    reason: () => 'it acts on the page that is open in the browser',
    fix: 'make sure that the page is the one that you are working on, and that no user is signed in to it',
  },
  downloaded_code: {
    reason: what => `it runs code that comes straight from the network: ${what}`,
    fix: 'download it to a file, read it, and then ask to run it',
  },
  obfuscated: { reason: (_what, who) => `what ${who} runs is hidden by an encoding`, fix: 'write the code in plain text' },
  untrusted_code: {
    reason: what => `it runs code from ${what} that no person has reviewed`,
    fix: 'ask the user to read the code first',
  },
  tampered_environment: {
    reason: what => `it changes what later programs load or run: ${what}`,
    fix: 'set options on the command line of the one program that needs them',
  },
  persistence: {
    reason: (what, _who, { target }) =>
      target?.type === 'file'
        ? `it writes to ${what}, which runs by itself later`
        : `it installs something that runs again later: ${what}`,
    fix: 'run the command once, now, instead of installing it',
  },
  weakens: {
    reason: (what, _who, effect) => {
      if (opensPort(effect)) return `it listens on all network interfaces: everyone in the network reaches ${what}`;
      return `it lowers a protection: ${effect.kind === 'write' && effect.note !== undefined ? `in ${what} ${effect.note}` : what}`;
    },
    fix: effect =>
      opensPort(effect)
        ? 'bind it to this machine: `127.0.0.1` or `localhost` as its address'
        : 'give the least right that is needed, to one user and one file',
  },
  skips_checks: {
    reason: what => `it skips checks: ${what}`,
    fix: 'run it with its checks, and repair what they find',
  },
  unguarded_agents: {
    reason: (_what, who) => `${who} starts an agent without its permission checks`,
    fix: 'start the agent with its permission checks on',
  },
  covers_tracks: {
    reason: what => `it erases records of what was done: ${what}`,
    fix: 'leave logs and histories as they are',
  },
  disrupts: {
    reason: (what, _who, { target }) =>
      isOwner(target)
        ? `it gives the files to \`${target.name}\`: the user can change none of them any more`
        : fillsMachine(target)
          ? `it fills ${what} until nothing is left`
          : `it stops or changes something that runs: ${what}`,
    fix: ({ target }) => {
      if (isOwner(target)) return 'keep the owner of the files, or ask the user';
      if (fillsMachine(target)) return 'limit what is written, for example with `head -c 1M`';
      return `stop only what you have started${isOf(target, 'process') ? ', by its process id' : ', or ask the user'}`;
    },
  },
  elevation: {
    reason: what => `it runs a command with the rights of ${what}`,
    fix: 'do it without `sudo`, or ask the user to run it',
  },
  privilege: {
    reason: what => `it gains rights: ${what}`,
    fix: 'do the work with the rights that you have, or ask the user',
  },
  unlisted: { reason: (_what, who) => `nothing is known about ${who}`, fix: 'use a common program for it, or ask the user' },
};

/** These say what is lost better than that something is lost, and so stand alone where the rulings are the same. */
const SAYS_LOSS: ReadonlySet<JudgedMark> = new Set<JudgedMark>(['history_loss', 'remote_change', 'disrupts']);

/** Marks that say nothing new about an effect next to another one with the same ruling. */
const SAID_BY: Readonly<Partial<Record<JudgedMark, JudgedMark>>> = {
  remote_change: 'history_loss',
  write_outside: 'persistence',
};

/** Judges an effect mark by mark. Marks that pass leave no finding. */
export function markFindings(
  effect: Effect,
  place: { readonly root: string; readonly home?: string },
  rulingOf: (mark: JudgedMark) => Ruling,
): readonly Finding[] {
  const marks = marksOf(effect, place.root);
  const lossIsSaid = marks.some(mark => SAYS_LOSS.has(mark) && rulingOf(mark) === rulingOf('destructive'));
  return marks.flatMap(mark => {
    const ruling = rulingOf(mark);
    if (ruling === 'pass' || (mark === 'destructive' && lossIsSaid)) return [];
    const other = SAID_BY[mark];
    if (other !== undefined && marks.includes(other) && rulingOf(other) === ruling) return [];
    return [{ ruling, code: `effect_${mark}`, ...wordsFor(mark, effect, place), effect }];
  });
}

/** What is said of an effect that destroys far too much, by any guard that stops it. */
export function catastropheWords(
  effect: Effect,
  place: { readonly root: string; readonly home?: string },
): Pick<Finding, 'reason' | 'fix'> {
  const { reason, fix } = wordsFor('catastrophic', effect, place);
  return { reason, fix };
}

function wordsFor(
  name: JudgedMark,
  effect: Effect,
  place: { readonly root: string; readonly home?: string },
): Pick<Finding, 'reason' | 'fix' | 'command'> {
  const { reason, fix } = markWords[name];
  const own = nameTarget(effect, place);
  const what = own ?? 'something that cannot be seen';
  const who = effect.program === undefined ? (own ?? 'the command') : `\`${effect.program}\``;
  const command = name === 'destructive' ? insteadOfLosing(effect, place.root) : undefined;
  const words = { reason: reason(what, who, effect), fix: typeof fix === 'string' ? fix : fix(effect) };
  return { ...words, ...(command !== undefined && { command }) };
}

/** A command that keeps what would be lost: git stashes work, a file moves aside. Only for names that need no quoting. */
function insteadOfLosing({ target, program, kind }: Effect, root: string): string | undefined {
  if (target?.type !== 'file' || target.glob !== undefined) return undefined;
  if (program === 'git') return kind === 'write' ? 'git stash' : undefined;
  const inside = target.lexical.startsWith(`${root}/`) ? target.lexical.slice(root.length + 1) : '';
  return kind === 'delete' && /^[\w./-]+$/.test(inside) ? `mv ./${inside} ./${inside}.aside` : undefined;
}
