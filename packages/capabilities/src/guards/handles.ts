import type { Action, GuardNode, Verdict } from '@licet/core';
import type { HandleFacts } from '@licet/core/nodes';
import { pass, skip } from '@licet/core';
import { checkOptions, compareBy, defineNode, params } from '@licet/core/nodes';

import type { CapabilityCode } from './conditions.ts';
import { named, refuse } from './conditions.ts';

const handlesParams = params({});

/** What {@link Handles} takes: nothing. */
export type HandlesOptions = Readonly<Record<string, never>>;

/**
 * Judges who may read the kept output of a call again, and how much of it: an action of kind `expand`, whose handle the host describes
 * in `request.handle`.
 *
 * | the action | ruling |
 * |---|---|
 * | is of another kind | skipped |
 * | has a handle that the host does not know | block, `handle_not_found` |
 * | is of another principal than the call | block, `handle_principal_mismatch` |
 * | has a handle that has expired, or whose token was revoked | block, `handle_expired`, `token_revoked` |
 * | asks for fields or rows in a form that cannot be read | block, `invalid_constraint` |
 * | asks for, or searches by, fields that were not shown; against the scope; for more rows than are left | block, `handle_constraint_violation` |
 * | anything else | pass |
 *
 * It believes what the host says of the handle, and nothing in the arguments.
 *
 * @example
 * ```ts
 * import { PolicyEngine } from '@licet/core';
 * import { Handles } from '@licet/capabilities';
 *
 * const engine = new PolicyEngine(Handles(), { default: 'block' });
 * const handle = { principal: 'ann', expiresAt: Number.MAX_SAFE_INTEGER, isRevoked: false, shownRows: 40, maxRows: 50, fields: ['id'] };
 * const expand = (id: string, limit: number) =>
 *   engine.evaluateSync({ kind: 'expand', tool: 'crm.find', principal: { id }, payload: { limit }, request: { handle } }).code;
 * [expand('ann', 10), expand('ann', 11), expand('bob', 10)]; // => ['ok', 'handle_constraint_violation', 'handle_principal_mismatch']
 * ```
 */
export function Handles(options: HandlesOptions = {}): GuardNode {
  checkOptions('handles', handlesParams, options);
  return Object.freeze<GuardNode>({
    name: 'handles',
    kind: 'handles',
    layer: 'boundary',
    params: Object.freeze({}),
    check: (action, ctx) => (action.kind === 'expand' ? judge(action, ctx.now) : skip()),
  });
}

function judge(action: Action, now: number): Verdict {
  const handle = action.request?.handle;
  if (handle === undefined) return refused('handle_not_found', 'a handle that is known', 'none');
  if (action.principal === undefined || action.principal.id !== handle.principal)
    return refused('handle_principal_mismatch', 'the principal of the call', 'another one');
  if (handle.isRevoked) return refused('token_revoked', 'a token that is good', 'one that was revoked');
  if (handle.expiresAt <= now) return refused('handle_expired', 'a handle that is good', 'one that has expired');
  return judgeQuery(action.payload, handle) ?? pass();
}

function judgeQuery(
  { filter = {}, fields = [], offset = 0, limit }: Action['payload'],
  handle: HandleFacts,
): Verdict | undefined {
  const isList = Array.isArray(fields) && fields.every(field => typeof field === 'string');
  const isMap = typeof filter === 'object' && filter !== null && !Array.isArray(filter);
  if (!isList || !isMap || !isCount(offset) || (limit !== undefined && !isCount(limit)))
    return refused(
      'invalid_constraint',
      '`fields` as a list of texts, `filter` as a mapping, `offset` and `limit` as whole numbers',
      'others',
    );
  const names = [...(fields as readonly string[]), ...Object.keys(filter)];
  const hidden = names.filter(name => handle.fields?.includes(name) === false);
  if (hidden.length > 0) return refused('handle_constraint_violation', 'fields that may be shown', named(hidden, 'others'));
  const against = Object.entries(filter).find(
    ([name, value]) => handle.scope?.[name] !== undefined && handle.scope[name] !== value,
  );
  if (against !== undefined)
    return refused('handle_constraint_violation', `the scope \`${against[0]}\` of the call`, 'another one');
  const left = (handle.maxRows ?? Number.POSITIVE_INFINITY) - handle.shownRows;
  if (left <= 0 || (limit !== undefined && (limit as number) > left))
    return refused(
      'handle_constraint_violation',
      `at most ${Math.max(0, left)} rows more`,
      limit === undefined ? 'some' : `${limit as number}`,
    );
  return undefined;
}

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;

function refused(code: CapabilityCode, required: string, found: string): Verdict {
  const fix =
    code === 'handle_not_found' || code === 'handle_expired'
      ? 'call the tool again: what it brought is no longer kept'
      : `ask for ${required}`;
  return refuse(`this look at a stored output is not allowed: it needs ${required}, found ${found}`, {
    condition: 'handle',
    required,
    found,
    fix,
    code,
  });
}

/** `handles` in governance.yaml. */
export const handlesDefinition = defineNode({
  kind: 'handles',
  doc: 'judges who may read the kept output of a call again, and how much of it',
  params: handlesParams,
  rulings: [
    ['the action is not of kind `expand`', 'skipped'],
    ['it is of the principal of the call, and keeps to the fields, the scope and the rows of it', 'pass'],
    ['the handle belongs to another principal or is no longer valid, or the query wants more', 'block'],
  ],
  example: 'handles: {}',
  analysis: {
    dependsOnSiblings: true,
    compare: compareBy({}),
  },
  build: () => Handles(),
});
