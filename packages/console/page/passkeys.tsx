import { signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

import { send } from './api.ts';
import { make, sign } from './authenticator.ts';
import type { Challenge } from './authenticator.ts';
import { Empty } from './parts.tsx';
import { messageOf } from './words.ts';

/** What makes an answer count, and who can give one. */
export interface Proof {
  readonly proof: 'terminal' | 'passkey' | 'service';
  readonly level: { readonly holds: string; readonly open: readonly string[] };
  readonly keys: readonly { readonly keyId: string; readonly name: string }[];
  readonly origin?: string;
  readonly first?: string;
}

/** What the server says of it; undefined until it has. */
export const proof = signal<Proof | undefined>(undefined);

/** Asks the server what makes an answer count. */
export async function refreshProof(): Promise<void> {
  proof.value = (await send('GET', '/v1/passkeys').catch(() => undefined)) as Proof | undefined;
}

/** Whether this page is the one that keys sign on. */
export const isSigningPage = ({ origin }: Proof): boolean => origin === location.origin;

/** The level of proof in force, what it leaves open, and the keys: enrolled and removed here. */
export function Passkeys() {
  const fault = useSignal('');
  useEffect(() => void refreshProof(), []);
  const known = proof.value;
  if (known === undefined) return <Empty title="This server takes no passkeys" />;
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    fault.value = '';
    try {
      await work();
    } catch (error) {
      fault.value = messageOf(error);
    }
    await refreshProof();
  };
  return (
    <section class="page" aria-labelledby="passkeys-title">
      <h2 id="passkeys-title">Passkeys</h2>
      <article class="card">
        <p>
          Level <b>{known.proof}</b>: {known.level.holds}.
        </p>
        <ul class="plain" aria-label="what an agent could still do">
          {known.level.open.map(each => (
            <li key={each}>{each}</li>
          ))}
        </ul>
      </article>
      <ul class="plain" aria-label="enrolled keys">
        {known.keys.map(({ keyId, name }) => (
          <li key={keyId}>
            <b>{name}</b> <code>{keyId.slice(0, 16)}</code>{' '}
            <button type="button" class="no" onClick={() => void attempt(() => remove(keyId))}>
              Remove
            </button>
          </li>
        ))}
      </ul>
      {known.keys.length === 0 && (
        <Empty title="No passkey is enrolled" command="licet passkey add">
          With a passkey, a yes counts only if your device has signed it, so that no agent can answer for you. To enroll one:
        </Empty>
      )}
      {isSigningPage(known) ? (
        <Enrol known={known} attempt={attempt} />
      ) : (
        known.origin !== undefined && <p class="note">Keys are enrolled and sign on {known.origin} only.</p>
      )}
      <p role="alert" class="fault">
        {fault.value}
      </p>
    </section>
  );
}

function Enrol({ known, attempt }: { readonly known: Proof; readonly attempt: (work: () => Promise<void>) => Promise<void> }) {
  const name = useSignal(known.first ?? '');
  return (
    <form
      class="inline"
      onSubmit={event => {
        event.preventDefault();
        void attempt(() => enrol(name.value.trim()));
      }}
    >
      <label>
        whose key
        <input value={name.value} required maxLength={200} onInput={({ currentTarget }) => (name.value = currentTarget.value)} />
      </label>
      <button type="submit" class="yes">
        Enroll
      </button>
    </form>
  );
}

async function enrol(name: string): Promise<void> {
  const begun = (await send('POST', '/v1/passkeys', { name })) as Challenge & { readonly user: string };
  await signChange((await send('POST', '/v1/passkeys', await make(name, begun))) as Partial<Challenge>);
}

async function remove(keyId: string): Promise<void> {
  await signChange((await send('POST', '/v1/passkeys', { remove: keyId })) as Challenge);
}

/** A change of the keys counts when an enrolled key has signed it. The first key needs none. */
async function signChange({ challenge, credentials }: Partial<Challenge>): Promise<void> {
  if (challenge === undefined || credentials === undefined) return;
  await send('POST', '/v1/passkeys', { signed: await sign({ challenge, credentials }) });
}
