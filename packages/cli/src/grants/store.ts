import { relative } from 'node:path';

import type { Json, MaybePromise, SessionStore } from '@licet/core';
import { PROJECT_SESSION } from '@licet/core/store';
import type { Grant, GrantUse } from '@licet/guards/state';
import { allowOnceDefinition, grantCounter, grantFact, grantUses, grantsOf } from '@licet/guards/state';
import { escapeText } from '@licet/core';

import { UsageError } from '../exit.ts';
import { nodesOf } from '../policy/nodes.ts';
import { nearestPolicy } from '../policy/readPolicy.ts';
import { storesOf } from '../policy/stores.ts';

/** A grant with what has become of it. */
export interface GrantState {
  readonly grant: Grant;
  readonly used: number;
  readonly uses: readonly GrantUse[];
}

/** The exceptions of one project. */
export interface Grants {
  /** The folder of the policy. */
  readonly root: string;
  list(now: number): Promise<readonly GrantState[]>;
  /** Adds grants, and forgets those that expired long ago. */
  add(grants: readonly Grant[], now: number): Promise<void>;
  /** Withdraws a grant. Returns false when there is none of that identity. */
  revoke(id: string, now: number): Promise<boolean>;
}

const FORGOTTEN_AFTER_MS = 7 * 86_400_000;

/** Opens the exceptions of the policy that governs a folder. Throws where an exception could open nothing. */
export async function openGrants(policy: string | undefined, from: string): Promise<Grants> {
  const { file, root, kept } = await nearestPolicy(policy, from);
  if (nodesOf(kept.compiled.policy, allowOnceDefinition).length === 0)
    throw new UsageError(
      `\`${file}\` has no \`allow_once\`, so an exception would open nothing; write \`escalate: [ { file_boundary: … }, { allow_once: {} } ]\` where exceptions may be made`,
    );
  const store = await storesOf(kept.compiled, root, { writes: true }).store('sessions');
  if (store === undefined)
    throw new UsageError(
      'the policy keeps its sessions in memory, where an exception reaches nobody; write `sessions: { store: sqlite }`',
    );
  return grantsIn(store.sessions, root);
}

/** The exceptions that a store holds. */
export function grantsIn(sessions: SessionStore, root: string): Grants {
  const project = async () => sessions.load(PROJECT_SESSION);
  const write = (facts: readonly (readonly [string, Json])[], at: number): MaybePromise<number> =>
    sessions.append(
      PROJECT_SESSION,
      facts.map(([name, value]) => ({ type: 'fact', at, name, value })),
    );
  return Object.freeze<Grants>({
    root,
    async list(now) {
      const state = await project();
      const uses = grantUses(state);
      return Promise.all(
        grantsOf(state).map(async grant => ({
          grant,
          used: await sessions.used({ key: grantCounter(grant.id), now }),
          uses: uses.filter(use => use.grant === grant.id),
        })),
      );
    },
    async add(grants, now) {
      const state = await project();
      const old = new Set(grantsOf(state).flatMap(({ id, expiresAt }) => (expiresAt + FORGOTTEN_AFTER_MS < now ? [id] : [])));
      const gone = grantUses(state).flatMap(({ grant, fact }) => (old.has(grant) ? [fact] : []));
      const forgotten = [...Array.from(old, grantFact), ...gone].map((name): [string, Json] => [name, null]);
      await write([...forgotten, ...grants.map((grant): [string, Json] => [grantFact(grant.id), { ...grant }])], now);
    },
    async revoke(id, now) {
      const known = grantsOf(await project()).some(grant => grant.id === id);
      if (known) await write([[grantFact(id), null]], now);
      return known;
    },
  });
}

/** Says what a grant opens, in one line that is safe to print. */
function subjectText({ path, pattern, kinds = [], command, digest, resolved }: Grant, root: string): string {
  const short = (name: string): string => (name.startsWith(`${root}/`) ? relative(root, name) : name);
  if (command !== undefined) return `run ${escapeText(command)}`;
  if (digest !== undefined) return `the action ${digest.slice(0, 12)}`;
  const leads = path !== undefined && resolved !== undefined && resolved !== path ? ` (now ${short(resolved)})` : '';
  return escapeText(`${kinds.join(', ')} ${short(path ?? pattern ?? '')}${leads}`);
}

/** Says where a grant stands. */
export function standing({ grant, used }: GrantState, now: number): 'open' | 'used up' | 'expired' {
  if (grant.expiresAt <= now) return 'expired';
  return used >= grant.uses ? 'used up' : 'open';
}

/** Writes a grant for people: what it opens, where it stands, and what it was used for. */
export function grantLines(state: GrantState, root: string, now: number): readonly string[] {
  const { grant, used, uses } = state;
  const who = grant.sessionId === undefined ? 'any session' : `session ${escapeText(grant.sessionId)}`;
  const until = `until ${new Date(grant.expiresAt).toISOString()}`;
  const head = `${escapeText(grant.id)}  ${standing(state, now)}  ${subjectText(grant, root)}  (used ${used} of ${grant.uses}, ${who}, ${until})`;
  return [
    head,
    ...uses.map(({ at, sessionId, tool, status }) =>
      escapeText(`  used ${new Date(at).toISOString()} by ${tool ?? 'an action'} in session ${sessionId}: ${status}`),
    ),
  ];
}
