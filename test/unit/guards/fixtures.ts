import type { Action, Effect, EffectKind, Evaluation, Guard } from '@licet/core';
import { PolicyEngine } from '@licet/core';
import { memoryFiles } from '@licet/effects/places';
import type { KnownPlace, MemoryFile } from '@licet/effects/places';

/** A small project that no test can change. */
export const place = (files: Record<string, MemoryFile> = {}): KnownPlace => ({
  root: '/w',
  home: '/home/u',
  files: memoryFiles({
    '/w': 'folder',
    '/w/src': 'folder',
    '/w/src/a.ts': 'file',
    '/w/.env': 'file',
    '/home/u': 'folder',
    ...files,
  }),
});

/** A file effect, resolved to itself unless said otherwise. */
export const file = (
  kind: EffectKind,
  path: string,
  more: Partial<Effect> & { resolved?: string; glob?: string; recursive?: boolean } = {},
): Effect => {
  const { resolved = path, glob, recursive, ...rest } = more;
  const target = {
    type: 'file' as const,
    lexical: path,
    resolved,
    ...(glob !== undefined && { glob }),
    ...(recursive !== undefined && { recursive }),
  };
  return { kind, target, via: [], certainty: 'certain', ...rest };
};

/** An effect without a file. */
export const effect = (kind: EffectKind, more: Partial<Effect> = {}): Effect => ({
  kind,
  via: [],
  certainty: 'certain',
  ...more,
});

/** Evaluates a guard on given effects. */
export const judge = (guard: Guard, effects: readonly Effect[], action: Partial<Action> = {}): Evaluation =>
  new PolicyEngine(guard, { effects: () => effects }).evaluateSync({ kind: 'bash', cwd: '/w', ...action });

/** Tells whether the guard passed the action over. */
export const skipped = (evaluation: Evaluation): boolean => evaluation.trace.status === 'skipped';
