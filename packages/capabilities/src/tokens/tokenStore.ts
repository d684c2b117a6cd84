import type { AuditSink, Json, SessionStore } from '@licet/core';
import type { FactRecord } from '@licet/core/store';
import { PROJECT_SESSION } from '@licet/core/store';

import { FOREVER_MS } from '@licet/guards/authoring';
import type { TokenClaims } from './token.ts';
import { epochKey, revokedKey, usedKey } from './token.ts';

/** A token that was granted, as it is listed: never the token itself. */
export interface ListedToken {
  readonly id: string;
  readonly capability: string;
  readonly principal: string;
  /** Milliseconds since the epoch. */
  readonly issuedAt: number;
  readonly expiresAt: number;
  readonly singleUse?: boolean;
  readonly state: 'good' | 'revoked' | 'expired' | 'used';
}

/** Who revokes, and why, for the trail. */
export interface RevokedBy {
  readonly by?: string;
  readonly reason?: string;
}

/** The tokens of a project: which were granted, and which of them are revoked. Every process on the same store sees the same. */
export interface TokenStore {
  /** How often all tokens of a principal were revoked so far. */
  epoch(principal: string, now: number): Promise<number>;
  /** Writes down that a token was granted; a listed one is in {@link TokenStore.list} until it expires. */
  granted(
    claims: Omit<TokenClaims, 'keyId'>,
    about: { readonly evaluationId: string; readonly listed: boolean } & RevokedBy,
  ): Promise<void>;
  /** Revokes a token, whether or not it is known. Doing it twice does nothing more. */
  revoke(id: string, now: number, why?: RevokedBy): Promise<void>;
  /** Revokes every token of a principal that was granted so far, and returns how many of those that are listed were good. */
  revokePrincipal(principal: string, now: number, why?: RevokedBy): Promise<number>;
  isRevoked(
    token: { readonly ids: readonly string[]; readonly principal: string; readonly epoch: number },
    now: number,
  ): Promise<boolean>;
  list(now: number): Promise<readonly ListedToken[]>;
}

const FACT = '@token/';

type Listed = Omit<ListedToken, 'id' | 'state'> & { readonly epoch: number };

/** Opens the tokens that a session store knows. Without a trail nothing is written there. */
export function tokenStore(sessions: SessionStore, audit?: AuditSink): TokenStore {
  return new SessionTokens(sessions, audit);
}

class SessionTokens implements TokenStore {
  readonly #sessions: SessionStore;
  readonly #audit: AuditSink | undefined;

  constructor(sessions: SessionStore, audit: AuditSink | undefined) {
    this.#sessions = sessions;
    this.#audit = audit;
  }

  async epoch(principal: string, now: number): Promise<number> {
    return this.#used(epochKey(principal), now);
  }

  async granted(
    { id, capability, principal, issuedAt, expiresAt, epoch, singleUse }: Parameters<TokenStore['granted']>[0],
    { evaluationId, listed, ...why }: Parameters<TokenStore['granted']>[1],
  ): Promise<void> {
    await this.#tell({ at: issuedAt, evaluationId, name: `token/${id}`, change: 'established', ...why });
    if (!listed) return;
    const over = (await this.#known()).filter(([, each]) => each.expiresAt <= issuedAt);
    const value = { capability, principal, issuedAt, expiresAt, epoch, ...(singleUse === true && { singleUse }) };
    await this.#write([...over.map(([old]): [string, Json] => [`${FACT}${old}`, null]), [`${FACT}${id}`, value]], issuedAt);
  }

  async revoke(id: string, now: number, why: RevokedBy = {}): Promise<void> {
    await this.#tell({ at: now, evaluationId: 'human', name: `token/${id}`, change: 'void', ...why });
    await this.#take(revokedKey(id), `revoke:${id}`, now);
  }

  async revokePrincipal(principal: string, now: number, why: RevokedBy = {}): Promise<number> {
    const good = (await this.list(now)).filter(token => token.principal === principal && token.state === 'good').length;
    await this.#tell({ at: now, evaluationId: 'human', name: `tokens of ${principal}`, change: 'void', ...why });
    await this.#take(epochKey(principal), `revoke:${globalThis.crypto.randomUUID()}`, now);
    return good;
  }

  async isRevoked({ ids, principal, epoch }: Parameters<TokenStore['isRevoked']>[0], now: number): Promise<boolean> {
    for (const id of ids) if ((await this.#used(revokedKey(id), now)) > 0) return true;
    return (await this.#used(epochKey(principal), now)) > epoch;
  }

  async list(now: number): Promise<readonly ListedToken[]> {
    const known = await this.#known();
    return Promise.all(
      known.map(async ([id, { epoch, ...shown }]) => ({
        id,
        ...shown,
        state: await this.#stateOf(id, { ...shown, epoch }, now),
      })),
    );
  }

  async #stateOf(id: string, token: Listed, now: number): Promise<ListedToken['state']> {
    if (await this.isRevoked({ ids: [id], principal: token.principal, epoch: token.epoch }, now)) return 'revoked';
    if (token.expiresAt <= now) return 'expired';
    return token.singleUse === true && (await this.#used(usedKey(id), now)) > 0 ? 'used' : 'good';
  }

  async #known(): Promise<readonly (readonly [string, Listed])[]> {
    const { facts } = await this.#sessions.load(PROJECT_SESSION);
    return Object.entries(facts).flatMap(([name, value]) =>
      name.startsWith(FACT) && value !== null ? [[name.slice(FACT.length), value as unknown as Listed] as const] : [],
    );
  }

  async #used(key: string, now: number): Promise<number> {
    return this.#sessions.used({ key, now });
  }

  async #take(key: string, holder: string, now: number): Promise<void> {
    await this.#sessions.reserve({ key, holder, amount: 1, now, expiresAt: now + FOREVER_MS });
    await this.#sessions.settle({ holder, key, now });
  }

  async #write(facts: readonly (readonly [string, Json])[], at: number): Promise<void> {
    const events = facts.map(([name, value]) => ({ type: 'fact' as const, at, name, value }));
    await this.#sessions.append(PROJECT_SESSION, events);
  }

  async #tell(record: Omit<FactRecord, 'type' | 'sessionId' | 'scope'>): Promise<void> {
    await this.#audit?.append({ type: 'fact', sessionId: PROJECT_SESSION, scope: 'project', ...record });
  }
}
