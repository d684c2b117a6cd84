import type { Action, GuardNode, Verdict } from '@licet/core';
import type { ParamsOf } from '@licet/core/nodes';
import { pass } from '@licet/core';
import { checkOptions, compareBy, defineNode, param, paramOrder, params } from '@licet/core/nodes';

import { checkSelected, rolesOf } from './capability.ts';
import type { Capability } from './capability.ts';
import type { CapabilityCode } from './conditions.ts';
import { named, refuse } from './conditions.ts';
import { whoMay } from './compare.ts';

const roles = (doc: string) => param.list(param.text(), { doc });

const sensitivityParams = params({
  /** Who sees every field of personal and card data. */
  piiReaders: param.optional(roles('who sees every field of personal and card data'), '`pii_reader`'),
  /** Roles that may use tools that show secrets. */
  secretsReaders: param.optional(roles('roles that may use tools that show secrets'), '`admin`, `secrets_reader`'),
  /** Who may change an agent's memory. */
  memoryWriters: param.optional(roles("who may change an agent's memory"), '`memory_writer`, `admin`'),
  /** Who may read memory of the scope `memory_scope: sensitive`. */
  memoryReaders: param.optional(
    roles('who may read memory of the scope `memory_scope: sensitive`'),
    '`memory_reader_sensitive`, `admin`',
  ),
});

/** What {@link Sensitivity} takes: the roles that may see or change each sort of data. */
export type SensitivityOptions = ParamsOf<typeof sensitivityParams>;

/**
 * Judges capabilities by the data that they show: personal and card data come back in the allowed fields only, secrets and an
 * agent's memory need a role.
 *
 * | the capability | ruling |
 * |---|---|
 * | is not marked as sensitive | skipped |
 * | shows `secrets`, and the principal has no role for them | block, `missing_role` |
 * | changes `memory`, and the principal has no role for it | block, `memory_write_requires_writer` |
 * | reads `memory` of the scope `memory_scope: sensitive`, and the principal has no role for it | block, `memory_sensitive_read_denied` |
 * | shows `pii` or `pci`, has `allowed_fields`, and the principal has no role for all fields | pass, with the obligation to show those fields only |
 * | anything else | pass |
 *
 * It cannot see what is in an output: it goes by what the catalogue says of the tool. Redaction looks at the output itself.
 *
 * @example
 * ```ts
 * import { All, PolicyEngine } from '@licet/core';
 * import { Capabilities, Sensitivity } from '@licet/capabilities';
 *
 * const catalogue = Capabilities({ catalogue: { 'crm.find': { safety: 'read', sensitivity: ['pii'], allowedFields: ['id', 'name'] } } });
 * const engine = new PolicyEngine(All(catalogue, Sensitivity()));
 * engine.evaluateSync({ kind: 'tool', tool: 'crm.find' }).obligations.fields; // => ['id', 'name']
 * ```
 */
export function Sensitivity(options: SensitivityOptions = {}): GuardNode {
  checkOptions('sensitivity', sensitivityParams, options);
  const { piiReaders = ['pii_reader'] } = options;
  return Object.freeze<GuardNode>({
    name: 'sensitivity',
    kind: 'sensitivity',
    layer: 'boundary',
    params: Object.freeze({ ...options }),
    check: checkSelected({ sensitivity: ['pii', 'pci', 'secrets', 'memory'] }, (needed, action) => {
      const refused = refusalOf(needed, action, options);
      if (refused !== undefined) return refused;
      const { sensitivity, allowedFields } = needed;
      const isPersonal = sensitivity.includes('pii') || sensitivity.includes('pci');
      const isLimited = isPersonal && allowedFields.length > 0 && !has(action, piiReaders);
      return isLimited ? pass({ obligations: { fields: allowedFields } }) : pass();
    }),
  });
}

const has = (action: Action, wanted: readonly string[]): boolean => rolesOf(action).some(role => wanted.includes(role));

function refusalOf(needed: Capability, action: Action, options: SensitivityOptions): Verdict | undefined {
  const {
    secretsReaders = ['admin', 'secrets_reader'],
    memoryWriters = ['memory_writer', 'admin'],
    memoryReaders = ['memory_reader_sensitive', 'admin'],
  } = options;
  const { id, sensitivity, safety } = needed;
  const without = (wanted: readonly string[], what: string, code: CapabilityCode): Verdict | undefined =>
    has(action, wanted)
      ? undefined
      : refuse(`\`${id}\` ${what}, which needs one of the roles ${named(wanted, '')}`, {
          condition: 'roles',
          required: `one of the roles ${named(wanted, '')}, because it ${what}`,
          found: named(rolesOf(action), 'no roles'),
          fix: `ask for this to be done by somebody with one of the roles ${named(wanted, '')}`,
          code,
        });
  const isDelicate = action.request?.scope?.['memory_scope'] === 'sensitive';
  return (
    (sensitivity.includes('secrets') ? without(secretsReaders, 'shows secrets', 'missing_role') : undefined) ??
    (sensitivity.includes('memory') && safety !== 'read'
      ? without(memoryWriters, 'changes memory', 'memory_write_requires_writer')
      : undefined) ??
    (sensitivity.includes('memory') && safety === 'read' && isDelicate
      ? without(memoryReaders, 'reads sensitive memory', 'memory_sensitive_read_denied')
      : undefined)
  );
}

/** `sensitivity` in governance.yaml. */
export const sensitivityDefinition = defineNode({
  kind: 'sensitivity',
  doc: 'judges capabilities by the data that they show: secrets, memory, personal and card data',
  params: sensitivityParams,
  rulings: [
    ['its capability is not marked as sensitive', 'skipped'],
    ['it shows secrets, or reads or changes memory, and its principal has no role for that', 'block'],
    ['it shows personal or card data', 'pass, with the obligation to show the allowed fields only'],
    ['anything else', 'pass'],
  ],
  example: 'sensitivity: { pii_readers: [pii_reader, privacy_team] }',
  analysis: {
    affectsSiblings: true,
    dependsOnSiblings: true,
    compare: compareBy({
      piiReaders: paramOrder.words,
      secretsReaders: whoMay('admin', 'secrets_reader'),
      memoryWriters: whoMay('memory_writer', 'admin'),
      memoryReaders: whoMay('memory_reader_sensitive', 'admin'),
    }),
  },
  build: given => Sensitivity(given),
});
