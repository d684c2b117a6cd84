import type { Effect, FileTarget, GovernanceContext, Ruling, Verdict } from '@licet/core';
import { skip } from '@licet/core';
import type { PathMatcher, Place } from '@licet/effects/places';
import { isStream } from '@licet/effects/places';

import type { Finding } from './findings.ts';
import { shortPath, verdictOf } from './findings.ts';
import { unseenRuling } from './unseenCode.ts';

/** The verdict of a guard of paths over each effect on files; `unknown` for what may touch any. Else skipped. */
export function judgeFiles(
  ctx: GovernanceContext,
  unknown: Ruling,
  judge: (effect: Effect, target: FileTarget) => readonly Finding[],
): Verdict {
  const touching = ctx.effects.filter(({ target, kind }) => target?.type === 'file' || kind === 'unknown');
  if (touching.length === 0) return skip();
  return verdictOf(
    touching.flatMap(effect => {
      const { target } = effect;
      if (target?.type !== 'file') return [unnamed(effect, unseenRuling(ctx, unknown))];
      const isNoFile = isStream(target.lexical) && target.resolved === target.lexical;
      return isNoFile || listsNames(effect) ? [] : judge(effect, target);
    }),
  );
}

function unnamed(effect: Effect, ruling: Ruling): Finding {
  const reason = 'which files it touches is unknown';
  return { ruling, code: 'unknown_effect', reason, fix: 'name the files in the command, or ask the user', effect };
}

/**
 * Tells whether a change names a whole folder that the patterns do not, as a formatter or an unpacker does (`prettier --write .`):
 * it writes below it, though hardly to everything there. Deleting the folder is another thing, and so is a glob that reaches them.
 */
export function namesAnother({ kind, target }: Effect, matcher?: PathMatcher): boolean {
  if (target?.type !== 'file' || kind !== 'write' || target.recursive !== true || target.glob !== undefined) return false;
  return [target.lexical, target.resolved].every(path => (matcher?.match(path).length ?? 0) === 0);
}

/** What is said of a change around files that are not to be changed. */
export function aroundFinding(effect: Effect, place: Pick<Place, 'root' | 'home'>): Finding {
  const { target } = effect;
  const where = target?.type === 'file' ? shortPath(target.lexical, place) : 'a folder';
  return {
    ruling: 'warn',
    code: 'path_read_only',
    reason: `it changes files below ${where}, where some are not to be changed`,
    fix: 'look at what was changed, and undo what it did to those files',
    effect,
  };
}

/** Tells whether only names, sizes and dates are looked at: what lies in a folder is no secret of the folder. */
function listsNames({ kind, tags }: Effect): boolean {
  return kind === 'read' && tags?.includes('metadata') === true;
}
