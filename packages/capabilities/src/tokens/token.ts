import type * as NodeCrypto from 'node:crypto';

import type { Action } from '@licet/core';
import { canonicalJson, sha256 } from '@licet/core/text';

import { isTexts } from './constraints.ts';
import type { KeyRing } from './keyRing.ts';
import type { TokenConstraints } from './constraints.ts';

/** What a token says. It is signed, not encrypted: anyone who holds it can read it. */
export interface TokenClaims {
  readonly id: string;
  /** The only capability that it is good for. */
  readonly capability: string;
  /** The only principal that it is good for. */
  readonly principal: string;
  /** The digest of the policy that has granted it. */
  readonly policy: string;
  readonly keyId: string;
  /** Milliseconds since the epoch. */
  readonly issuedAt: number;
  readonly expiresAt: number;
  /** How often all tokens of the principal had been revoked when it was issued. */
  readonly epoch: number;
  readonly constraints?: TokenConstraints;
  /** The digest of the only call that it is good for. */
  readonly call?: string;
  readonly singleUse?: boolean;
  /** The tokens that it was made from: when one of them is revoked, so is it. */
  readonly ancestors?: readonly string[];
}

const MOST_CHARACTERS = 16_384;
/** So many tokens may stand before one: each is looked up before a signature is checked. */
export const MOST_ANCESTORS = 8;
const crypto = (): typeof NodeCrypto => process.getBuiltinModule('node:crypto');

/** Writes and signs a token. */
export function signToken(claims: Omit<TokenClaims, 'keyId'>, keys: KeyRing): string {
  const { id: keyId, key } = keys.active();
  const body = Buffer.from(canonicalJson({ ...claims, keyId })).toString('base64url');
  return `${body}.${signatureOf(body, key)}`;
}

const signatureOf = (body: string, key: string): string => crypto().createHmac('sha256', key).update(body).digest('base64url');

/** A token in its parts. Nothing in it is to be believed before its signature has been checked. */
export interface ReadToken {
  readonly claims: TokenClaims;
  readonly body: string;
  readonly signature: string;
}

/** Reads a token. Undefined for anything that is none. Members that it does not know are let be. */
export function readToken(token: unknown): ReadToken | undefined {
  if (typeof token !== 'string' || token.length > MOST_CHARACTERS) return undefined;
  const [body, signature, ...rest] = token.split('.');
  if (body === undefined || signature === undefined || rest.length > 0) return undefined;
  if (!/^[\w-]+$/.test(body) || !/^[\w-]{43}$/.test(signature)) return undefined;
  try {
    const claims: unknown = JSON.parse(Buffer.from(body, 'base64url').toString('utf8'));
    return isClaims(claims) ? { claims, body, signature } : undefined;
  } catch {
    return undefined;
  }
}

function isClaims(value: unknown): value is TokenClaims {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const claims = value as Readonly<Record<string, unknown>>;
  return (
    ['id', 'capability', 'principal', 'policy', 'keyId'].every(name => typeof claims[name] === 'string') &&
    ['issuedAt', 'expiresAt', 'epoch'].every(name => Number.isSafeInteger(claims[name])) &&
    (claims['call'] === undefined || typeof claims['call'] === 'string') &&
    (claims['singleUse'] === undefined || typeof claims['singleUse'] === 'boolean') &&
    isAncestry(claims['ancestors'])
  );
}

const isAncestry = (value: unknown): boolean => value === undefined || (isTexts(value) && value.length <= MOST_ANCESTORS);

/** Tells whether a token was signed with the key that it names; undefined where that key is not known. Takes the same time for every wrong signature. */
export function isSigned({ claims, body, signature }: ReadToken, keys: KeyRing): boolean | undefined {
  const key = keys.find(claims.keyId);
  if (key === undefined) return undefined;
  return crypto().timingSafeEqual(Buffer.from(signatureOf(body, key)), Buffer.from(signature));
}

/** The identity of a call for a token: its tool and its arguments. Undefined for arguments that are no data. */
export function callDigest({ tool, payload }: Pick<Action, 'tool' | 'payload'>): string | undefined {
  try {
    return sha256(canonicalJson([tool ?? '', payload]));
  } catch {
    return undefined;
  }
}

/** The counter that says whether a token is revoked. */
export const revokedKey = (id: string): string => `token:revoked:${id}`;

/** The counter that says how often all tokens of a principal were revoked. */
export const epochKey = (principal: string): string => `token:epoch:${principal}`;

/** The counter that says whether a token for one call has been used. */
export const usedKey = (id: string): string => `token:used:${id}`;
