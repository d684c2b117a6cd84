import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

import { GovernanceError, InvariantError } from '@licet/core';
import { messageOf } from '@licet/core/text';
import type { PolicyCallback, PolicyRegistry } from '@licet/epistemic';
import { policyRegistry } from '@licet/epistemic';

import type { RequireFile } from './groundingOptions.ts';

/**
 * Loads the callbacks that a policy names by the path of a module, relative to the policy's folder: its default export
 * is a policy registry, or an object of functions by the keys that policies name. Only governance.yaml can name a module;
 * a graph holds keys, never code. Throws an `InvariantError` for a module that is not there, fails, or exports neither.
 */
function loadCallbacks(root: string, path: string): PolicyRegistry {
  const exported = defaultExport(load(root, path));
  if (isRegistry(exported)) return exported;
  const functions = isPlain(exported) ? Object.entries(exported) : [];
  if (functions.length === 0 || !functions.every(([, value]) => typeof value === 'function')) {
    const message = `expected \`${path}\` to export a policy registry, or functions by key, as its default, found ${describe(exported)}`;
    throw new InvariantError('unknown_reference', message);
  }
  const registry = policyRegistry();
  for (const [key, callback] of functions) registry.provide(key, callback as PolicyCallback);
  return registry;
}

/** Placeholders for callbacks that are loaded when a policy first names one; a module that fails is then a fault of the guard. */
export function deferredCallbacks(root: string, path: string, requireFile: RequireFile = () => undefined): PolicyRegistry {
  let loaded: PolicyRegistry | undefined;
  let isFrozen = false;
  const registry = (): PolicyRegistry => {
    if (loaded === undefined) requireFile(resolve(root, path), true);
    loaded ??= loadedOrUnavailable(root, path);
    if (isFrozen) loaded.freeze();
    return loaded;
  };
  return {
    provide: (key, callback) => registry().provide(key, callback),
    register: (callback, placement) => registry().register(callback, placement),
    callback: key => registry().callback(key),
    placements: (source, target, depth) => registry().placements(source, target, depth),
    orphans: snapshot => registry().orphans(snapshot),
    freeze: () => {
      isFrozen = true;
    },
    clear: () => {
      isFrozen = false;
      registry().clear();
    },
    get size() {
      return registry().size;
    },
  };
}

function loadedOrUnavailable(root: string, path: string): PolicyRegistry {
  try {
    return loadCallbacks(root, path);
  } catch (cause) {
    const message = messageOf(cause);
    throw new GovernanceError('store_unavailable', message, { cause });
  }
}

function load(root: string, path: string): unknown {
  try {
    return createRequire(join(root, 'governance.yaml'))(resolve(root, path));
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    const why = code === 'ERR_REQUIRE_ASYNC_MODULE' ? 'it awaits something at its top level' : String(message).split('\n')[0];
    throw new InvariantError('unknown_reference', `expected a module of policy callbacks at \`${path}\`, found none: ${why}`, {
      cause,
    });
  }
}

function defaultExport(module: unknown): unknown {
  return typeof module === 'object' && module !== null && 'default' in module ? module.default : module;
}

function isRegistry(value: unknown): value is PolicyRegistry {
  const { callback, placements, orphans, freeze } = (value ?? {}) as Partial<PolicyRegistry>;
  return [callback, placements, orphans, freeze].every(method => typeof method === 'function');
}

function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function describe(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (isPlain(value)) return Object.keys(value).length === 0 ? 'an empty object' : 'an object that holds something else';
  return Array.isArray(value) ? 'a list' : `a ${typeof value}`;
}
