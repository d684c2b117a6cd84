import type { Action, GovernanceContext } from '@licet/core';
import { InvariantError } from '@licet/core';
import { memberAt, valueDigest } from '@licet/core/nodes';
import { matchesWildcard } from '@licet/core/text';

import { targetsOf } from '../judging/targets.ts';
import { amongTargets } from './fulfilment.ts';
import type { ObligationOptions } from './obligation.ts';

/** Throws for options of `by` that mean nothing together. */
export function checkBy({ when, by, targets, sensitive, fulfilledBy }: ObligationOptions): void {
  const wrong = (message: string, path: string): InvariantError => new InvariantError('invalid_param', message, { path: [path] });
  const { writes, runs, fact, tool, same } = fulfilledBy;
  if (by !== undefined && typeof when === 'string')
    throw wrong('`by` needs actions in `when`: a fact is about no target and has no arguments', 'by');
  if (by !== 'target' && targets !== undefined) throw wrong('`targets` goes with `by: target`', 'targets');
  if (!Array.isArray(by) && (sensitive ?? same) !== undefined)
    throw wrong('`sensitive` and `same` go with arguments in `by`', sensitive === undefined ? 'fulfilledBy' : 'sensitive');
  if (!Array.isArray(by)) return;
  if (tool === undefined || [writes, runs, fact].some(each => each !== undefined))
    throw wrong('with arguments in `by`, a `tool` fulfils it for the same values, and nothing else does', 'fulfilledBy');
  if (same !== undefined && same.length !== by.length) throw wrong('`same` names one argument for each of `by`', 'fulfilledBy');
}

/** What an action is about that brings it about: targets, or values of arguments; empty where it lacks them. */
export type Subjects = (action: Action, ctx: GovernanceContext) => readonly string[];

/** Makes what says that; undefined where there is one obligation for the session. */
export function subjectsOf(options: ObligationOptions): Subjects | undefined {
  const { when, by, sensitive = false } = options;
  if (by === undefined || typeof when === 'string') return undefined;
  if (by !== 'target')
    return action => {
      const about = aboutValues(action, by, by, sensitive);
      return about === undefined ? NO_SUBJECT : [about];
    };
  const targets = amongTargets(targetsOf(when, options), options);
  return (_action, { effects }) => targets(effects);
}

/** That of an action which lacks an argument of `by`. */
export const NO_SUBJECT: readonly string[] = Object.freeze([]);

/** What an obligation is about that has one for each value of some arguments; undefined where one of them is missing or is no plain value. */
function aboutValues(
  action: Pick<Action, 'payload'>,
  by: readonly string[],
  names: readonly string[],
  isSensitive: boolean,
): string | undefined {
  const digests = names.map(name => valueDigest(action, [name]));
  if (digests.includes(undefined)) return undefined;
  return by
    .map((name, index) => {
      const text = String(memberAt(action.payload, names[index] ?? name))
        .normalize('NFC')
        .trim();
      return `${name} ${isSensitive || text.length > LONGEST_VALUE ? `#${digests[index]}` : JSON.stringify(text)}`;
    })
    .join(', ');
}

const LONGEST_VALUE = 80;

/** Says whether a call is one of the tool that fulfils an obligation, for what that is about. */
export function callsFor({ by, sensitive = false, fulfilledBy: { tool, same } }: ObligationOptions) {
  const tools = tool === undefined ? [] : [tool].flat();
  return (action: Action, about: string | undefined): boolean => {
    if (action.tool === undefined || !tools.some(pattern => matchesWildcard(pattern, action.tool ?? ''))) return false;
    return !Array.isArray(by) || aboutValues(action, by, same ?? by, sensitive) === about;
  };
}
