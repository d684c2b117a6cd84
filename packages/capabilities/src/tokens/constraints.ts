import type { Json } from '@licet/core';
import { RESPONSE_MODES, isRecord } from '@licet/core/nodes';
import { canonicalJson } from '@licet/core/text';
import type { ResponseMode } from '@licet/core/nodes';

import type { ArgRules } from '../guards/argRules.ts';

/** What the calls under a token are held to, in addition to the policy. */
export type TokenConstraints = {
  /** All of these rules hold: a token made from another one has its rules too. */
  readonly args?: readonly ArgRules[];
  readonly maxRows?: number;
  readonly fields?: readonly string[];
  /** The widest way in which outputs are shown; `table` where nothing is said, so that `raw` must be written into the token. */
  readonly mode?: ResponseMode;
  /** Members of the request's scope that must be exactly these. */
  readonly scope?: Readonly<Record<string, Json>>;
};

/** Tells a list of texts from anything else. */
export const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every(each => typeof each === 'string');
const isTextRecord = (value: unknown): boolean => isRecord(value) && Object.values(value).every(each => typeof each === 'string');

const RULES: Readonly<Record<string, (value: unknown) => boolean>> = {
  allowedKeys: isTexts,
  pinned: isRecord,
  prefix: isTextRecord,
};

const isArgRules = (value: unknown): boolean =>
  isRecord(value) && Object.entries(value).every(([name, rule]) => Object.hasOwn(RULES, name) && RULES[name]?.(rule) === true);

const SHAPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  args: value => Array.isArray(value) && value.every(isArgRules),
  maxRows: value => Number.isSafeInteger(value) && (value as number) >= 0,
  fields: isTexts,
  mode: value => RESPONSE_MODES.some(mode => mode === value),
  scope: isRecord,
};

/** The names of the limits that are none, or that there are not. A limit that cannot be understood holds nothing. */
export function faultsIn(constraints: unknown): readonly string[] {
  if (!isRecord(constraints)) return ['constraints'];
  return Object.entries(constraints).flatMap(([name, value]) =>
    Object.hasOwn(SHAPES, name) && SHAPES[name]?.(value) === true ? [] : [name],
  );
}

/** The limits of a token that is made from another one, or the names of those that are wider than there. */
export function narrowed(
  parent: TokenConstraints,
  wanted: TokenConstraints,
): TokenConstraints | { readonly wider: readonly string[] } {
  const wider = Object.keys(wanted).filter(name => isWider(name as keyof TokenConstraints, parent, wanted));
  if (wider.length > 0) return { wider };
  const args = [...(parent.args ?? []), ...(wanted.args ?? [])];
  const scope = { ...parent.scope, ...wanted.scope };
  return { ...parent, ...wanted, ...(args.length > 0 && { args }), ...(Object.keys(scope).length > 0 && { scope }) };
}

function isWider(name: keyof TokenConstraints, parent: TokenConstraints, wanted: TokenConstraints): boolean {
  switch (name) {
    case 'maxRows':
      return parent.maxRows !== undefined && (wanted.maxRows ?? Number.POSITIVE_INFINITY) > parent.maxRows;
    case 'fields':
      return parent.fields !== undefined && wanted.fields?.every(field => parent.fields?.includes(field)) !== true;
    case 'mode':
      return RESPONSE_MODES.indexOf(wanted.mode ?? 'raw') < RESPONSE_MODES.indexOf(parent.mode ?? 'table');
    case 'scope':
      return Object.entries(wanted.scope ?? {}).some(([key, value]) => isOther(parent.scope?.[key], value));
    case 'args':
      return false;
  }
}

/** A member of the scope that the parent does not name may be added: it narrows. */
const isOther = (known: Json | undefined, value: Json): boolean =>
  known !== undefined && canonicalJson(known) !== canonicalJson(value);
