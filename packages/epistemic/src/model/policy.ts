import type { Json } from '@licet/core';
import { InvariantError } from '@licet/core';

/** Whether an action touches one object or several. */
export type Cardinality = 'single' | 'multiple';

/** When the human is asked by a policy that has a callback: `always`, or only when the callback did not pass (`on_fail`). */
export type ConfirmMode = 'always' | 'on_fail';

/** The text shown when a policy has none. */
export const DEFAULT_CONFIRMATION = 'This action requires confirmation. Proceed?';

/** A rule attached to an APPLIES_TO edge: it concerns every action that traverses the edge. On other edges it is inert. */
export interface EdgePolicy {
  readonly name: string;
  /** True: a violation asks a human. False: a violation blocks. @defaultValue true */
  readonly requiresConfirmation: boolean;
  /** Only used together with `requiresConfirmation: true`. @defaultValue 'always' */
  readonly confirm: ConfirmMode;
  /** The cardinality the policy is about; null means every action. An unknown cardinality triggers every policy. */
  readonly triggerCardinality: Cardinality | null;
  /** The key of a callback in the registry; never a path, because the graph is data and must not name code to load. */
  readonly callback: string | null;
  /** What the human reads; `{action}` means the name of the edge's source. */
  readonly confirmationMessage: string;
  readonly metadata: Readonly<Record<string, Json>>;
}

/** A policy as people write it: only the name is needed. */
export type EdgePolicyInput = Pick<EdgePolicy, 'name'> & Partial<EdgePolicy>;

/** Fills in the defaults; throws an `InvariantError` of code `invalid_param` for an empty name or an unknown cardinality or confirm mode. */
export function edgePolicy(input: EdgePolicyInput): EdgePolicy {
  const { name, requiresConfirmation = true, confirm = 'always', triggerCardinality = null, callback = null } = input;
  if (typeof name !== 'string' || name === '')
    throw new InvariantError('invalid_param', 'expected a policy name, found an empty one');
  if (triggerCardinality !== null && triggerCardinality !== 'single' && triggerCardinality !== 'multiple')
    throw new InvariantError(
      'invalid_param',
      `expected the trigger \`single\`, \`multiple\` or null, found \`${String(triggerCardinality)}\``,
    );
  if (confirm !== 'always' && confirm !== 'on_fail')
    throw new InvariantError('invalid_param', `expected confirm to be \`always\` or \`on_fail\`, found \`${String(confirm)}\``);
  return {
    name,
    requiresConfirmation,
    confirm,
    triggerCardinality,
    callback,
    confirmationMessage: input.confirmationMessage ?? DEFAULT_CONFIRMATION,
    metadata: input.metadata ?? {},
  };
}
