import type { Action, GuardNode, Verdict } from '@licet/core';
import type { ParamsOf } from '@licet/core/nodes';
import { pass, skip } from '@licet/core';
import { checkOptions, defineNode, paramOrder, params } from '@licet/core/nodes';

import { argRulesParams, faultsOf, NO_SUCH } from './argRules.ts';
import type { CheckParameters } from '../parameters/parameters.ts';
import { checkSelected, parametersCheck, selectingParams } from './capability.ts';
import type { FailedCondition } from './conditions.ts';
import { refuse } from './conditions.ts';
import { compareSelected, demands } from './compare.ts';
import type { ArgRules } from './argRules.ts';

const argConstraintsParams = params({ ...argRulesParams, ...selectingParams });

/** What {@link ArgConstraints} takes, in addition to what the catalog says under `args` and `parameters`. */
export type ArgConstraintsOptions = ParamsOf<typeof argConstraintsParams>;

/**
 * Holds the arguments of a tool to limits: only these arguments, some with one exact value, some beginning with a prefix, all of
 * them as a schema says. The limits are those of the options and those that the catalogue has for the capability, under `args` and
 * `parameters`; all of them count.
 *
 * | the action | ruling |
 * |---|---|
 * | needs another capability, or there are no limits | skipped |
 * | keeps within them | pass |
 * | does not | block, `arg_constraint_violation` |
 *
 * Before a prefix is compared, `..` and double slashes are resolved in paths and addresses. A backslash, an encoded dot or slash
 * and a control character fit no prefix, nor does an address with a password in it. A prefix with a slash that ends in a name
 * ends there: `/srv/data` does not let `/srv/data-old` through. It does not follow links: that is for `file_boundary`.
 *
 * @example
 * ```ts
 * import { PolicyEngine } from '@licet/core';
 * import { ArgConstraints } from '@licet/capabilities';
 *
 * const engine = new PolicyEngine(ArgConstraints({ pinned: { project: 'web' }, prefix: { path: 'docs/' } }));
 * const read = (path: string) => engine.evaluateSync({ kind: 'tool', payload: { project: 'web', path } }).ruling;
 * [read('docs/a.md'), read('docs/../.env')]; // => ['pass', 'block']
 * ```
 */
export function ArgConstraints(options: ArgConstraintsOptions = {}): GuardNode {
  checkOptions('arg_constraints', argConstraintsParams, options);
  return Object.freeze<GuardNode>({
    name: 'arg_constraints',
    kind: 'arg_constraints',
    layer: 'boundary',
    params: Object.freeze({ ...options }),
    check: checkSelected(options, (needed, action) => {
      // What is asked in advance has no arguments yet, and to look into what came back has others.
      if (action.kind === 'expand' || (action.kind === 'grant' && Object.keys(action.payload).length === 0)) return skip();
      const rules = [options, needed.args ?? {}].filter(limitsAnything);
      const check = parametersCheck(needed);
      if (rules.length === 0 && check === undefined) return skip();
      return judgeArgs(needed.id, action, rules, check) ?? pass();
    }),
  });
}

const limitsAnything = ({ allowedKeys, pinned, prefix }: ArgRules): boolean => (allowedKeys ?? pinned ?? prefix) !== undefined;

/** Returns the block for arguments that break one of the rules, or do not fit their schema. */
export function judgeArgs(
  id: string,
  { payload }: Action,
  rules: readonly ArgRules[],
  check: CheckParameters = () => [],
): Verdict | undefined {
  const [first, ...others] = [...rules.flatMap(each => faultsOf(payload, each)), ...check(payload)];
  if (first === undefined) return undefined;
  const conditions = [first, ...others].map(
    ({ arg, required, found }): FailedCondition & { code: 'arg_constraint_violation' } => {
      const what = arg === '' ? 'arguments' : `\`${arg}\``;
      return {
        condition: arg === '' ? what : `argument ${what}`,
        required,
        found,
        fix: `call \`${id}\` ${required === NO_SUCH ? `without ${what}` : `with other arguments: ${what} must be ${required}`}`,
        code: 'arg_constraint_violation',
      };
    },
  );
  const verdict = refuse(
    `\`${id}\` may not be called with these arguments: ${conditions.map(({ condition }) => condition).join(', ')}`,
    conditions[0] as (typeof conditions)[0],
  );
  return Object.freeze({ ...verdict, evidence: { conditions: conditions.map(each => ({ ...each })) } });
}

/** `arg_constraints` in governance.yaml. */
export const argConstraintsDefinition = defineNode({
  kind: 'arg_constraints',
  doc: 'limits the arguments of a tool: their names, their values, or how they begin',
  params: argConstraintsParams,
  rulings: [
    ['its capability is another one, or has no limits', 'skipped'],
    ['the arguments keep within the limits', 'pass'],
    ['they do not', 'block'],
  ],
  example: 'arg_constraints: { capability: [docs.read], allowed_keys: [path], prefix: { path: docs/ } }',
  analysis: {
    dependsOnSiblings: true,
    compare: compareSelected({ allowedKeys: paramOrder.permits(), pinned: demands, prefix: demands }, limitsAnything),
  },
  build: given => ArgConstraints(given),
});
