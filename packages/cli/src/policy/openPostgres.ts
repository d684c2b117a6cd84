import type { PostgresState } from '@licet/adapters/postgres';
import type { StoreSettings } from '@licet/core';
import { escapeText } from '@licet/core';

import { PolicyError } from './readPolicy.ts';

/**
 * Opens the PostgreSQL database that a policy names for one of its stores. Nothing is contacted before it is used. The driver
 * is the one beside licet, never one of the project: what the agent can write must not run inside its own judge.
 */
export async function openPostgres(
  setting: StoreSettings,
  { readOnly = false }: { readonly readOnly?: boolean } = {},
): Promise<PostgresState> {
  const uri = addressOf(setting);
  const { postgresState } = await import('./postgres.ts');
  try {
    return postgresState({ uri, maxConnections: 2, readOnly });
  } catch (error) {
    const where = setting.uriEnv === undefined ? '`uri`' : `\`${escapeText(setting.uriEnv)}\``;
    throw problem(`${where} is no address of one: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function problem(what: string): PolicyError {
  return new PolicyError(`the policy keeps its state in \`postgres\`, and ${what}`);
}

/** Returns the address that a policy gives, or that the environment variable holds which it names. */
export function addressOf({ uri, uriEnv }: StoreSettings): string {
  if (uriEnv !== undefined) {
    const found = process.env[uriEnv];
    if (found !== undefined && found !== '') return found;
    throw problem(
      `the environment variable \`${escapeText(uriEnv)}\` holds no address: set it where the agent's runtime is started`,
    );
  }
  if (uri === undefined) throw problem('says neither `uri` nor `uri_env`: name the environment variable that holds the address');
  if (/^[a-z]+:\/\/[^/@]*:[^@]*@|[?&]password=/i.test(uri))
    throw problem(
      'has a password in `uri`, where everybody reads it: put the address into an environment variable, and its name into `uri_env`',
    );
  return uri;
}
