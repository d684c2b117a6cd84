import type { AnyDefinition } from '@licet/core';

import { bashSafetyDefinition } from './boundary/bashSafety.ts';
import { fileBoundaryDefinition } from './boundary/fileBoundary.ts';
import { secretPathsDefinition } from './boundary/secretPaths.ts';
import { selfProtectionDefinition } from './boundary/selfProtection.ts';
import { toolAllowlistDefinition } from './boundary/toolAllowlist.ts';
import { budgetDefinition } from './resource/budget.ts';

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
  bashSafetyDefinition,
  budgetDefinition,
  fileBoundaryDefinition,
  secretPathsDefinition,
  selfProtectionDefinition,
  toolAllowlistDefinition,
]);
