import { effectForm } from '../model/generalization.ts';
import type { Generalization, Generalize } from '../model/generalization.ts';
import type { Action } from '../model/action.ts';
import type { Effect } from '../model/effects.ts';
import { canonicalJson } from '../text/canonical.ts';
import { sha256 } from '../text/sha256.ts';
import { digestAction } from './digest.ts';
import type { Frame } from './frame.ts';
import { isClear } from './pause.ts';

/** Returns what a scoped approval would cover; at least the same call again. Undefined where the call cannot be compared. */
export function generalizationOf(
  action: Action,
  effects: readonly Effect[],
  generalize: Generalize | undefined,
): Generalization | undefined {
  try {
    const same = digestAction(action);
    const found = generalize?.(action, effects);
    if (found === undefined && same === undefined) return undefined;
    const made = found ?? { within: {}, acts: [{ same: same ?? '', effects: sha256(canonicalJson(effects.map(effectForm))) }] };
    canonicalJson(made);
    return made;
  } catch {
    return undefined;
  }
}

/** The same for an action that is evaluated. None where a floor asks, and where the effects cannot be had at once. */
export function generalized(root: Frame, generalize: Generalize | undefined): Generalization | undefined {
  const { run } = root;
  if (!isClear(root)) return undefined;
  const { effects } = run.options;
  try {
    return generalizationOf(run.action, effects === undefined ? [] : run.effects, generalize);
  } catch {
    return undefined;
  }
}
