import { authenticator } from './authenticator.ts';
import type { Authenticator } from './authenticator.ts';

/** The page on which a person answers, as a browser that was paired with it uses it. */
export interface Page {
  readonly origin: string;
  readonly request: string;
  readonly ask: (path: string, body?: object) => Promise<Record<string, never>>;
}

/** Opens the page that a terminal has named, as a browser does. */
export async function pageOf(text: string): Promise<Page> {
  const [, origin = '', said = ''] = /sign on +(http:\/\/localhost:\d+)\/console#(\S+)/u.exec(text) ?? [];
  const words = new URLSearchParams(said);
  const send = async (path: string, body?: object, headers: Readonly<Record<string, string>> = {}) => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) };
    return (await fetch(`${origin}${path}`, body === undefined ? { headers } : init)).json() as Promise<Record<string, never>>;
  };
  const { token } = await send('/v1/console/pair', { code: words.get('pair') });
  const headers = { authorization: `Bearer ${String(token)}` };
  return { origin, request: words.get('request') ?? '', ask: (path, body) => send(path, body, headers) };
}

/** A challenge as the authenticators of the tests want it. */
export const hexOf = (challenge: unknown): string => Buffer.from(String(challenge), 'base64url').toString('hex');

/** Enrolls a key on a page, with the signature of another one where the page asks for it. Throws where the page does not take it. */
export async function enrol({ ask, origin }: Page, name: string, by?: (origin: string) => Authenticator): Promise<Authenticator> {
  const made = authenticator(name, { origin });
  const { challenge } = await ask('/v1/passkeys', { name });
  const next = await ask('/v1/passkeys', made.make(hexOf(challenge)));
  const last = by === undefined ? next : await ask('/v1/passkeys', { signed: signedBy(by(origin), next['challenge']) });
  if ((last as { done?: boolean }).done !== true) throw new Error(`the key was not taken: ${JSON.stringify(last)}`);
  return made;
}

function signedBy(key: Authenticator, challenge: unknown): object {
  const { kind: _kind, ...signed } = key.sign(hexOf(challenge));
  return signed;
}
