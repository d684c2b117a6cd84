import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

import { isRecord } from '@licet/core/nodes';

/** What a registry is shown: a user with a password, or a token that it has given out before. No message may hold it. */
export type RegistryLogin = { readonly basic: string } | { readonly token: string };

/** What may be in a header. */
const VISIBLE = /^[\x21-\x7E]{1,16384}$/u;

/** Where Docker writes the login of Docker Hub, by the name of the host that answers. */
const WRITTEN_AS: Readonly<Record<string, string>> = { 'registry-1.docker.io': 'index.docker.io' };

/**
 * Finds the login of a registry: in the variable `DOCKER_AUTH_CONFIG`, which holds what a `config.json` of Docker does, else in `$DOCKER_CONFIG/config.json` or
 * `~/.docker/config.json`. Undefined where `auths` does not name the host. Throws for what cannot be read; no program for credentials is started.
 */
export function registryLogin(host: string, env: NodeJS.ProcessEnv = process.env): RegistryLogin | undefined {
  const inline = env['DOCKER_AUTH_CONFIG'] ?? '';
  const found = inline === '' ? undefined : loginIn(inline, '`DOCKER_AUTH_CONFIG`', host);
  if (found !== undefined) return found;
  const folder = env['DOCKER_CONFIG'] ?? '';
  const file = join(folder === '' ? join(homedir(), '.docker') : folder, 'config.json');
  return existsSync(file) ? loginIn(readFileSync(file, 'utf8'), `\`${file}\``, host) : undefined;
}

function loginIn(text: string, where: string, host: string): RegistryLogin | undefined {
  let config: unknown;
  try {
    config = JSON.parse(text);
  } catch {
    // The parser quotes what it found, which may be a password.
    throw new Error(`${where} is no JSON`);
  }
  const { auths } = isRecord(config) ? config : {};
  const entries = isRecord(auths) ? Object.entries(auths) : [];
  const names = [host, WRITTEN_AS[host]];
  const [, entry] = entries.find(([key]) => names.includes(key.replace(/^https?:\/\//u, '').replace(/\/.*$/u, ''))) ?? [];
  if (!isRecord(entry)) return undefined;
  const { auth, username, password, registrytoken: token } = entry;
  if (typeof token === 'string' && VISIBLE.test(token)) return { token };
  if (typeof auth === 'string' && /^[\w+/]+=*$/u.test(auth)) return { basic: auth };
  if (typeof username === 'string' && typeof password === 'string')
    return { basic: Buffer.from(`${username}:${password}`).toString('base64') };
  throw new Error(
    `${where} has no password for ${host}: expected \`auth\`, or \`username\` and \`password\`; a helper for credentials is not started`,
  );
}
