import type { Action, Effect, FileTarget } from '@licet/core';
import { digestAction } from '@licet/core/policy';
import { createPathMatcher, isStream } from '@licet/effects/places';
import type { KnownPlace } from '@licet/effects/places';

import type { Grant, GrantKind } from './grant.ts';
import { GRANT_KINDS } from './grant.ts';

/** Finds the grants that together cover an action wholly: every one of its effects. Undefined when they do not. */
export function coverage(
  action: Action,
  effects: readonly Effect[],
  grants: readonly Grant[],
  place: KnownPlace,
): readonly Grant[] | undefined {
  const whole = grants.find(grant => isAction(grant, action, place));
  if (whole !== undefined) return [whole];
  const needed = new Set<Grant>();
  for (const effect of effects) {
    if (isBeside(effect)) continue;
    const covers = (grant: Grant): boolean => isFile(grant, effect, place);
    const found = [...needed].find(covers) ?? grants.find(covers);
    if (found === undefined) return undefined;
    needed.add(found);
  }
  return needed.size === 0 ? undefined : [...needed];
}

function isAction({ command, cwd, digest }: Grant, action: Action, { root }: KnownPlace): boolean {
  if (digest !== undefined) return digestAction(action) === digest;
  if (command === undefined || action.kind !== 'bash') return false;
  return action.payload['command'] === command && (action.cwd ?? root) === cwd;
}

/** What is not a file among the effects: a program whose doings are listed as separate effects, a stream. */
export function isBeside({ kind, target, tags = [] }: Effect): boolean {
  if (target?.type === 'file') return isStream(target.lexical) && target.resolved === target.lexical;
  return kind === 'execute' && target?.type === 'program' && target.untrusted !== true && tags.length === 0;
}

function isFile(grant: Grant, { kind, target }: Effect, place: KnownPlace): boolean {
  if (target?.type !== 'file' || !(GRANT_KINDS as readonly string[]).includes(kind)) return false;
  if (grant.kinds?.includes(kind as GrantKind) !== true) return false;
  if (grant.pattern !== undefined) return matches(grant.pattern, target, place);
  return grant.path !== undefined && grant.resolved !== undefined && isVeryFile(grant.path, grant.resolved, target, place);
}

function matches(pattern: string, target: FileTarget, { root, home, files }: KnownPlace): boolean {
  const realRoot = files.realPath(root);
  try {
    return createPathMatcher([pattern], { root, home, mode: 'grant', realRoot }).covers(target, files);
  } catch {
    return false;
  }
}

/** A grant for one file covers nothing below it and nothing next to it, and only while its links lead where they led. */
function isVeryFile(path: string, resolved: string, target: FileTarget, { root, files }: KnownPlace): boolean {
  if (target.glob !== undefined || target.recursive === true) return false;
  const realRoot = files.realPath(root);
  const inRoot = (name: string): string =>
    realRoot !== undefined && name.startsWith(`${realRoot}/`) ? root + name.slice(realRoot.length) : name;
  const names = [inRoot(path), inRoot(resolved)];
  return names.includes(inRoot(target.lexical)) && inRoot(target.resolved) === inRoot(resolved);
}
