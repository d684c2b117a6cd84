export { ArgConstraints } from './capability/argConstraints.ts';
export type { ArgConstraintsOptions } from './capability/argConstraints.ts';
export { Capabilities } from './capability/capabilities.ts';
export type { CapabilitiesOptions, CapabilityEntry } from './capability/capabilities.ts';
export { CapabilityPolicy } from './capability/capabilityPolicy.ts';
export type { CapabilityPolicyOptions } from './capability/capabilityPolicy.ts';
export { CapabilityRate } from './capability/capabilityRate.ts';
export type { CapabilityRateOptions } from './capability/capabilityRate.ts';
export { CapabilityRules } from './capability/capabilityRules.ts';
export type { CapabilityRulesOptions } from './capability/capabilityRules.ts';
export { Handles } from './capability/handles.ts';
export type { HandlesOptions } from './capability/handles.ts';
export { RequireJustification } from './capability/requireJustification.ts';
export type { RequireJustificationOptions } from './capability/requireJustification.ts';
export { RequireRole } from './capability/requireRole.ts';
export type { RequireRoleOptions } from './capability/requireRole.ts';
export { RequireTenant } from './capability/requireTenant.ts';
export type { RequireTenantOptions } from './capability/requireTenant.ts';
export { RowCap } from './capability/rowCap.ts';
export type { RowCapOptions } from './capability/rowCap.ts';
export { Sensitivity } from './capability/sensitivity.ts';
export type { SensitivityOptions } from './capability/sensitivity.ts';
export { Shortlist } from './capability/shortlist.ts';
export type { ShortlistOptions } from './capability/shortlist.ts';
export { ToolPin } from './capability/toolPin.ts';
export type { ToolPinOptions } from './capability/toolPin.ts';
export { capabilityOf } from './capability/capability.ts';
export type { ArgRules, Capability, SafetyClass, SensitivityTag } from './capability/capability.ts';
export type { ParametersInput, StandardSchema } from './parameters/parameters.ts';
export { explainDenial } from './capability/conditions.ts';
export type { CapabilityCode, DenialExplanation, FailedCondition } from './capability/conditions.ts';
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
