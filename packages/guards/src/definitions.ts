import type { AnyDefinition } from '@licet/core/nodes';

import { accessMapDefinition } from './boundary/accessMap.ts';
import { bashSafetyDefinition } from './boundary/bashSafety.ts';
import { fileBoundaryDefinition } from './boundary/fileBoundary.ts';
import { floorDefinition } from './boundary/floor.ts';
import { layerIsolationDefinition } from './boundary/layerIsolation.ts';
import { networkDefinition } from './boundary/network.ts';
import { sandboxDefinition } from './boundary/sandbox.ts';
import { secretPathsDefinition } from './boundary/secretPaths.ts';
import { selfProtectionDefinition } from './boundary/selfProtection.ts';
import { toolAllowlistDefinition } from './boundary/toolAllowlist.ts';
import { argConstraintsDefinition } from './capability/argConstraints.ts';
import { capabilitiesDefinition } from './capability/capabilities.ts';
import { capabilityPolicyDefinition } from './capability/capabilityPolicy.ts';
import { capabilityRateDefinition } from './capability/capabilityRate.ts';
import { capabilityRulesDefinition } from './capability/capabilityRules.ts';
import { handlesDefinition } from './capability/handles.ts';
import { requireJustificationDefinition } from './capability/requireJustification.ts';
import { requireRoleDefinition } from './capability/requireRole.ts';
import { requireTenantDefinition } from './capability/requireTenant.ts';
import { rowCapDefinition } from './capability/rowCap.ts';
import { sensitivityDefinition } from './capability/sensitivity.ts';
import { shortlistDefinition } from './capability/shortlist.ts';
import { toolPinDefinition } from './capability/toolPin.ts';
import { firewallDefinition } from './firewall/firewall.ts';
import { tokenDefinition } from './tokens/tokenGuard.ts';
import { auditDefinition } from './observe/audit.ts';
import { intentDefinition } from './intent/intent.ts';
import { humanApprovalDefinition } from './intent/humanApproval.ts';
import { onlyIfDefinition } from './intent/onlyIf.ts';
import { quorumDefinition } from './intent/quorum.ts';
import { factsDefinition } from './workflow/facts.ts';
import { holdDefinition } from './workflow/hold.ts';
import { obligationDefinition } from './workflow/obligation.ts';
import { requiresDefinition } from './workflow/requires.ts';
import { rolesDefinition } from './workflow/roles.ts';
import { riskThresholdDefinition } from './intent/riskThreshold.ts';
import { noticeDefinition } from './observe/notice.ts';
import { redactOutputDefinition } from './observe/redactOutput.ts';
import { sensitiveReadDefinition } from './observe/sensitiveRead.ts';
import { allowOnceDefinition } from './resource/allowOnce.ts';
import { budgetDefinition } from './resource/budget.ts';
import { progressiveDefinition } from './resource/progressive.ts';
import { rateLimitDefinition } from './resource/rateLimit.ts';
import { singleUseDefinition } from './resource/singleUse.ts';

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
  allowOnceDefinition,
  auditDefinition,
  bashSafetyDefinition,
  budgetDefinition,
  fileBoundaryDefinition,
  floorDefinition,
  humanApprovalDefinition,
  intentDefinition,
  layerIsolationDefinition,
  networkDefinition,
  noticeDefinition,
  onlyIfDefinition,
  progressiveDefinition,
  rateLimitDefinition,
  quorumDefinition,
  redactOutputDefinition,
  sensitiveReadDefinition,
  factsDefinition,
  holdDefinition,
  obligationDefinition,
  requiresDefinition,
  rolesDefinition,
  riskThresholdDefinition,
  sandboxDefinition,
  secretPathsDefinition,
  selfProtectionDefinition,
  singleUseDefinition,
  toolAllowlistDefinition,
  argConstraintsDefinition,
  capabilitiesDefinition,
  capabilityPolicyDefinition,
  capabilityRateDefinition,
  capabilityRulesDefinition,
  requireJustificationDefinition,
  requireRoleDefinition,
  requireTenantDefinition,
  rowCapDefinition,
  sensitivityDefinition,
  shortlistDefinition,
  firewallDefinition,
  handlesDefinition,
  tokenDefinition,
  toolPinDefinition,
]);
