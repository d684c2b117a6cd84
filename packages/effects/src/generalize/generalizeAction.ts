import type { Action, Effect, Generalization, Json } from '@licet/core';
import { effectForm } from '@licet/core/store';
import type { Act } from '@licet/core/store';

import { plainCommand } from '../certify/plainText.ts';
import { originOf, wordForms } from './wordForms.ts';

/** Pipes, redirections, jobs and alternatives: what a program is given, and whether it runs, then rests on another one. */
const JOINED = /[|<>]|(?<!&)&(?!&)/;

/** Builtins after which the same words do something else. */
const CHANGES_SHELL = new Set(
  'cd pushd popd hash enable alias unalias . source set shopt exec trap umask ulimit export unset builtin command eval readonly declare typeset local'.split(
    ' ',
  ),
);

/** Arguments of a shell tool that change nothing about what its command does. */
const BESIDE_COMMAND = new Set(['command', 'description', 'timeout', 'run_in_background']);

/** Longer lists of effects are not compared. */
const MOST_EFFECTS = 50;

/**
 * Finds what a call does, without what may differ the next time. Of a shell command these are its programs with their words: a message of a commit
 * may differ, and the path of an address that `curl` asks, and each effect must be the same. Of a tool that reads, writes or asks a server it is
 * what it touches. Undefined for everything else: where an effect is unknown or comes out of another program, for pipes, redirections,
 * assignments, substitutions, changes of the folder, and for other tools.
 *
 * @example
 * ```ts
 * import { coversActs } from '@licet/core/store';
 * import { analyzeEffects, generalizeAction } from '@licet/effects';
 *
 * const [root, home] = ['/project', '/home/ann'];
 * const analyze = analyzeEffects({ root, home, env: {}, files: false });
 * const actsOf = async (command: string) => {
 *   const action = { kind: 'bash', tool: 'Bash', cwd: root, payload: { command }, sessionId: 's' } as const;
 *   return generalizeAction(action, await analyze(action));
 * };
 * const shown = await actsOf('git commit -m "fix a"');
 * const [other, amend] = [await actsOf('git commit -m "fix b"'), await actsOf('git commit --amend -m "fix b"')];
 * shown && other && coversActs(shown, other, 'file'); // => true
 * shown && amend && coversActs(shown, amend, 'file'); // => false
 * (await actsOf('git commit -m x > log')) === undefined; // => true
 * ```
 */
export function generalizeAction(action: Action, effects: readonly Effect[]): Generalization | undefined {
  if (effects.length === 0 || effects.length > MOST_EFFECTS) return undefined;
  if (effects.some(({ kind, via }) => kind === 'unknown' || via.length > 0)) return undefined;
  if (action.kind === 'bash') return shellActs(action, effects);
  const act = toolAct(action, effects);
  return act && { within: withinOf(action, {}), acts: [act] };
}

/** What must be the same each time: the folder, the agent, on whose behalf. */
function withinOf(action: Action, given: { readonly [name: string]: unknown }): Json {
  const { cwd, agentId, agentType, principal, taskType, remote, request } = action;
  const all = { cwd, agentId, agentType, principal, taskType, remote, request, ...given };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as Json;
}

function shellActs(action: Action, effects: readonly Effect[]): Generalization | undefined {
  const { payload, remarks = [] } = action;
  const plain = plainCommand(payload['command']);
  if (plain === undefined || JOINED.test(plain)) return undefined;
  const others = Object.entries(payload).filter(([name]) => !BESIDE_COMMAND.has(name) && !remarks.includes(name));
  const acts: Act[] = [];
  for (const [first, ...rest] of groupsOf(effects)) {
    if (first?.target?.type !== 'program') return undefined;
    const [program = ''] = first.target.argv;
    if (program === 'cd' && acts.length === 0 && isHere(first.target.argv, action.cwd)) continue;
    if (CHANGES_SHELL.has(program)) return undefined;
    const act = programAct(first, rest, action.cwd);
    if (act === undefined) return undefined;
    acts.push(act);
  }
  const within = withinOf(action, others.length === 0 ? {} : { given: Object.fromEntries(others) });
  return acts.length === 0 ? undefined : { within, acts };
}

/** `cd` to the folder that the command starts in changes nothing. */
const isHere = (argv: readonly (string | undefined)[], cwd: string | undefined): boolean =>
  cwd !== undefined && argv.length === 2 && argv[1] === cwd;

/** The effects by the program that they come from: it is the first of each group. */
function groupsOf(effects: readonly Effect[]): readonly (readonly Effect[])[] {
  const groups: Effect[][] = [];
  for (const effect of effects) {
    if (effect.kind === 'execute' || groups.length === 0) groups.push([]);
    groups.at(-1)?.push(effect);
  }
  return groups;
}

function programAct(runs: Effect, rest: readonly Effect[], cwd: string | undefined): Act | undefined {
  const { target } = runs;
  if (target?.type !== 'program' || target.path !== undefined || target.file !== undefined || target.untrusted === true)
    return undefined;
  const words = wordForms(target.argv, rest, cwd);
  const { target: _argv, ...run } = runs;
  return words && { words, effects: [run, ...rest].map(effectForm) };
}

/** Arguments whose values the effects speak for. */
const ADDRESS = new Set(['url', 'prompt']);

function toolAct({ kind, tool, payload, remarks = [] }: Action, effects: readonly Effect[]): Act | undefined {
  if (tool === undefined) return undefined;
  const names = Object.keys(payload).filter(name => !remarks.includes(name));
  const forms = effects.map(effectForm);
  if (kind === 'read' || kind === 'write') {
    const areFiles = effects.every(({ target }) => target?.type === 'file');
    return areFiles ? { tool, given: { arguments: names.toSorted() }, effects: forms } : undefined;
  }
  const origin = kind === 'network' ? originOf(payload['url']) : undefined;
  const isKnown = effects.every(({ target }) => target?.type === 'network' && target.host !== undefined);
  if (origin === undefined || !isKnown) return undefined;
  const same = names.filter(name => !ADDRESS.has(name)).map(name => [name, payload[name]] as const);
  const given = { arguments: names.toSorted(), origin, ...(same.length > 0 && { same: Object.fromEntries(same) as Json }) };
  return { tool, given, effects: forms };
}
