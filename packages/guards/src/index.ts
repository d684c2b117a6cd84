import type { AnyDefinition } from '@licet/core/nodes';

import { AccessMap, accessLevels, accessMapDefinition } from './boundary/accessMap.ts';
import { BashSafety, standardRulings, bashSafetyDefinition } from './boundary/bashSafety.ts';
import { Contained, containedDefinition } from './boundary/contained.ts';
import { FileBoundary, fileBoundaryDefinition } from './boundary/fileBoundary.ts';
import { Floor, floorDefinition } from './boundary/floor.ts';
import { LayerIsolation, layerIsolationDefinition } from './boundary/layerIsolation.ts';
import { Network, networkDefinition } from './boundary/network.ts';
import { Sandbox, sandboxDefinition } from './boundary/sandbox.ts';
import { SecretPaths, secretPathsDefinition } from './boundary/secretPaths.ts';
import { SelfProtection, selfProtectionDefinition } from './boundary/selfProtection.ts';
import { ToolAllowlist, toolAllowlistDefinition } from './boundary/toolAllowlist.ts';
import { Flow, flowDefinition } from './flow/flow.ts';
import { AskBefore, askBeforeDefinition } from './intent/askBefore.ts';
import { HumanApproval, humanApprovalDefinition } from './intent/humanApproval.ts';
import { Intent, intentDefinition } from './intent/intent.ts';
import { OnlyIf, onlyIfDefinition } from './intent/onlyIf.ts';
import { Quorum, quorumDefinition } from './intent/quorum.ts';
import { RiskThreshold, riskThresholdDefinition } from './intent/riskThreshold.ts';
import { Audit, auditDefinition } from './observe/audit.ts';
import { Notice, noticeDefinition } from './observe/notice.ts';
import { RedactOutput, redactOutputDefinition } from './observe/redactOutput.ts';
import { SensitiveRead, sensitiveReadDefinition } from './observe/sensitiveRead.ts';
import { AllowOnce, allowOnceDefinition } from './resource/allowOnce.ts';
import { Budget, budgetDefinition } from './resource/budget.ts';
import { Progressive, progressiveDefinition } from './resource/progressive.ts';
import { RateLimit, rateLimitDefinition } from './resource/rateLimit.ts';
import { SingleUse, singleUseDefinition } from './resource/singleUse.ts';
import { Facts, factsDefinition } from './workflow/facts.ts';
import { Hold, holdDefinition } from './workflow/hold.ts';
import { Obligation, obligationDefinition } from './workflow/obligation.ts';
import { Requires, requiresDefinition } from './workflow/requires.ts';
import { Roles, rolesDefinition } from './workflow/roles.ts';

export type { AccessLevel, AccessMapOptions } from './boundary/accessMap.ts';
export type { BashSafetyOptions, MarkRulings } from './boundary/bashSafety.ts';
export type { ContainedOptions } from './boundary/contained.ts';
export type { FileBoundaryOptions } from './boundary/fileBoundary.ts';
export type { LayerIsolationOptions } from './boundary/layerIsolation.ts';
export type { NetworkOptions } from './boundary/network.ts';
export type { SandboxOptions } from './boundary/sandbox.ts';
export type { SecretPathsOptions } from './boundary/secretPaths.ts';
export type { SelfProtectionOptions } from './boundary/selfProtection.ts';
export type { ToolAllowlistOptions } from './boundary/toolAllowlist.ts';
export type { FlowTool } from './flow/declaration.ts';
export type { FlowOptions } from './flow/flow.ts';
export type { AskBeforeOptions } from './intent/askBefore.ts';
export type { HumanApprovalOptions } from './intent/humanApproval.ts';
export type { IntentOptions, TaskField, TaskRule } from './intent/intent.ts';
export type { OnlyIfOptions } from './intent/onlyIf.ts';
export type { QuorumOptions } from './intent/quorum.ts';
export type { RiskThresholdOptions } from './intent/riskThreshold.ts';
export type { AuditEntry, AuditOptions } from './observe/audit.ts';
export type { NoticeOptions } from './observe/notice.ts';
export type { RedactOutputOptions } from './observe/redactOutput.ts';
export type { SensitiveReadOptions } from './observe/sensitiveRead.ts';
export type { PackName } from './packs/index.ts';
export { includePack, packs } from './packs/index.ts';
export type { Profile, ProfileName, ProfileOptions } from './profiles/index.ts';
export { profileNames, profileText, profiles } from './profiles/index.ts';
export type { AllowOnceOptions } from './resource/allowOnce.ts';
export type { BudgetOptions } from './resource/budget.ts';
export type { ProgressiveOptions, ProgressiveRisk } from './resource/progressive.ts';
export type { RateLimitOptions } from './resource/rateLimit.ts';
export type { SingleUseOptions } from './resource/singleUse.ts';
export type { ProgressiveStep } from './resource/steps.ts';
export { shortForms } from './shortForms.ts';
export type { FactOptions, FactsOptions } from './workflow/facts.ts';
export type { HoldOptions } from './workflow/hold.ts';
export type { ObligationOptions } from './workflow/obligation.ts';
export type { RequiresOptions } from './workflow/requires.ts';
export type { RoleOptions, RolesOptions } from './workflow/roles.ts';
export {
  AccessMap,
  accessLevels,
  BashSafety,
  standardRulings,
  FileBoundary,
  Floor,
  Contained,
  LayerIsolation,
  Network,
  Sandbox,
  SecretPaths,
  SelfProtection,
  ToolAllowlist,
  Flow,
  AskBefore,
  HumanApproval,
  Intent,
  OnlyIf,
  Quorum,
  RiskThreshold,
  Audit,
  Notice,
  RedactOutput,
  SensitiveRead,
  AllowOnce,
  Budget,
  Progressive,
  RateLimit,
  SingleUse,
  Facts,
  Hold,
  Obligation,
  Requires,
  Roles,
};

/**
 * The definitions of all guards in this package, for a registry.
 *
 * @example
 * ```ts
 * import { createRegistry } from '@licet/core';
 * import { guardDefinitions } from '@licet/guards';
 *
 * createRegistry(guardDefinitions).get('file_boundary')?.kind; // => 'file_boundary'
 * ```
 */
export const guardDefinitions: readonly AnyDefinition[] = Object.freeze([
  accessMapDefinition,
  bashSafetyDefinition,
  fileBoundaryDefinition,
  floorDefinition,
  containedDefinition,
  layerIsolationDefinition,
  networkDefinition,
  sandboxDefinition,
  secretPathsDefinition,
  selfProtectionDefinition,
  toolAllowlistDefinition,
  flowDefinition,
  askBeforeDefinition,
  humanApprovalDefinition,
  intentDefinition,
  onlyIfDefinition,
  quorumDefinition,
  riskThresholdDefinition,
  auditDefinition,
  noticeDefinition,
  redactOutputDefinition,
  sensitiveReadDefinition,
  allowOnceDefinition,
  budgetDefinition,
  progressiveDefinition,
  rateLimitDefinition,
  singleUseDefinition,
  factsDefinition,
  holdDefinition,
  obligationDefinition,
  requiresDefinition,
  rolesDefinition,
]);
