import { All, Any, Escalate, Not, Threshold, When, guard, ask, block, pass, skip, warn } from '@licet/core';
import type { GuardNode, Verdict } from '@licet/core';
import { label, chain } from '@licet/core/nodes';
import { wayTo } from '@licet/core/policy';

/** What a leaf does when it is checked: the five things a guard may say, and the four ways in which it may fail. */
export type LeafSays = 'pass' | 'warn' | 'ask' | 'block' | 'skip' | 'throw' | 'reject' | 'nonsense' | 'hang';

/** The ruling for a fault in the node. */
interface Labelled {
  readonly onError?: 'ask' | 'warn';
}

/**
 * A policy as plain data, for tests: small enough to print, to shrink and to be ruled on by a second implementation.
 * `later` answers by promise; a leaf that rejects or hangs always does.
 */
export type PolicySpec = Labelled &
  (
    | { readonly kind: 'leaf'; readonly says: LeafSays; readonly later?: boolean }
    | { readonly kind: 'all' | 'any'; readonly of: readonly PolicySpec[]; readonly shortCircuit?: boolean }
    | { readonly kind: 'threshold'; readonly pass: number; readonly of: readonly PolicySpec[]; readonly shortCircuit?: boolean }
    | { readonly kind: 'not'; readonly of: readonly [PolicySpec] }
    | { readonly kind: 'when'; readonly if: boolean | 'throws' | 'nonsense'; readonly of: readonly [PolicySpec, PolicySpec?] }
    | { readonly kind: 'escalate'; readonly of: readonly [PolicySpec, PolicySpec] }
  );

/** How a spec is to be built, where that differs from what the spec says. */
export interface BuildSpecOptions {
  /** Makes every leaf answer by promise, or none of those that can do without. */
  readonly later?: boolean;
  /** Short-circuits every node that can, or none. */
  readonly shortCircuit?: boolean;
  /** Is told the path of every leaf that commits: `0.2.1` is the second child of the third child of the root's first. */
  readonly onCommit?: (path: string) => void;
}

/** Builds the policy that a spec describes. The leaves are named `leaf` and their path. */
export function buildSpec(spec: PolicySpec, options: BuildSpecOptions = {}): GuardNode {
  return build(spec, options, '');
}

/** Returns the specs below a spec. */
export function childrenOf(spec: PolicySpec): readonly PolicySpec[] {
  const children: readonly (PolicySpec | undefined)[] = spec.kind === 'leaf' ? [] : spec.of;
  return children.filter(child => child !== undefined);
}

function build(spec: PolicySpec, options: BuildSpecOptions, path: string): GuardNode {
  const node = construct(spec, options, path);
  return spec.onError === undefined ? node : label(node, { onError: spec.onError });
}

function construct(spec: PolicySpec, options: BuildSpecOptions, path: string): GuardNode {
  if (spec.kind === 'leaf') return leaf(spec.says, options.later ?? spec.later ?? false, options, path);
  const children = childrenOf(spec).map((child, index) => build(child, options, wayTo(path, index)));
  const [first, second] = children as [GuardNode, GuardNode];
  switch (spec.kind) {
    case 'all':
      return All(...children, { shortCircuit: options.shortCircuit ?? spec.shortCircuit ?? false });
    case 'any':
      return Any(...children, { shortCircuit: options.shortCircuit ?? spec.shortCircuit ?? false });
    case 'threshold':
      return Threshold(spec.pass, ...children, { shortCircuit: options.shortCircuit ?? spec.shortCircuit ?? false });
    case 'not':
      return Not(first);
    case 'when':
      return When(condition(spec.if), first, second);
    case 'escalate':
      return Escalate(first, second);
  }
}

function condition(answer: boolean | 'throws' | 'nonsense'): () => boolean {
  return () => {
    if (answer === 'throws') throw new Error('the condition was made to fail');
    return answer as boolean;
  };
}

function leaf(says: LeafSays, later: boolean, { onCommit }: BuildSpecOptions, path: string): GuardNode {
  const name = `leaf${path}`;
  const answer = later ? async (): Promise<Verdict> => chain(say(says, name), verdict => verdict) : () => say(says, name);
  return guard(name, answer, onCommit === undefined ? {} : { commit: () => onCommit(path) });
}

function say(says: LeafSays, name: string): Verdict | Promise<Verdict> {
  switch (says) {
    case 'pass':
      return pass();
    case 'warn':
      return warn(`\`${name}\` is doubtful`);
    case 'ask':
      return ask(`\`${name}\` wants to know`, { fix: `ask about \`${name}\`` });
    case 'block':
      return block(`\`${name}\` is against it`, { fix: `satisfy \`${name}\`` });
    case 'skip':
      return skip();
    case 'throw':
      throw new Error(`\`${name}\` was made to fail`);
    case 'reject':
      return Promise.reject(new Error(`\`${name}\` was made to fail`));
    case 'nonsense':
      return { ruling: 'perhaps' } as unknown as Verdict;
    case 'hang':
      return new Promise<Verdict>(() => undefined);
  }
}
