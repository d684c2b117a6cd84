import type { Evaluation, Outcome, Ruling } from '@licet/core';
import type { ResponseMode } from '@licet/core/nodes';

import type { DenialExplanation } from '../guards/conditions.ts';
import { explainDenial } from '../guards/conditions.ts';
import type { ShapedOutput } from '../firewall/shapeOutput.ts';

/** A handle that refers to the output of a call. It is an address, not a permission. */
export interface HandleRef {
  readonly id: string;
  /** How many rows there are under it. */
  readonly total: number;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

interface JudgedCall {
  readonly capability: string;
  /** The evaluation that decided, for callers that resume it or look at its trace. */
  readonly evaluation: Evaluation;
}

/** The action did not run. */
export interface StoppedFrame extends JudgedCall {
  readonly status: 'stopped';
  readonly ruling: Ruling;
  readonly code: string;
  /** Everything that prevents it, and what to do. */
  readonly explanation: DenialExplanation;
}

/** The action ran, and this is what may be shown of what came back. */
export interface ShownFrame extends JudgedCall {
  readonly status: 'ok';
  readonly mode: ResponseMode;
  /** A list of facts, a list of rows, nothing, or the output in its own shape, by the mode. */
  readonly shown: unknown;
  readonly handle?: HandleRef;
  /** The redaction rules that found something. */
  readonly redacted: readonly string[];
  /** What was left out, in words. */
  readonly warnings: readonly string[];
}

/** The action ran and failed; the text is without what may not be shown. */
export interface FailedFrame extends JudgedCall {
  readonly status: 'failed';
  readonly error: string;
  readonly redacted: readonly string[];
}

/**
 * The result of a call for the model, and the only thing of it that belongs into its context: never the output as the tool has
 * returned it, unless the policy shows it so.
 */
export type Frame = StoppedFrame | ShownFrame | FailedFrame;

type Defined<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> };

/** Leaves out the members that are undefined. */
export const defined = <T extends object>(members: T): Defined<T> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Defined<T>;

/** The frame of an action that did not run. */
export function stopped(capability: string, evaluation: Evaluation): Frame {
  const { ruling, code } = evaluation;
  return { status: 'stopped', capability, evaluation, ruling, code, explanation: explainDenial(evaluation) };
}

/** The frame of an action that ran. */
export function frameOf(
  capability: string,
  evaluation: Evaluation,
  { output, rules, omitted }: ShapedOutput,
  mode: ResponseMode,
  handle: HandleRef | undefined,
): Frame {
  const left = Object.entries(omitted).filter(([, count]) => count > 0);
  const warnings = left.map(([what, count]) => `${count} ${NAMES[what as keyof typeof omitted]}`);
  return { status: 'ok', capability, evaluation, mode, shown: output, ...defined({ handle }), redacted: rules, warnings };
}

const NAMES: Readonly<Record<keyof ShapedOutput['omitted'], string>> = {
  rows: 'items left out',
  fields: 'fields left out',
  deeper: 'lists and records left out, because they lie too deep',
  characters: 'characters left out',
  unreadable: 'values withheld, because they are no data',
};

/** What the trail holds of how an output was shown, and of how many older ones had to go for it: never the output. */
export function reportOf(
  { rules, omitted }: ShapedOutput,
  mode: ResponseMode,
  handle: { readonly id: string; readonly rows?: number } | undefined,
  evicted: number = 0,
): Pick<Outcome, 'redacted' | 'shown'> {
  const kept = { ...(handle !== undefined && { handle: { ...handle } }), ...(evicted > 0 && { evicted }) };
  return { redacted: rules, shown: { mode, omitted: { ...omitted }, ...kept } };
}
