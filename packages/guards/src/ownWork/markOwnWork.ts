import type { Effect, FileTarget, GovernanceContext } from '@licet/core';
import type { SessionView } from '@licet/core/nodes';
import type { KnownPlace } from '@licet/effects/places';

import { markFetched, runsFile } from './fetched.ts';
import { ownFiles } from './ownFiles.ts';
import type { OwnFiles } from './ownFiles.ts';

/**
 * Returns the effects, with those marked `own_work` that lose only what the session itself made, and those untrusted that run what it fetched. Asks
 * the session only where something is lost, or where a file runs.
 */
export function markOwnWork(ctx: GovernanceContext, place: KnownPlace): readonly Effect[] {
  const { effects } = ctx;
  const session = effects.some(effect => mayLoseOwn(effect) || runsFile(effect)) ? keptSession(ctx) : undefined;
  if (session === undefined) return effects;
  const { facts } = session.state;
  const own = ownFiles(facts, place);
  return effects.map(effect =>
    mayLoseOwn(effect) && effect.target?.type === 'file' && (own.covers(effect.target) || losesLink(effect, effect.target, own))
      ? asOwn(effect)
      : markFetched(effect, facts, place),
  );
}

/** Tells whether the session itself made everything that a target reaches; never where no session is kept. */
export function isOwnWork(target: FileTarget, ctx: GovernanceContext, place: KnownPlace): boolean {
  const session = keptSession(ctx);
  return session !== undefined && ownFiles(session.state.facts, place).covers(target);
}

/** Whether an effect takes away a link that the session made, and nothing behind it. */
const losesLink = ({ kind, program }: Effect, target: FileTarget, own: OwnFiles): boolean =>
  kind === 'delete' && (program === 'rm' || program === 'unlink') && own.hasLink(target);

/** The session, where one is kept: an evaluator has none. */
function keptSession(ctx: GovernanceContext): SessionView | undefined {
  try {
    return ctx.session;
  } catch {
    return undefined;
  }
}

/** Marks that a loss of the session's own work does not have. */
const LOSSES = new Set(['destructive', 'overwritten']);

/** Tells whether an effect loses a file that the session may have made. What git throws away is uncommitted work, whichever process made the file. */
function mayLoseOwn({ kind, target, tags = [], program }: Effect): boolean {
  if (target?.type !== 'file' || program === 'git' || tags.includes('catastrophic') || tags.includes('regenerable')) return false;
  return (kind === 'delete' && !tags.includes('moved')) || tags.some(tag => LOSSES.has(tag));
}

/** The effect as a loss of the session's own work. */
const asOwn = (effect: Effect): Effect => ({
  ...effect,
  tags: [...(effect.tags ?? []).filter(tag => !LOSSES.has(tag)), 'own_work'],
});
