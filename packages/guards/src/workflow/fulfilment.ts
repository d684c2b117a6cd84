import type { Effect, Verdict } from '@licet/core';
import { ask, block, warn } from '@licet/core';
import { matchesWildcard } from '@licet/core/text';
import type { KnownPlace, PathMatcher } from '@licet/effects/places';
import { knownPlace, matcherFor } from '@licet/effects/places';

import { OTHERS } from '../judging/targets.ts';
import { durationText, milliseconds } from '../resource/duration.ts';
import type { ObligationOptions } from './obligation.ts';

const MOST_MATCHERS = 500;

/** Says whether an effect fulfils an obligation. Patterns with `{path}`, `{name}` or `{folder}` are made for each target. */
export function fulfilling(
  { writes, runs: given = [] }: ObligationOptions['fulfilledBy'],
  place: KnownPlace,
): (effect: Effect, target: string | undefined) => boolean {
  const programs = [given].flat();
  const files = writes === undefined ? undefined : [writes].flat();
  const matchers = new Map<string, PathMatcher>();
  const matcherOf = (patterns: readonly string[], target: string | undefined): PathMatcher => {
    const made = patterns.map(pattern => (target === undefined ? pattern : filledIn(pattern, target)));
    const key = made.join('\n');
    const known = matchers.get(key);
    if (known !== undefined) return known;
    const matcher = matcherFor('fulfilledBy.writes', made, place, 'restrict');
    if (matchers.size >= MOST_MATCHERS) matchers.clear();
    matchers.set(key, matcher);
    return matcher;
  };
  if (files !== undefined) matcherOf(files, undefined);
  return ({ kind, target, runs: names = [] }, about) => {
    const changes = (kind === 'write' || kind === 'delete') && target?.type === 'file';
    if (changes && files !== undefined && matcherOf(files, about).touches(target).length > 0) return true;
    return names.some(each => programs.some(pattern => matchesWildcard(pattern, each)));
  };
}

/** A pattern for one target: its path, its name up to the first point, its folder. What is magic in them is any one character. */
function filledIn(pattern: string, target: string): string {
  const plain = target.replace(/[*?[\]{}()!\\]/gu, '?');
  const at = plain.lastIndexOf('/');
  const name = plain.slice(at + 1).replace(/(?<=.)\..*$/u, '');
  return pattern
    .replaceAll('{path}', plain)
    .replaceAll('{name}', name)
    .replaceAll('{folder}', at < 0 ? '.' : plain.slice(0, at));
}

type Targets = (effects: readonly Effect[]) => readonly string[];

/** Only the files that the policy means. What has no name may be any of them. */
export function amongTargets(all: Targets, { targets, ...place }: ObligationOptions): Targets {
  if (targets === undefined) return all;
  const { root } = knownPlace(place);
  const matcher = matcherFor('targets', targets, knownPlace(place), 'restrict');
  const isMeant = (name: string): boolean =>
    name === OTHERS || matcher.match(name.startsWith('/') ? name : `${root}/${name}`).length > 0;
  return effects => all(effects).filter(isMeant);
}

const either = (texts: readonly string[]): string => texts.map(each => `\`${each}\``).join(' or ');

/** What fulfills it, in words: for one target, where it has one. */
export function wayOf({ writes, runs, tool, fact }: ObligationOptions['fulfilledBy'], target: string | undefined): string {
  const patterns = [writes ?? []].flat().map(each => (target === undefined ? each : filledIn(each, target)));
  return [
    ...(writes === undefined ? [] : [`change ${either(patterns)}`]),
    ...(runs === undefined ? [] : [`run ${either([runs].flat())}`]),
    ...(tool === undefined ? [] : [`call ${either([tool].flat())}${target === undefined ? '' : ` for ${target}`}`]),
    ...(fact === undefined ? [] : [`see to it that \`${fact}\` holds`]),
  ].join(', or ');
}

const lateText = ({ actions, within, fact }: NonNullable<ObligationOptions['deadline']>): string =>
  [
    ...(actions === undefined ? [] : [`within ${actions} ${actions === 1 ? 'action' : 'actions'}`]),
    ...(within === undefined ? [] : [`within ${durationText(milliseconds(within))}`]),
    ...(fact === undefined ? [] : [`before \`${fact}\` holds`]),
  ].join(' and ');

/** Rules on an action while obligations are late. */
export function lateVerdict(
  late: 'warn' | 'ask' | 'block',
  names: readonly string[],
  way: string,
  deadline: ObligationOptions['deadline'],
): Verdict {
  const limit = lateText(deadline ?? {});
  const reason = names.map(name => `the obligation \`${name}\` was to be fulfilled ${limit} and is not`).join('; ');
  const details = { code: 'obligation_late', fix: way, recover: 'fix_request' as const };
  if (late === 'warn') return warn(reason, details);
  return late === 'ask' ? ask(reason, details) : block(reason, details);
}
