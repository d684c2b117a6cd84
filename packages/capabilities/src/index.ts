import type { AnyDefinition } from '@licet/core/nodes';

import { argConstraintsDefinition } from './guards/argConstraints.ts';
import { capabilitiesDefinition } from './guards/capabilities.ts';
import { capabilityPolicyDefinition } from './guards/capabilityPolicy.ts';
import { capabilityRateDefinition } from './guards/capabilityRate.ts';
import { capabilityRulesDefinition } from './guards/capabilityRules.ts';
import { handlesDefinition } from './guards/handles.ts';
import { requireJustificationDefinition } from './guards/requireJustification.ts';
import { requireRoleDefinition } from './guards/requireRole.ts';
import { requireTenantDefinition } from './guards/requireTenant.ts';
import { rowCapDefinition } from './guards/rowCap.ts';
import { sensitivityDefinition } from './guards/sensitivity.ts';
import { shortlistDefinition } from './guards/shortlist.ts';
import { toolPinDefinition } from './guards/toolPin.ts';
import { firewallDefinition } from './firewall/firewall.ts';
import { tokenDefinition } from './tokens/tokenGuard.ts';

export { ArgConstraints } from './guards/argConstraints.ts';
export type { ArgConstraintsOptions } from './guards/argConstraints.ts';
export { Capabilities } from './guards/capabilities.ts';
export type { CapabilitiesOptions, CapabilityEntry } from './guards/capabilities.ts';
export { CapabilityPolicy } from './guards/capabilityPolicy.ts';
export type { CapabilityPolicyOptions } from './guards/capabilityPolicy.ts';
export { CapabilityRate } from './guards/capabilityRate.ts';
export type { CapabilityRateOptions } from './guards/capabilityRate.ts';
export { CapabilityRules } from './guards/capabilityRules.ts';
export type { CapabilityRulesOptions } from './guards/capabilityRules.ts';
export { Handles } from './guards/handles.ts';
export type { HandlesOptions } from './guards/handles.ts';
export { RequireJustification } from './guards/requireJustification.ts';
export type { RequireJustificationOptions } from './guards/requireJustification.ts';
export { RequireRole } from './guards/requireRole.ts';
export type { RequireRoleOptions } from './guards/requireRole.ts';
export { RequireTenant } from './guards/requireTenant.ts';
export type { RequireTenantOptions } from './guards/requireTenant.ts';
export { RowCap } from './guards/rowCap.ts';
export type { RowCapOptions } from './guards/rowCap.ts';
export { Sensitivity } from './guards/sensitivity.ts';
export type { SensitivityOptions } from './guards/sensitivity.ts';
export { Shortlist } from './guards/shortlist.ts';
export type { ShortlistOptions } from './guards/shortlist.ts';
export { ToolPin } from './guards/toolPin.ts';
export type { ToolPinOptions } from './guards/toolPin.ts';
export { capabilityOf } from './guards/capability.ts';
export type { Capability, SafetyClass, SensitivityTag } from './guards/capability.ts';
export type { ParametersInput, StandardSchema } from './parameters/parameters.ts';
export { explainDenial } from './guards/conditions.ts';
export type { CapabilityCode, DenialExplanation, FailedCondition } from './guards/conditions.ts';
export { Firewall } from './firewall/firewall.ts';
export type { FirewallOptions } from './firewall/firewall.ts';
export { outputFirewall } from './firewall/outputFirewall.ts';
export type { Omitted } from './firewall/plainCopy.ts';
export { shapeOutput } from './firewall/shapeOutput.ts';
export type { ShapedOutput } from './firewall/shapeOutput.ts';
export { CapabilityEngine } from './host/capabilityEngine.ts';
export type {
  CallContext,
  CapabilityEngineOptions,
  ExpandQuery,
  GrantRequest,
  GrantResult,
  Invocation,
} from './host/requests.ts';
export type { FailedFrame, Frame, HandleRef, ShownFrame, StoppedFrame } from './host/frame.ts';
export { proposeTools } from './host/proposeTools.ts';
export type { Proposal, ProposalQuery, ProposeTools, ToolCard } from './host/proposeTools.ts';
export type { HandleLimits, HandleStats } from './host/handleStore.ts';
export type { ArgRules } from './guards/argRules.ts';

/**
 * The definitions of the guards for capabilities, grants and outputs, for a registry. `guardDefinitions` of `@licet/guards` has all others.
 *
 * @example
 * ```ts
 * import { capabilityDefinitions } from '@licet/capabilities';
 * import { createRegistry } from '@licet/core';
 *
 * createRegistry(capabilityDefinitions).get('require_role')?.kind; // => 'require_role'
 * ```
 */
export const capabilityDefinitions: readonly AnyDefinition[] = Object.freeze([
  argConstraintsDefinition,
  capabilitiesDefinition,
  capabilityPolicyDefinition,
  capabilityRateDefinition,
  capabilityRulesDefinition,
  handlesDefinition,
  requireJustificationDefinition,
  requireRoleDefinition,
  requireTenantDefinition,
  rowCapDefinition,
  sensitivityDefinition,
  shortlistDefinition,
  toolPinDefinition,
  firewallDefinition,
  tokenDefinition,
]);
