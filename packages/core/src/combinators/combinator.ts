import { checkOptions } from '../model/checkOptions.ts';
import { InvariantError } from '../model/errors.ts';
import type { GuardInput } from '../model/guard.ts';
import type { GuardNode, NodeLabels } from '../model/node.ts';
import { toGuard } from '../model/guard.ts';
import { LAYERS, labelsOf } from '../model/node.ts';
import type { ParamMembers, ParamSpec } from '../model/params.ts';
import { param, params } from '../model/params.ts';
import { severityOf } from '../model/ruling.ts';
import type { Ruling } from '../model/ruling.ts';
import type { Verdict } from '../model/verdict.ts';
import type { NodeData } from '../policy/policyData.ts';

const LABELS = {
  id: param.optional(param.text()),
  layer: param.optional(param.choice(LAYERS)),
  onError: param.optional(param.choice(['ask', 'warn'])),
} satisfies ParamMembers;

const SHORT_CIRCUIT = {
  shortCircuit: param.optional(param.flag({ doc: 'leave out children that can no longer change the ruling' }), 'false'),
} satisfies ParamMembers;

/** The params of a combinator that has none. */
export const noParams = params({});

/** The params of a combinator that may short-circuit. */
export const shortCircuitParams = params(SHORT_CIRCUIT);

/** The params of `threshold`. */
export const thresholdParams = params({
  pass: param.number({ whole: true, min: 1, doc: 'how many of the children must pass' }),
  ...SHORT_CIRCUIT,
});

const LABEL_OPTIONS: ParamSpec = params(LABELS);

/** Of a combinator that may leave out children which can no longer change its ruling. */
export const ALL_OPTIONS: ParamSpec = params({ ...LABELS, ...SHORT_CIRCUIT });

/** What every combinator takes as an optional last argument. */
export interface CombinatorOptions extends NodeLabels {
  /**
   * Leave out children that can no longer change the ruling. Their reasons are then missing from the report.
   *
   * @defaultValue false
   */
  readonly shortCircuit?: boolean;
}

/** Splits `(...guards, options?)` and rejects an empty list by the combinator's public name. */
export function takeChildren(
  name: string,
  input: readonly (GuardInput | CombinatorOptions)[],
): { children: readonly GuardNode[]; options: CombinatorOptions } {
  const last = input.at(-1);
  const options = isOptions(last) ? last : {};
  const guards = (isOptions(last) ? input.slice(0, -1) : input) as readonly GuardInput[];
  if (guards.length === 0) throw new InvariantError('empty_children', `\`${name}\` needs at least one guard, found none`);
  return { children: Object.freeze(guards.map(toGuard)), options };
}

function isOptions(input: GuardInput | CombinatorOptions | undefined): input is CombinatorOptions {
  return typeof input === 'object' && input !== null && !('check' in input) && !('name' in input);
}

/** Freezes a combinator into a plain object. */
export function combinator(
  kind: string,
  children: readonly GuardNode[],
  params: object,
  options: CombinatorOptions,
  rest: Pick<GuardNode, 'check' | 'determining'> &
    Partial<Pick<GuardNode, 'committing' | 'edges' | 'history' | 'join' | 'needs'>>,
  known: ParamSpec = LABEL_OPTIONS,
): GuardNode {
  checkOptions(kind, known, options);
  return Object.freeze({ name: kind, kind, children, params: Object.freeze(params), ...labelsOf(options), ...rest });
}

/** Keeps what differs from the default. */
export function chosenShortCircuit(options: CombinatorOptions): { readonly shortCircuit?: boolean } {
  return options.shortCircuit === true ? { shortCircuit: true } : {};
}

/** Tells whether a child has come to a ruling that no fault has left open. */
export const settledAs = (verdict: Verdict | undefined, ruling: Ruling): boolean =>
  verdict?.ruling === ruling && verdict.range === undefined && verdict.applicable !== false;

/** A list of children in which one is missing, each once. */
export function withoutOne(node: NodeData): readonly (readonly [change: string, changed: NodeData])[] {
  const { children = [] } = node;
  if (children.length < 2) return [];
  return children.map(({ kind }, index) => [`\`${kind}\` is missing`, { ...node, children: children.toSpliced(index, 1) }]);
}

/** The indices of the children that applied. */
export function applicable(verdicts: readonly (Verdict | undefined)[]): readonly number[] {
  const indices: number[] = [];
  for (const [index, verdict] of verdicts.entries()) {
    if (verdict !== undefined && verdict.applicable !== false) indices.push(index);
  }
  return indices;
}

/** The k best children that applied, best first: the milder at its strictest, then the definite one, then the earlier one. */
export function firstBest(verdicts: readonly (Verdict | undefined)[], k: number): readonly number[] {
  const rank = (index: number): number => {
    const verdict = verdicts[index] as Verdict;
    return severityOf(verdict.ruling) + (verdict.range === undefined ? 0 : 0.5);
  };
  return applicable(verdicts)
    .toSorted((a, b) => rank(a) - rank(b) || a - b)
    .slice(0, k);
}
