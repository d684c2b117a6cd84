/** What the server says that is to be signed, and with which keys. */
export interface Challenge {
  readonly challenge: string;
  readonly credentials: readonly string[];
}

/** The site that the keys are for. */
const RP_ID = 'localhost';

/** What is offered to authenticators: ES256 and RS256. */
const ALGORITHMS = [-7, -257];

const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), each => each.codePointAt(0) ?? 0);

const textOf = (bytes: ArrayBuffer): string =>
  btoa(String.fromCodePoint(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

const known = (credentials: readonly string[]): PublicKeyCredentialDescriptor[] =>
  credentials.map(id => ({ type: 'public-key', id: bytesOf(id) }));

/** Has the person sign a challenge with one of some keys. The authenticator verifies the person. */
export async function sign({ challenge, credentials }: Challenge): Promise<object> {
  const made = (await navigator.credentials.get({
    publicKey: {
      challenge: bytesOf(challenge),
      rpId: RP_ID,
      allowCredentials: known(credentials),
      userVerification: 'required',
    },
  })) as PublicKeyCredential | null;
  if (made === null) throw new Error('nothing was signed');
  const { clientDataJSON, authenticatorData, signature } = made.response as AuthenticatorAssertionResponse;
  return {
    keyId: made.id,
    clientDataJSON: textOf(clientDataJSON),
    authenticatorData: textOf(authenticatorData),
    signature: textOf(signature),
  };
}

/** Has the authenticator make a key for a person. */
export async function make(
  name: string,
  { challenge, credentials, user }: Challenge & { readonly user: string },
): Promise<object> {
  const made = (await navigator.credentials.create({
    publicKey: {
      challenge: bytesOf(challenge),
      rp: { id: RP_ID, name: 'Licet' },
      user: { id: bytesOf(user), name, displayName: name },
      pubKeyCredParams: ALGORITHMS.map(alg => ({ type: 'public-key', alg })),
      excludeCredentials: known(credentials),
      authenticatorSelection: { userVerification: 'required', residentKey: 'discouraged' },
      attestation: 'none',
    },
  })) as PublicKeyCredential | null;
  if (made === null) throw new Error('no key was made');
  const { clientDataJSON, attestationObject } = made.response as AuthenticatorAttestationResponse;
  return { id: made.id, clientDataJSON: textOf(clientDataJSON), attestationObject: textOf(attestationObject) };
}
