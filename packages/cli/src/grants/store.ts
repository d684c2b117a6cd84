import { dirname, relative } from 'node:path';

import type { OpenStore } from '@licet/adapters/stores';
import type { Deed, SessionState, SignedFact } from '@licet/core/store';
import type { PolicyLimits } from '@licet/core/policy';
import { PROJECT_SESSION, factsWithin, provenState } from '@licet/core/store';
import type { Grant, GrantUse } from '@licet/guards/state';
import { allowOnceDefinition, grantCounter, grantFact, grantUses, grantsOf } from '@licet/guards/state';
import { escapeText } from '@licet/core';

import { UsageError } from '@licet/core/command';
import type { Terminal } from '@licet/core/command';
import { signedValue } from '../passkeys/signFact.ts';
import { limitsOf } from '../policy/limits.ts';
import { nodesOf } from '../policy/nodes.ts';
import { readPolicies } from '../policy/readPolicy.ts';
import { storesBelow } from '../policy/stores.ts';
import { newDeed, writeDeeds } from '../workflow/openWorkflow.ts';

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
  /** What exceptions may be at most. */
  readonly limits: PolicyLimits;
  list(now: number): Promise<readonly GrantState[]>;
  /** Adds grants of a person, each with its record, and forgets those that expired long ago. */
  add(grants: readonly NewGrant[], now: number, by: string, terminal: Terminal): Promise<void>;
  /** Withdraws a grant. Returns false when there is none of that identity. */
  revoke(id: string, now: number, by: string): Promise<boolean>;
}

/** A grant before it is written down. */
export type NewGrant = Omit<Grant, 'deed'>;

const FORGOTTEN_AFTER_MS = 7 * 86_400_000;

/** Opens the exceptions of the policy that governs a folder. Throws where an exception could open nothing. */
export async function openGrants(policy: string | undefined, from: string): Promise<Grants> {
  const found = await readPolicies(policy, from, false);
  const { file, kept } = found;
  const root = dirname(file);
  if (nodesOf(kept.compiled.policy, allowOnceDefinition).length === 0)
    throw new UsageError(
      `\`${file}\` has no \`allow_once\`, so an exception would open nothing; write \`escalate: [ { file_boundary: … }, { allow_once: {} } ]\` where exceptions may be made`,
    );
  const stores = storesBelow(found, root, { writes: true });
  const store = await stores.store('sessions');
  if (store === undefined)
    throw new UsageError(
      'the policy keeps its sessions in memory, where no other process sees an exception; write `sessions: { store: sqlite }`',
    );
  const limits = limitsOf(found);
  return grantsIn(store, { root, limits }, await stores.store('audit'), (grant, terminal) => {
    const words = `make an exception: ${subjectText(grant, root)}`;
    return signedValue(file, { name: grantFact(grant.id), value: { ...grant }, words }, terminal);
  });
}

/** Returns a grant as it is kept: with the signature of a person, where the policy asks for one. */
type Prove = (grant: NewGrant, terminal: Terminal) => Promise<SignedFact['value']>;

/** The exceptions that a store holds. */
export function grantsIn(
  store: Pick<OpenStore, 'sessions' | 'audit'>,
  { root, limits = {} }: { readonly root: string; readonly limits?: PolicyLimits | undefined },
  trail?: Pick<OpenStore, 'audit'>,
  prove: Prove = async grant => ({ ...grant }),
): Grants {
  const { sessions } = store;
  const project = async () => provenState(await sessions.load(PROJECT_SESSION), store.audit.deeds);
  return Object.freeze<Grants>({
    root,
    limits,
    async list(now) {
      const state = factsWithin(await project(), limits, now);
      const uses = grantUses(state);
      return Promise.all(
        grantsOf(state).map(async grant => ({
          grant,
          used: await sessions.used({ key: grantCounter(grant.id), now }),
          uses: uses.filter(use => use.grant === grant.id),
        })),
      );
    },
    async add(grants, now, by, terminal) {
      const values: Deed['value'][] = [];
      for (const grant of grants) values.push(await prove(grant, terminal));
      const forgotten = expiredFacts(await project(), now);
      const events = forgotten.map(name => ({ type: 'fact', at: now, name, value: null }) as const);
      if (events.length > 0) await sessions.append(PROJECT_SESSION, events);
      const deeds = grants.map((grant, index) =>
        deedOn(grant.id, values[index] ?? null, { at: now, by, words: subjectText(grant, root) }),
      );
      await writeDeeds(store, trail, deeds);
    },
    async revoke(id, now, by) {
      const known = grantsOf(await project()).some(grant => grant.id === id);
      if (known) await writeDeeds(store, trail, [deedOn(id, null, { at: now, by, words: 'withdrawn' })]);
      return known;
    },
  });
}

/** The facts of exceptions that expired long ago, and of their uses. */
function expiredFacts(state: SessionState, now: number): readonly string[] {
  const old = new Set(grantsOf(state).flatMap(({ id, expiresAt }) => (expiresAt + FORGOTTEN_AFTER_MS < now ? [id] : [])));
  const gone = grantUses(state).flatMap(({ grant, fact }) => (old.has(grant) ? [fact] : []));
  return [...Array.from(old, grantFact), ...gone];
}

/** What a person does to an exception: makes it, or withdraws it with null. */
function deedOn(
  id: string,
  value: Deed['value'],
  { at, by, words }: { readonly at: number; readonly by: string; readonly words: string },
): Deed {
  return {
    id: newDeed(),
    sessionId: PROJECT_SESSION,
    at,
    name: grantFact(id),
    value,
    told: { name: `exception/${id}`, change: value === null ? 'void' : 'established', by, reason: words },
    scope: 'project',
  };
}

/** Says what a grant opens, in one line that is safe to print. */
function subjectText({ path, pattern, kinds = [], command, digest, resolved }: NewGrant, root: string): string {
  const short = (name: string): string => (name.startsWith(`${root}/`) ? relative(root, name) : name);
  if (command !== undefined) return `run ${escapeText(command)}`;
  if (digest !== undefined) return `the action ${digest.slice(0, 12)}`;
  const leads = path !== undefined && resolved !== undefined && resolved !== path ? ` (now ${short(resolved)})` : '';
  return escapeText(`${kinds.join(', ')} ${short(path ?? pattern ?? '')}${leads}`);
}

/** Returns the status of a grant. */
export function standing({ grant, used }: GrantState, now: number): 'open' | 'used up' | 'expired' {
  if (grant.expiresAt <= now) return 'expired';
  return used >= grant.uses ? 'used up' : 'open';
}

/** Writes a grant for people: what it opens, its status, and what it was used for. */
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
