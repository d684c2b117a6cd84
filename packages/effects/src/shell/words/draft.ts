import type { EffectKind, FileTarget, PassedOver } from '@licet/core';
import type { EffectTarget } from '@licet/core/nodes';
import type { Mark } from '../../marks.ts';

/** An effect before the frame's part of it is added. */
export interface Draft {
  readonly kind: EffectKind;
  readonly target?: EffectTarget | undefined;
  readonly program?: string | undefined;
  readonly possible?: boolean | undefined;
  readonly tags?: readonly Mark[] | undefined;
  readonly note?: string | undefined;
  readonly leftOutBy?: string | undefined;
  readonly passesOver?: PassedOver | undefined;
  readonly changes?: readonly FileTarget[] | undefined;
  /** In code of the project this is said even if git holds the code: what is printed, and what an unset variable deletes. */
  readonly isAlwaysSaid?: true;
}
