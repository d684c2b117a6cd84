import type { AnyDefinition } from '../policy/definition.ts';
import { All, allDefinition } from './all.ts';
import { Any, anyDefinition } from './any.ts';
import { Escalate, escalateDefinition } from './escalate.ts';
import { Not, notDefinition } from './not.ts';
import { Threshold, thresholdDefinition } from './threshold.ts';
import { When, whenDefinition } from './when.ts';

export type { CombinatorOptions } from './combinator.ts';
export type { ThresholdParams } from './threshold.ts';
export type { WhenParams } from './when.ts';
export { All, Any, Escalate, Not, Threshold, When };

/** The definitions that every registry has. */
export const combinatorDefinitions: readonly AnyDefinition[] = Object.freeze([
  allDefinition,
  anyDefinition,
  escalateDefinition,
  notDefinition,
  thresholdDefinition,
  whenDefinition,
]);
